"""The game of the International Mahjong Rules v0702."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from scoring.game.rules.contradictions import Cause
from scoring.game.rules.course import Course, TableSeating
from scoring.game.rules.game import Game, Terms
from scoring.game.rules.hands import Hand
from scoring.game.rules.imj import causes, hands, keying
from scoring.game.rules.imj.chart import HALVES, HIGHEST_FANS, fans_of
from scoring.game.rules.imj.course import PERIODS, ROUNDS, changed_deals, course_of
from scoring.game.rules.seats import SEATS, Seat
from scoring.game.rules.table_points import PLACES, Ties, table_points

START = 20_000
#: More deals than eight rounds can last; a typing error goes beyond it.
LAST_HAND = 500
LINES_OF_A_PAGE = 24
SPARE_LINES = 8
MOST_TOTAL = 10_000_000


@dataclass(frozen=True, slots=True)
class ImjTerms(Terms):
    """What an event agrees on (IMJ 7): `lowest` rank in half fans, `highest` in fans."""

    lowest: int = 1
    highest: int = HIGHEST_FANS


STEPS = tuple(range(1, HIGHEST_FANS + 1))
#: The settings of a competition (IMJ 7.1): eight rounds, any rank, 20,000 mados each. No table points (IMJ 31).
COMPETITION = ImjTerms(START, LAST_HAND, ROUNDS, (0, 0, 0, 0), STEPS, PERIODS, MOST_TOTAL)


@dataclass(frozen=True, slots=True)
class Agreed:
    """What an event agreed on in whole fans and mados (IMJ 7); ``lowest_fans`` 0: any rank wins.

    ``table_points``: the places at a table give the points that decide the ranks, in place of the mados (rulings: IMJ).
    """

    lowest_fans: int = 0
    highest_fans: int = HIGHEST_FANS
    start_mados: int = START
    table_points: bool = False


def agreed_terms(agreed: Agreed) -> ImjTerms:
    """Return the terms of a game on which the event agreed, in place of those of a competition (IMJ 7.1)."""
    lowest = HALVES * agreed.lowest_fans or COMPETITION.lowest
    places = PLACES if agreed.table_points else COMPETITION.places
    return replace(COMPETITION, start=agreed.start_mados, lowest=lowest, highest=agreed.highest_fans, places=places)


class Imj(Game):
    """Two periods of four rounds whose dealer stays after winning (IMJ 12), paid by the chart (IMJ 30)."""

    key = "imj"
    in_mados = True
    finders = causes.FINDERS
    keys = keying.KEYS

    def __init__(self, terms: ImjTerms = COMPETITION) -> None:
        self.terms: ImjTerms = terms

    def course(self, hands: Iterable[Hand], seating: TableSeating) -> Course:
        return course_of(hands, seating, self.terms.periods)

    def lines(self, course: Course, last: int = 0) -> tuple[int, ...]:
        """Return the lines of the deals so far, some spare ones, and those that were added."""
        count = max(len(course.due) + SPARE_LINES, last)
        return tuple(range(1, min(count, self.terms.last_hand) + 1))

    def hand_faults(self, hand: Hand, seats: Collection[Seat] = SEATS) -> list[str]:
        codes = hands.impossible(hand, self.terms.lowest, self.terms.last_hand)
        named = {hand.winner, hand.discarder, hand.bound, *hand.false_wins, *hand.adjustments} - {None}
        return codes if named <= set(seats) else [*codes, "empty-seat"]

    def faults(self, hand: Hand, course: Course, dead: Collection[Seat] = ()) -> list[str]:
        codes = self.hand_faults(hand, course.seats)
        if course.unseated and hand.no == max(course.deals):
            codes.append("period-not-seated")
        if hand.no not in course.deals:
            codes.append("after-the-end" if course.over else "deal-too-early")
        if hand.winner in dead:
            codes.append("dead-hand-wins")
        return codes

    def questions(self, hand: Hand, _course: Course) -> list[str]:
        codes = []
        if (hand.points or 0) >= HALVES * self.terms.highest:
            codes.append("limit-reached")
        if hand.winner is not None and 0 < (hand.points or 0) < self.terms.lowest:
            codes.append("special-below-lowest")
        return codes

    def changed_deals(self, before: Course, after: Course) -> tuple[int, ...]:
        return changed_deals(before, after)

    def declared(self, points: int | None) -> int | float | None:
        """Return a rank in fans."""
        return None if points is None else fans_of(points)

    def in_statistics(self, points: int | None) -> int | None:
        """Return a rank in whole fans; half a fan counts as one, as it pays (IMJ 30.2)."""
        return None if points is None else max(1, points // HALVES)

    def payments(self, hand: Hand) -> dict[Seat, int]:
        return hands.payments(hand, self.terms.highest)

    def table_points(
        self, scores: Mapping[Seat, int], ties: Ties = "share", forfeited: frozenset[Seat] = frozenset()
    ) -> dict[Seat, int]:
        """Return table points of the session: none if the mados decide the ranks (IMJ 31)."""
        if not self.gives_table_points:
            return dict.fromkeys(scores, 0) | dict.fromkeys(forfeited, 0)
        return table_points(scores, ties, forfeited)

    def seat_order_fault(self, round_no: int, starters: Iterable[str], _seats: Collection[Seat] = SEATS) -> str:
        """Return the code of a fault in the order of a period; exactly four play (IMJ 7)."""
        if not 1 <= round_no <= self.terms.periods:
            return "no-period"
        return "" if sorted(starters) == sorted(SEATS) else "not-four"

    def cause_of_sum(self, sum_error: int) -> Cause:
        return Cause("sum-not-burnt", points=sum_error)


IMJ = Imj()
