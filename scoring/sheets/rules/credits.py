"""Whose a seat's result is: the holder's, a reserve's, or nobody's (rulings: Sessions, time, seats)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.game.rules.hands import Hand, running_totals
from scoring.game.rules.seats import Seat
from scoring.game.rules.table_points import Ties, table_points

LeaverResult = Literal["zero", "kept"]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody on a seat: the id of the entry (None: a person without one), whether results count, since which hand.

    The holder whom the chart put there sits from hand 0, everybody else from a hand of the session (1-16).
    ``exchanged``: a repair of seats put this player here; whoever sat here before plays elsewhere in the session.
    """

    entry: int | None
    counts: bool = True
    from_hand: int = 0
    exchanged: bool = False


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


def since_exchange(sitters: Sequence[Sitter]) -> Sequence[Sitter]:
    """The sitters from the last one whom a repair of seats put here: the seat is theirs, with all its hands.

    Without a repair all of them, the holder first.
    """
    last = max((at for at, sitter in enumerate(sitters) if sitter.exchanged), default=0)
    return sitters[last:]


def sat_from_the_start(sitters: Sequence[Sitter]) -> Sitter:
    """Who sat on the seat at hand 1, or took it over."""
    begins = max(1, sitters[0].from_hand)
    return max((sitter for sitter in sitters if sitter.from_hand <= begins), key=lambda sitter: sitter.from_hand)


def sitter_at(sitters: Sequence[Sitter], hand_no: int) -> Sitter:
    """Who sat on the seat in the hand."""
    return max((sitter for sitter in sitters if sitter.from_hand <= hand_no), key=lambda sitter: sitter.from_hand)


def moved_within(hands: Iterable[Hand], seats: Mapping[Seat, Sequence[Sitter]]) -> dict[Seat, int]:
    """Seat -> the points that its player won on other seats of the table, less what others won on this one.

    Hands that were played stand in the column where they were written. Two players of one table who exchanged seats
    take their own points with them; what somebody played at another table stays in the column, and goes to whoever
    takes the seat over. The sum over the table is 0.
    """
    owned = {since_exchange(sitters)[0].entry: seat for seat, sitters in seats.items()}
    moved = dict.fromkeys(seats, 0)
    for hand, scores, _totals in running_totals(hands, seats):
        for seat, points in scores.items():
            own = owned.get(sitter_at(seats[seat], hand.no).entry, seat)
            moved[own] += points
            moved[seat] -= points
    return moved


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
    A seat that changed its player by a repair of seats is the last one's, for the own team.
    """
    points = table_points(scores, ties, forfeited)
    found = []
    for seat, every in seats.items():
        sitters = since_exchange(every)
        holder = sitters[0]
        first = holder if seat in forfeited else sat_from_the_start(sitters)
        if first.entry is None or holder.entry is None or not first.counts:
            continue
        tp, cp = points[seat], 0 if seat in forfeited else scores[seat]
        if leaver_result == "zero" and any(later.from_hand > max(1, holder.from_hand) for later in sitters):
            tp, cp = 0, min(cp, 0)
        found.append(Credit(seat, first.entry, holder.entry, tp, cp))
    return found
