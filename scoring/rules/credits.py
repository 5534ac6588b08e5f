"""Whose a seat's result is: the holder's, a reserve's, or nobody's (rulings: Sessions, time, seats)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.rules.seats import Seat
from scoring.rules.table_points import Ties, table_points

LeaverResult = Literal["zero", "kept"]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody on a seat: the id of the entry (None: a person without one), whether results count, since which hand.

    The holder whom the chart put there sits from hand 0, everybody else from a hand of the session (1-16).
    """

    entry: int | None
    counts: bool = True
    from_hand: int = 0


@dataclass(frozen=True, slots=True)
class Credit:
    """A seat's result as it is credited: to an entry, and through the seat's holder to the holder's team.

    ``table_points`` are twelfths, ``competition_points`` points.
    """

    seat: Seat
    entry: int
    holder: int
    table_points: int
    competition_points: int


def sat_from_the_start(sitters: Sequence[Sitter]) -> Sitter:
    """Who sat on the seat at hand 1."""
    return max((sitter for sitter in sitters if sitter.from_hand <= 1), key=lambda sitter: sitter.from_hand)


def credits(
    scores: Mapping[Seat, int],
    seats: Mapping[Seat, Sequence[Sitter]],
    *,
    forfeited: frozenset[Seat] = frozenset(),
    ties: Ties = "share",
    leaver_result: LeaverResult = "zero",
) -> list[Credit]:
    """The credits of one table, in the order of ``seats``.

    ``scores`` are the competition points of every seat that somebody played on; ``seats`` the sitters of each seat, the
    holder first. Table points by 3.9.2. A forfeited seat (3.11.2.1) brings its holder 0 and 0; a filler's score there
    keeps its place in the order. A filler's result, and that of a person without an entry, is nobody's. Who leaves
    during the session has, by ``leaver_result``, "zero": 0 table points, and a positive score becomes 0 (rulings).
    """
    points = table_points(scores, ties, forfeited)
    found = []
    for seat, sitters in seats.items():
        holder = sitters[0]
        first = holder if seat in forfeited else sat_from_the_start(sitters)
        if first.entry is None or holder.entry is None or not first.counts:
            continue
        tp, cp = points[seat], 0 if seat in forfeited else scores[seat]
        if leaver_result == "zero" and any(later.from_hand > 1 for later in sitters):
            tp, cp = 0, min(cp, 0)
        found.append(Credit(seat, first.entry, holder.entry, tp, cp))
    return found
