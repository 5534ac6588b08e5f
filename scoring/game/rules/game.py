"""What a game is to the sheets: the one object that pages, papers and services ask (a strategy).

A game knows no event, page or paper. Its codes of faults, questions and causes get their texts in later rooms.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from scoring.game.rules.contradictions import Cause, Contradiction
from scoring.game.rules.course import Course, TableSeating
from scoring.game.rules.hands import Hand, burnt
from scoring.game.rules.keys import Keys
from scoring.game.rules.seats import SEATS, Seat
from scoring.game.rules.table_points import Ties

Finder = Callable[[Contradiction], Cause | None]
#: A hand, its scores, and the totals after it.
RunningLine = tuple[Hand, dict[Seat, int], dict[Seat, int]]


@dataclass(frozen=True, slots=True)
class Terms:
    """The settings and numbers of a game that pages, papers and checks outside it need.

    ``start``: the points of each player at the beginning; ``last_hand``: the largest number of a hand; ``rounds``: the
    rounds of a period, of which a session has ``periods``; ``places``: the table points of the four places in
    twelfths; ``steps``: the least points of each class of won hands in the statistics; ``most_total``: totals and
    penalties are below it; ``tariff``: the points of penalties in its rules, with ``burnt_false_wins`` where an event
    burns them (empty: the rules have no tariff).
    """

    start: int
    last_hand: int
    rounds: int
    places: tuple[int, ...]
    steps: tuple[int, ...]
    periods: int = 1
    most_total: int = 100_000
    tariff: tuple[int, ...] = ()
    burnt_false_wins: tuple[int, ...] = ()

    def is_off_tariff(self, points: int, *, burnt: bool) -> bool:
        """Whether the game has a tariff without these points (3.11.2.2); ``burnt``: the event burns false wins."""
        known = (*self.tariff, *self.burnt_false_wins) if burnt else self.tariff
        return bool(self.tariff) and points not in known


class Game(Protocol):
    """A game: MCR, or another that the sheets can hold.

    ``key``: its permanent key, which chooses sheet, form and script. ``in_mados``: hands are worth fans, and totals are
    mados held (IMJ 30, 31); else hands are worth points, and totals are points won or lost. ``finders`` are tried in
    order for the cause of a contradiction. ``keys``: how a hand is typed at the Desk.
    """

    key: str
    in_mados: bool = False
    terms: Terms
    finders: tuple[Finder, ...]
    keys: Keys

    @property
    def start(self) -> int:
        """The points of each player at the beginning; signed totals include them, scores do not."""
        return self.terms.start

    @property
    def gives_table_points(self) -> bool:
        """Whether a session gives table points (3.9.2); else only the scores count (IMJ 31).

        Under IMJ the event chooses: ask the game of the event (`scoring.settings.selectors.game_of_event`).
        """
        return any(self.terms.places)

    @abstractmethod
    def course(self, hands: Iterable[Hand], seating: TableSeating) -> Course:
        """Return the course of a table with these written hands."""

    def lines(self, course: Course, _last: int = 0) -> tuple[int, ...]:
        """Return the numbers of the hands that a sheet has lines for.

        ``last``: the last line that was added, in a game without a fixed number of hands.
        """
        return course.due

    @abstractmethod
    def hand_faults(self, hand: Hand, seats: Collection[Seat] = SEATS) -> list[str]:
        """Return codes of impossible values of the hand itself; empty if it is possible."""

    @abstractmethod
    def faults(self, hand: Hand, course: Course, dead: Collection[Seat] = ()) -> list[str]:
        """Return codes of reasons against entering the hand at a table; ``dead``: seats that may not win it."""

    @abstractmethod
    def questions(self, hand: Hand, course: Course) -> list[str]:
        """Return codes of questions to ask before the hand is entered; ``course`` has it among the written hands."""

    def changed_deals(self, _before: Course, _after: Course) -> tuple[int, ...]:
        """Return the written hands whose dealer, round or period a correction changes: none if seats fix them."""
        return ()

    @abstractmethod
    def payments(self, hand: Hand) -> dict[Seat, int]:
        """Return seat -> points that the hand moves, without penalties; the sum is 0."""

    @abstractmethod
    def table_points(
        self, scores: Mapping[Seat, int], ties: Ties = "share", forfeited: frozenset[Seat] = frozenset()
    ) -> dict[Seat, int]:
        """Return seat -> table points of the session in twelfths, as `table_points.table_points`."""

    @abstractmethod
    def seat_order_fault(self, round_no: int, starters: Iterable[str], seats: Collection[Seat] = SEATS) -> str:
        """Return the code of a fault in the real seat order of a round; empty if it is possible."""

    @abstractmethod
    def cause_of_sum(self, sum_error: int) -> Cause:
        """Return the likely cause of totals without hands that do not add up."""

    def declared(self, points: int | None) -> int | float | None:
        """Return the points of a hand as people write them."""
        return points

    def in_statistics(self, points: int | None) -> int | None:
        """Return the points of a hand as statistics count them: whole, in the unit of ``terms.steps``."""
        return points

    def hand_scores(self, hand: Hand, seats: Iterable[Seat] = SEATS) -> dict[Seat, int]:
        """Return seat -> points of the hand with penalties, for the taken ``seats``."""
        paid = self.payments(hand)
        return {seat: paid[seat] + hand.adjustments.get(seat, 0) for seat in seats}

    def session_scores(
        self, hands: Iterable[Hand], penalties: Mapping[Seat, int] | None = None, seats: Iterable[Seat] = SEATS
    ) -> dict[Seat, int]:
        """Return seat -> points won or lost in the session, without ``start``: hands and the session's penalties.

        `penalties`: signed points by seat that belong to no hand.
        """
        totals = {seat: (penalties or {}).get(seat, 0) for seat in seats}
        for hand in hands:
            for seat, points in self.hand_scores(hand, totals).items():
                totals[seat] += points
        return totals

    def running_totals(self, hands: Iterable[Hand], seats: Iterable[Seat] = SEATS) -> list[RunningLine]:
        """Return (hand, its scores, totals after it) for each hand by number; the totals begin at ``start``."""
        lines = []
        totals = dict.fromkeys(seats, self.start)
        for hand in sorted(hands, key=lambda hand: hand.no):
            scores = self.hand_scores(hand, totals)
            totals = {seat: totals[seat] + scores[seat] for seat in totals}
            lines.append((hand, scores, totals))
        return lines

    def expected_sum(
        self, hands: Iterable[Hand], penalties: Mapping[Seat, int] | None = None, seats: Collection[Seat] = SEATS
    ) -> int:
        """Return what the signed totals of these seats must add up to: the start, less the burnt penalties."""
        return self.start * len(seats) - burnt(hands, penalties)
