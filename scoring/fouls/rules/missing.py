"""Fouls that stand only in the signed totals of a table, found from how these differ from the hands."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.fouls.rules.catalogue import DEAD_HAND, POINTS
from scoring.fouls.rules.proposing import BURNT, TARIFF, Penalty, recorded_as
from scoring.game.rules.seats import Seat
from scoring.sheets.rules.entering import NOBODY

#: What to each is missing from the hands, or burnt: the points of false wins and of pushed tiles.
_EACH = (10, 20, 30)
Missing = tuple[str, Seat, Penalty]


def missing_fouls(difference: Mapping[Seat, int]) -> list[Missing]:
    """The fouls (code, seat, penalty) that explain totals minus hands by seat: one, else two; none if no two do.

    The hand is not known, so no dead hand follows. One column alone that lost points of the tariff is a violation that
    nobody received (3.11.2.2).
    """
    seats = tuple(difference)
    moves = _moves(seats)
    for foul, moved in moves:
        if moved == dict(difference):
            return [foul]
    for first, moved in moves:
        for second, more in moves:
            if all(moved[seat] + more[seat] == difference[seat] for seat in seats):
                return [first, second]
    lost = [seat for seat in seats if difference[seat]]
    if len(lost) == 1 and -difference[lost[0]] in TARIFF:
        return [("violation", lost[0], Penalty((POINTS,), -difference[lost[0]], NOBODY))]
    return []


def _moves(seats: tuple[Seat, ...]) -> list[tuple[Missing, dict[Seat, int]]]:
    """Every foul that pays each, or the same burnt, with what it moves."""
    found: list[tuple[Missing, dict[Seat, int]]] = []
    for seat in seats:
        others = len(seats) - 1
        ways = [dict.fromkeys(seats, each) | {seat: -each * others} for each in _EACH]
        ways += [dict.fromkeys(seats, 0) | {seat: -lost} for lost in BURNT.values()]
        for moved in ways:
            known = recorded_as(seat, moved)
            if known is not None:
                code, penalty = known
                effects = tuple(one for one in penalty.effects if one != DEAD_HAND)
                found.append(((code, seat, replace(penalty, effects=effects)), moved))
    return found
