"""Find the fans of honours, kongs, tiles, wait, way of winning and special shapes before exclusions (3.8.1, A1).

Each function covers one aspect and does not depend on the rule set. A chow is named by its lowest tile, a pung by its
tile. Fans of several chows or pungs: combining.py.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.fans.rules.counting.exclusions import ShownFan
from scoring.fans.rules.sets.catalogue import MIXED_KONGS
from scoring.tiles.rules.parts import (
    DRAGON,
    HONOUR,
    NOT_GREEN,
    NOT_REVERSIBLE,
    RANKS,
    SUIT_BITS,
    SUITS_MASK,
    SUITS_SHIFT,
    WIND,
)
from scoring.tiles.rules.shapes import is_shifted_pairs, knitted_straight
from scoring.tiles.rules.tiles import EAST, HONOURS, RED

# 8, 11 and 18 require pungs and a pair (A12), which thirteen single tiles do not have.
OF_PUNGS = (8, 11, 18)


def honour_fans(pungs: Sequence[int], pair: int, seat: int, prevalent: int) -> list[ShownFan]:
    """Return the fans of pungs of honours with the pair; their sets are indexes into `pungs`."""
    winds = tuple(index for index, pung in enumerate(pungs) if pung < RED)
    dragons = tuple(index for index, pung in enumerate(pungs) if pung >= RED)
    fans = [ShownFan(73, (index,)) for index in winds]
    fans += [ShownFan(60, (index,)) for index in winds if pungs[index] == EAST + prevalent]
    fans += [ShownFan(61, (index,)) for index in winds if pungs[index] == EAST + seat]
    fans += [ShownFan(59, (index,)) for index in dragons]
    if len(winds) >= 3:
        fans.append(ShownFan(38, winds))
        if len(winds) == 4:
            fans.append(ShownFan(1, winds))
        elif EAST <= pair < RED:
            fans.append(ShownFan(9, winds))
    if len(dragons) >= 2:
        fans.append(ShownFan(54, dragons))
        if len(dragons) == 3:
            fans.append(ShownFan(2, dragons))
        elif pair >= RED:
            fans.append(ShownFan(10, dragons))
    return fans


def kong_fans(melded: int, concealed: int, concealed_pungs: int) -> list[int]:
    """Return the fans of kongs and concealed pungs (3.8.1 nos. 5, 12, 17, 33, 48, 57, 66, 67, 74).

    `concealed_pungs`: without concealed kongs. Three or more concealed kongs count only in the series of concealed
    pungs (A15).
    """
    fans = [74] * melded + [67] * (concealed if concealed <= 2 else 0)
    if melded >= 2:
        fans.append(57)
    if concealed == 2:
        fans.append(48)
    if melded and concealed:
        fans.append(MIXED_KONGS)
    if melded + concealed >= 3:
        fans.append(17)
    if melded + concealed == 4:
        fans.append(5)
    hidden = concealed + concealed_pungs
    return fans + [no for least, no in ((2, 66), (3, 33), (4, 12)) if hidden >= least]


def tile_fans(traits: int) -> list[int]:
    """Return the fans that depend only on the tiles; `traits` as in parts."""
    ranks, suits, honours = traits & RANKS, (traits >> SUITS_SHIFT & SUITS_MASK).bit_count(), traits & HONOUR
    within = {
        8: ranks & 0b011111110 == 0 and not honours, 11: not suits, 18: ranks & 0b011111110 == 0,
        3: not traits & NOT_GREEN, 40: not traits & NOT_REVERSIBLE,
        22: suits == 1 and not honours, 50: suits == 1 and bool(honours), 75: suits < 3,
        52: suits == 3 and honours == WIND | DRAGON, 76: not honours,
    }  # fmt: skip
    if not honours:
        only = {25: 0b111000000, 26: 0b000111000, 27: 0b000000111, 36: 0b111100000, 37: 0b000001111, 68: 0b011111110}
        within |= {no: not ranks & ~allowed for no, allowed in only.items()}
    return [no for no, present in within.items() if present]


# Properties that a set lacks, as bits: a terminal or honour, a five, being a pung or pair of an even number.
NO_TERMINAL, NO_FIVE, NOT_EVEN = 1, 2, 4


def chow_misses(chow: int) -> int:
    """Return the bits of a chow."""
    return NOT_EVEN | (chow % 9 not in (0, 6) and NO_TERMINAL) | (not 2 <= chow % 9 <= 4 and NO_FIVE)


def pung_misses(tile: int) -> int:
    """Return the bits of a pung, kong or pair."""
    if tile >= EAST:
        return NO_FIVE | NOT_EVEN
    rank = tile % 9
    return (rank not in (0, 8) and NO_TERMINAL) | (rank != 4 and NO_FIVE) | (rank % 2 == 0 and NOT_EVEN)


def every_set_fans(misses: int) -> list[int]:
    """Return 55, 31, 21 if all sets and the pair have the property."""
    return [no for no, bit in ((55, NO_TERMINAL), (31, NO_FIVE), (21, NOT_EVEN)) if not misses & bit]


class Way(NamedTuple):
    """The way of winning; `open_melds`: the number of open melds."""

    self_drawn: bool
    wall_last: bool
    kong: bool
    last_of_kind: bool
    open_melds: int


def way_fans(way: Way) -> list[int]:
    """Return 44 to 47, 53, 56, 58, 62, 80; a concealed kong is not an open meld (3.4.19, 53: A19)."""
    fans = []
    if way.wall_last:
        fans.append(44 if way.self_drawn else 45)
    if way.kong:
        fans.append(46 if way.self_drawn else 47)
    if way.last_of_kind:
        fans.append(58)
    if way.open_melds == 0:
        fans.append(62)
    if way.self_drawn:
        fans += [80, 56] if way.open_melds == 0 else [80]
    elif way.open_melds == 4:
        fans.append(53)
    return fans


def wait_fan(win: int, chows: Sequence[int], pair: int) -> int | None:
    """Return 77, 78 or 79 by the tile's position in the concealed sets; the caller checks for other waits (A7)."""
    rank = win % 9
    if win < EAST and (rank == 2 and win - 2 in chows or rank == 6 and win in chows):
        return 77
    if win - 1 in chows:
        return 78
    return 79 if win == pair else None


# Thirteen Orphans: all its parts have terminals or honours (55), and the wait for its pair is a single wait (79).
ORPHANS_FANS = (7, 55, 79)


def seven_pairs_fans(key: int) -> list[int]:
    """Return the fans of seven pairs that do not depend on single tiles: 19 or 6, with 79 for the single wait."""
    return [6, 19, 79] if is_shifted_pairs(key) else [19, 79]


def honours_and_knitted_fans(key: int) -> list[int]:
    """Return the fans of honours and knitted tiles: 34; 20 with all honours; 35 with nine knitted tiles (A28)."""
    honours = (key >> 3 * SUIT_BITS).bit_count()
    return [34, 79] + ([20] if honours == len(HONOURS) else []) + ([35] if knitted_straight(key) is not None else [])


def holds(chows: Iterable[int], tile: int) -> bool:
    """Whether any of the chows has the tile."""
    return tile < EAST and any(chow <= tile <= chow + 2 for chow in chows)
