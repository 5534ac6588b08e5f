"""The readings of a hand: its shapes (3.7.2) with all cuts into sets."""

from typing import Literal, NamedTuple

from scoring.fans.rules.hands.hand import Hand
from scoring.fans.rules.hands.parts import NO_PAIR, ONES, SUIT_BITS, UNIT, Division, cuts, joined, pack, parts
from scoring.fans.rules.hands.tiles import EAST, TERMINALS_AND_HONOURS, TILES
from scoring.fans.rules.hands.waiting import KNITTED

Shape = Literal["basic", "seven_pairs", "thirteen_orphans", "knitted_straight", "honours_and_knitted"]
HONOUR_TILES = pack(range(EAST, len(TILES)))
ORPHANS = pack(TERMINALS_AND_HONOURS)
ORPHAN_PAIRS = frozenset(UNIT[tile] for tile in TERMINALS_AND_HONOURS)
NINE_GATES = frozenset(pack((0, 0, 0, *range(1, 8), 8, 8, 8)) << SUIT_BITS * suit for suit in range(3))
SHIFTED_PAIRS = frozenset(2 * pack(range(low, low + 7)) << SUIT_BITS * suit for suit in range(3) for low in range(3))


class Reading(NamedTuple):
    """One way to read a hand.

    `division`: the sets cut from the concealed tiles; `straight`: the nine tiles of a knitted straight.
    """

    shape: Shape
    division: Division
    straight: tuple[int, ...] = ()


NOTHING = Division((), (), NO_PAIR)


def is_seven_pairs(key: int) -> bool:
    """Whether 14 packed tiles are pairs; four of a kind are two pairs (no. 19: A11)."""
    return not key & ONES


def is_thirteen_orphans(key: int) -> bool:
    """Whether 14 packed tiles are all terminals and honours, one of them twice (no. 7)."""
    return (key - ORPHANS) in ORPHAN_PAIRS


def knitted_straight(key: int) -> int | None:
    """Return the nine tiles of a knitted straight in packed tiles, packed, or None (no. 35).

    At most one of the six straights fits into 14 tiles.
    """
    first, second, third, _ = parts(key)
    if not (first.knitted and second.knitted and third.knitted):
        return None
    for (rank1, rank2, rank3), nine in KNITTED.items():
        if first.knitted >> rank1 & 1 and second.knitted >> rank2 & 1 and third.knitted >> rank3 & 1:
            return nine
    return None


def is_honours_and_knitted(key: int) -> bool:
    """Whether 14 packed tiles are single honours and single tiles of one knitted straight (nos. 20, 34)."""
    single = not key & ~ONES
    return single and any(not key & ~(nine | HONOUR_TILES) for nine in KNITTED.values())


def is_nine_gates(key: int) -> bool:
    """Whether 13 packed tiles are 1112345678999 of one suit (no. 4): the wait for all nine (A14)."""
    return key in NINE_GATES


def is_shifted_pairs(key: int) -> bool:
    """Whether 14 packed tiles are seven pairs in a row (no. 6)."""
    return key in SHIFTED_PAIRS


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
