"""The readings of a hand: its shapes (3.7.2) with all cuts into sets."""

from typing import Literal, NamedTuple

from scoring.fans.rules.hands.hand import Hand
from scoring.tiles.rules.parts import NO_PAIR, UNIT, Division, cuts, joined, pack, parts
from scoring.tiles.rules.shapes import is_honours_and_knitted, is_seven_pairs, is_thirteen_orphans, knitted_straight
from scoring.tiles.rules.tiles import TILES

Shape = Literal["basic", "seven_pairs", "thirteen_orphans", "knitted_straight", "honours_and_knitted"]


class Reading(NamedTuple):
    """One way to read a hand.

    `division`: the sets cut from the concealed tiles; `straight`: the nine tiles of a knitted straight.
    """

    shape: Shape
    division: Division
    straight: tuple[int, ...] = ()


NOTHING = Division((), (), NO_PAIR)


def readings(hand: Hand) -> list[Reading]:
    """Return all readings of the hand; none if it does not win."""
    key = pack(hand.tiles) + UNIT[hand.win]
    ways_to_read: list[Reading] = []
    if not hand.melds:
        if is_seven_pairs(key):
            ways_to_read.append(Reading("seven_pairs", NOTHING))
        if is_thirteen_orphans(key):
            ways_to_read.append(Reading("thirteen_orphans", NOTHING))
        if is_honours_and_knitted(key):
            ways_to_read.append(Reading("honours_and_knitted", NOTHING))
    if len(hand.melds) <= 1 and (nine := knitted_straight(key)) is not None:
        straight = tuple(tile for tile in TILES if nine & UNIT[tile])
        ways_to_read += [Reading("knitted_straight", way, straight) for way in map(joined, cuts(parts(key - nine)))]
    return ways_to_read + [Reading("basic", way) for way in map(joined, cuts(parts(key)))]
