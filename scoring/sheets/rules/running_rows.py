"""Compare running totals that are written beside the hands of a paper with the hands."""

from collections.abc import Iterable, Mapping

from scoring.game.rules.game import Game
from scoring.game.rules.hands import Hand
from scoring.game.rules.seats import SEATS, Seat


def written_otherwise(
    game: Game, hands: Iterable[Hand], written: Mapping[int, Mapping[Seat, int]], seats: Iterable[Seat] = SEATS
) -> tuple[int, dict[Seat, int]] | None:
    """Return the first hand whose written running totals differ: (hand number, seat -> written minus calculated).

    Later rows carry the difference on. None if all written rows agree.
    """
    for hand, _scores, totals in game.running_totals(hands, seats):
        row = written.get(hand.no, {})
        differences = {seat: row[seat] - totals[seat] for seat in totals if seat in row and row[seat] != totals[seat]}
        if differences:
            return hand.no, differences
    return None
