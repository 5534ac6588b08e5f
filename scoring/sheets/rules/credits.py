"""Credit a seat's result to the holder, to a reserve or to no entry (rulings: Sessions, time, seats)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.game.rules.game import Game
from scoring.game.rules.hands import Hand
from scoring.game.rules.seats import Seat
from scoring.game.rules.table_points import Ties

LeaverResult = Literal["zero", "kept"]


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person on a seat: the id of the entry (None: no entry), whether results count, and the first hand.

    The holder by the chart sits from hand 0, others from a hand of the session. ``exchanged``: a repair of
    seats put this player here; the earlier sitter plays elsewhere in the session.
    """

    entry: int | None
    counts: bool = True
    from_hand: int = 0
    exchanged: bool = False


@dataclass(frozen=True, slots=True)
class Credit:
    """A seat's result credited to ``entry``, and through the seat's ``holder`` to the holder's team.

    ``table_points`` are twelfths, ``competition_points`` points.
    """

    seat: Seat
    entry: int
    holder: int
    table_points: int
    competition_points: int


def since_exchange(sitters: Sequence[Sitter]) -> Sequence[Sitter]:
    """Return the sitters from the last exchanged one on, who take over the seat with all its hands.

    Without an exchange all of them, the holder first.
    """
    last = max((index for index, sitter in enumerate(sitters) if sitter.exchanged), default=0)
    return sitters[last:]


def sat_from_the_start(sitters: Sequence[Sitter]) -> Sitter:
    """Return the sitter of hand 1, or the first one after an exchange."""
    begins = max(1, sitters[0].from_hand)
    return max((sitter for sitter in sitters if sitter.from_hand <= begins), key=lambda sitter: sitter.from_hand)


def sitter_at(sitters: Sequence[Sitter], hand_no: int) -> Sitter:
    """Return the sitter of the hand."""
    return max((sitter for sitter in sitters if sitter.from_hand <= hand_no), key=lambda sitter: sitter.from_hand)


def moved_within(game: Game, hands: Iterable[Hand], seats: Mapping[Seat, Sequence[Sitter]]) -> dict[Seat, int]:
    """Return seat -> points that its player won on other seats of the table, minus points of others on this seat.

    Played hands keep their column. Two players of one table who exchanged seats take their points with them. Points
    that a player won at another table stay in that column, for the player who takes over the seat. The sum over the
    table is 0.
    """
    own_seats = {since_exchange(sitters)[0].entry: seat for seat, sitters in seats.items()}
    moved = dict.fromkeys(seats, 0)
    for hand, scores, _totals in game.running_totals(hands, seats):
        for seat, points in scores.items():
            own_seat = own_seats.get(sitter_at(seats[seat], hand.no).entry, seat)
            moved[own_seat] += points
            moved[seat] -= points
    return moved


def credits(
    game: Game,
    scores: Mapping[Seat, int],
    seats: Mapping[Seat, Sequence[Sitter]],
    *,
    forfeited: frozenset[Seat] = frozenset(),
    ties: Ties = "share",
    leaver_result: LeaverResult = "zero",
) -> list[Credit]:
    """Return the credits of one table, in the order of ``seats``.

    ``scores``: competition points of every seat that somebody played on. ``seats``: the sitters of each seat, the
    holder first. Table points follow 3.9.2.

    - The holder of a forfeited seat gets 0 and 0 (3.11.2.1); a filler's score there keeps its place in the order.
    - Results of fillers and of persons without an entry are not credited.
    - ``leaver_result`` "zero": a player who leaves during the session gets 0 table points, and a positive score
      becomes 0 (rulings).
    - After an exchange the last player gets the result, for that player's team.
    """
    points = game.table_points(scores, ties, forfeited)
    credited = []
    for seat, all_sitters in seats.items():
        sitters = since_exchange(all_sitters)
        holder = sitters[0]
        first = holder if seat in forfeited else sat_from_the_start(sitters)
        if first.entry is None or holder.entry is None or not first.counts:
            continue
        seat_points = points[seat]
        seat_score = 0 if seat in forfeited else scores[seat]
        if leaver_result == "zero" and any(later.from_hand > max(1, holder.from_hand) for later in sitters):
            seat_points = 0
            seat_score = min(seat_score, 0)
        credited.append(Credit(seat, first.entry, holder.entry, seat_points, seat_score))
    return credited
