"""A table whose totals differ from its hands, and its likely cause."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scoring.game.rules.hands import Hand, hand_scores, session_scores
from scoring.game.rules.seats import Seat, hand_numbers


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
    """A table whose totals differ from its hands: seats taken, hands, totals, session penalties."""

    seats: tuple[Seat, ...]
    hands: tuple[Hand, ...]
    totals: Mapping[Seat, int]
    penalties: Mapping[Seat, int]

    @cached_property
    def from_hands(self) -> dict[Seat, int]:
        """Seat -> points from hands and penalties."""
        return session_scores(self.hands, self.penalties, self.seats)

    @cached_property
    def difference(self) -> dict[Seat, int]:
        """Seat -> totals minus hands."""
        return {seat: self.totals[seat] - self.from_hands[seat] for seat in self.seats}

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """Hand numbers of the session that are not recorded."""
        recorded = {hand.no for hand in self.hands}
        return tuple(no for no in hand_numbers(self.seats) if no not in recorded)

    def explained_by(self, old: Hand, new: Hand) -> bool:
        """Whether the totals are right if `new` was played where `old` is recorded."""
        before, after = hand_scores(old, self.seats), hand_scores(new, self.seats)
        return all(after[seat] - before[seat] == self.difference[seat] for seat in self.seats)
