"""A table whose totals differ from its hands, and its likely cause."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scoring.game.rules.course import Course, TableSeating
from scoring.game.rules.hands import Hand
from scoring.game.rules.seats import Seat

if TYPE_CHECKING:
    from scoring.game.rules.game import Game


@dataclass(frozen=True, slots=True)
class Cause:
    """A likely cause: its code and the figures of that code; the other figures are None.

    `hand_no` is the hand if only one fits, `candidates` every hand number that fits. By code:

    - columns-exchanged: the totals of `seat` and `other` (None: of three or four seats) are exchanged;
    - penalty-not-in-totals: of `points` to `seat`, recorded in hand `hand_no` (None: in the session);
    - hand-twice-recorded, hand-not-in-totals, hand-twice-in-totals: `candidates`;
    - false-win-in-totals: `seat` paid `points` (below 0); two-false-wins-in-totals: `seat` and `other` paid them
      (None: the same twice), `points` together; penalty-in-totals: `seat` (None: unknown) paid `points`;
    - hand-not-recorded, win-recorded-as-drawn: `seat` won `points` from `other` (None: self-drawn);
    - discarder-exchanged and wrong-winner: `seat` is recorded, the totals have `other`;
      winner-and-discarder-exchanged: `seat` won and `other` discarded in the record;
      recorded-as-self-drawn: `seat` won from `other`; recorded-as-discard: `seat` is recorded to have won
      from `other`, the totals have it self-drawn; `points` are the hand's in all five;
    - points-of-hand: `seat` has `points` more in the totals, paid by `other`; self-drawn: `other` is None and
      each pays `points` more to the winner `seat` (fewer if below 0);
    - running-total-slip: `seat` has `points` more in the totals;
    - hands-incomplete: `candidates` are the missing hands; sum-not-burnt: the totals sum to `points` too much;
    - tie-not-shared, table-points-exchanged, table-points-slip (`seat`), table-points-order: only the stated
      table points are wrong;
    - unknown: no explanation fits.
    """

    code: str
    seat: Seat | None = None
    other: Seat | None = None
    hand_no: int | None = None
    points: int | None = None
    candidates: tuple[int, ...] = ()


@dataclass(frozen=True)
class Contradiction:
    """A table whose signed totals differ from its hands; ``penalties``: of the session, by seat."""

    game: "Game"
    seating: TableSeating
    hands: tuple[Hand, ...]
    totals: Mapping[Seat, int]
    penalties: Mapping[Seat, int]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.seating.seats

    @cached_property
    def from_hands(self) -> dict[Seat, int]:
        """Seat -> the total that hands and penalties give."""
        scores = self.game.session_scores(self.hands, self.penalties, self.seats)
        return {seat: self.game.start + score for seat, score in scores.items()}

    @cached_property
    def difference(self) -> dict[Seat, int]:
        """Seat -> totals minus hands."""
        return {seat: self.totals[seat] - self.from_hands[seat] for seat in self.seats}

    @cached_property
    def course(self) -> Course:
        return self.game.course(self.hands, self.seating)

    @property
    def missing(self) -> tuple[int, ...]:
        """Hand numbers of the session that are not recorded."""
        return self.course.missing

    def scores(self, hand: Hand) -> dict[Seat, int]:
        """Return seat -> points of a hand with penalties."""
        return self.game.hand_scores(hand, self.seats)

    def explained_by(self, old: Hand, new: Hand) -> bool:
        """Whether the totals are right if `new` was played where `old` is recorded."""
        before, after = self.scores(old), self.scores(new)
        return all(after[seat] - before[seat] == self.difference[seat] for seat in self.seats)


def likely_cause(case: Contradiction, sum_error: int | None) -> Cause:
    """Return the likely cause of a contradiction; `sum_error`: how far the totals are from adding up, else None.

    The first finder of the game that explains every point of the difference gives it.
    """
    for find in case.game.finders:
        cause = find(case)
        if cause:
            return cause
    if sum_error:
        return Cause("sum-not-burnt", points=sum_error)
    return _hands_incomplete(case) or Cause("unknown")


def located(
    code: str,
    numbers: Sequence[int],
    seat: Seat | None = None,
    other: Seat | None = None,
    points: int | None = None,
) -> Cause | None:
    """Return the cause with the hands that fit; None if no hand fits."""
    if not numbers:
        return None
    only = numbers[0] if len(numbers) == 1 else None
    return Cause(code, seat, other, only, points, tuple(numbers))


def _hands_incomplete(case: Contradiction) -> Cause | None:
    """Return missing hands for gaps or under three of four rounds: time alone seldom stops a table so early."""
    if case.course.gaps or len(case.hands) * 4 < len(case.course.due) * 3:
        return located("hands-incomplete", case.missing)
    return None
