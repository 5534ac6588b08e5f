"""Find fouls that only the signed totals of a table contain, from the difference between totals and hands."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.fouls.rules.catalogue import DEAD_HAND, POINTS
from scoring.fouls.rules.proposing import BURNT, TARIFF, Penalty, recorded_as
from scoring.game.rules.seats import Seat
from scoring.sheets.rules.entering import NOBODY

#: The points to each other player of false wins and of pushed tiles; burnt, the offender alone loses points.
_EACH = (10, 20, 30)
Missing = tuple[str, Seat, Penalty]


def missing_fouls(difference: Mapping[Seat, int]) -> list[Missing]:
    """Return the fouls (code, seat, penalty) that explain ``difference``: totals minus hands, in points by seat.

    One foul is preferred to two; the list is empty if no two fouls explain it. The hand is unknown, so no dead hand
    follows. If one seat alone lost points of the tariff, it is a violation without a payee (3.11.2.2).
    """
    seats = tuple(difference)
    moves = _moves(seats)
    for foul, moved in moves:
        if moved == dict(difference):
            return [foul]
    for first, moved in moves:
        for second, second_moved in moves:
            if all(moved[seat] + second_moved[seat] == difference[seat] for seat in seats):
                return [first, second]
    lost = [seat for seat in seats if difference[seat]]
    if len(lost) == 1 and -difference[lost[0]] in TARIFF:
        return [("violation", lost[0], Penalty((POINTS,), -difference[lost[0]], NOBODY))]
    return []


def _moves(seats: tuple[Seat, ...]) -> list[tuple[Missing, dict[Seat, int]]]:
    """Return every foul that pays each other player, and its burnt form, with the points it moves by seat."""
    moves: list[tuple[Missing, dict[Seat, int]]] = []
    for seat in seats:
        payee_count = len(seats) - 1
        ways = [dict.fromkeys(seats, each) | {seat: -each * payee_count} for each in _EACH]
        ways += [dict.fromkeys(seats, 0) | {seat: -lost} for lost in BURNT.values()]
        for moved in ways:
            known = recorded_as(seat, moved)
            if known is not None:
                code, penalty = known
                effects = tuple(effect for effect in penalty.effects if effect != DEAD_HAND)
                moves.append(((code, seat, replace(penalty, effects=effects)), moved))
    return moves
