"""Hands of 14 tiles that are not sets and a pair, by their packed tiles (see parts.py)."""

from itertools import permutations

from scoring.tiles.rules.parts import ONES, SUIT_BITS, UNIT, pack, parts
from scoring.tiles.rules.tiles import EAST, TERMINALS_AND_HONOURS, TILES

HONOUR_TILES = pack(range(EAST, len(TILES)))
ORPHANS = pack(TERMINALS_AND_HONOURS)
ORPHAN_PAIRS = frozenset(UNIT[tile] for tile in TERMINALS_AND_HONOURS)
NINE_GATES = frozenset(pack((0, 0, 0, *range(1, 8), 8, 8, 8)) << SUIT_BITS * suit for suit in range(3))
SHIFTED_PAIRS = frozenset(2 * pack(range(low, low + 7)) << SUIT_BITS * suit for suit in range(3) for low in range(3))
# The six knitted straights, each as its nine tiles packed, by their groups: (0, 1, 2) is 147m 258p 369s.
KNITTED = {
    groups: pack(9 * suit + rank for suit, group in enumerate(groups) for rank in range(group, 9, 3))
    for groups in permutations(range(3))
}


def is_seven_pairs(key: int) -> bool:
    """Whether 14 packed tiles are pairs; four of a kind are two pairs (no. 19: A11; IMJ 26.4)."""
    return not key & ONES


def is_thirteen_orphans(key: int) -> bool:
    """Whether 14 packed tiles are all terminals and honours, one of them twice (no. 7; IMJ 25.2(4))."""
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
    """Whether 13 packed tiles are 1112345678999 of one suit (no. 4: A14; IMJ 25.1(5)): the wait for all nine."""
    return key in NINE_GATES


def is_shifted_pairs(key: int) -> bool:
    """Whether 14 packed tiles are seven pairs in a row (no. 6; IMJ 25.1(4))."""
    return key in SHIFTED_PAIRS
