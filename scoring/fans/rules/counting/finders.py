"""Find the fans of sets, tiles and way of winning before exclusions (3.8.1, appendix 1).

Each function covers one aspect and does not depend on the rule set. A chow is named by its lowest tile, a pung by its
tile.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.fans.rules.counting.found import Found
from scoring.fans.rules.hands.parts import (
    DRAGON,
    HONOUR,
    NOT_GREEN,
    NOT_REVERSIBLE,
    RANKS,
    SUITS_MASK,
    SUITS_SHIFT,
    WIND,
)
from scoring.fans.rules.hands.tiles import EAST, RED
from scoring.fans.rules.sets.catalogue import MIXED_KONGS
from scoring.fans.rules.sets.rule_sets import VALUES_2014

# 8, 11 and 18 require pungs and a pair (A12), which thirteen single tiles do not have.
OF_PUNGS = (8, 11, 18)


def _suits(tiles: Sequence[int]) -> int:
    return len({tile // 9 for tile in tiles})


def two_chows(chows: Sequence[int]) -> int | None:
    """Return 69, 70, 71, 72 or None."""
    low, high = sorted(chows)
    if low // 9 != high // 9:
        return 70 if low % 9 == high % 9 else None
    return {0: 69, 3: 71, 6: 72}.get(high - low)


def three_chows(chows: Sequence[int]) -> int | None:
    """Return 23, 28, 30 in one suit, 39, 41, 51 in three, or None."""
    suits = _suits(chows)
    if suits == 2:
        return None
    low, middle, high = sorted(chow % 9 for chow in chows)
    if middle - low != high - middle:
        return None
    if suits == 1:
        return {0: 23, 1: 30, 2: 30, 3: 28}.get(middle - low)
    return {0: 41, 1: 51, 3: 39}.get(middle - low)


def four_chows(chows: Sequence[int]) -> int | None:
    """Return 14, 16 or None."""
    steps = {high - low for low, high in zip(chows, chows[1:], strict=False)}
    if _suits(chows) > 1 or len(steps) > 1:
        return None
    return {0: 14, 1: 16, 2: 16}.get(steps.pop())


def two_pungs(pungs: Sequence[int]) -> int | None:
    """Return 65 or None."""
    return 65 if pungs[0] % 9 == pungs[1] % 9 else None


def three_pungs(pungs: Sequence[int]) -> int | None:
    """Return 24 in one suit, 32, 42 in three, or None."""
    suits = _suits(pungs)
    low, middle, high = sorted(pung % 9 for pung in pungs)
    if suits == 2 or middle - low != high - middle:
        return None
    return {(1, 1): 24, (3, 0): 32, (3, 1): 42}.get((suits, middle - low))


def four_pungs(pungs: Sequence[int]) -> int | None:
    """Return 15 or None."""
    return 15 if _suits(pungs) == 1 and max(pungs) - min(pungs) == 3 else None


class Combined(NamedTuple):
    """Fans of several sets: those that count together, and those that 3.9.1.6 (2), (3), (5) exclude."""

    counted: tuple[Found, ...]
    left: tuple[Found, ...]


FanOf = Callable[[Sequence[int]], int | None]


def candidates(sets: Sequence[int], size: int, fan_of: FanOf) -> list[Found]:
    """Return all fans that `size` of the sets make together."""
    fans = []
    for places in combinations(range(len(sets)), size):
        no = fan_of([sets[place] for place in places])
        if no is not None:
            fans.append(Found(no, places))
    return fans


def _joins_new(chosen: Sequence[Found]) -> bool:
    """Whether the fans, in this order, form a forest on the sets, and no set makes the same fan twice.

    This combines count-once, non-identical and non-separation (3.9.1.6 (2), (3), (5)): a fan of three sets joins three
    at once; then a set outside may be linked once to a joined one, so no fan may lie within joined sets.
    """
    groups: list[set[int]] = []
    for fan in chosen:
        sets = set(fan.sets)
        if any(len(group & sets) > 1 for group in groups):
            return False
        touched = [group for group in groups if group & sets]
        groups = [group for group in groups if not group & sets] + [sets.union(*touched)]
    uses = [(fan.no, place) for fan in chosen for place in fan.sets]
    return len(uses) == len(set(uses))


def _rank(chosen: Sequence[Found]) -> tuple[int, list[int]]:
    numbers = sorted(fan.no for fan in chosen)
    return -sum(VALUES_2014[no] for no in numbers), numbers


def _extended(first: tuple[Found, ...], links: Sequence[Found], sets: int) -> list[tuple[Found, ...]]:
    """Return all extensions of `first` by the largest possible number of links."""
    for size in range(min(sets - 1, len(links)), -1, -1):
        extensions = [(*first, *added) for added in combinations(links, size) if _joins_new((*first, *added))]
        if extensions:
            return extensions
    return [first]


def _combine(sets: Sequence[int], four: FanOf, three: FanOf, two: FanOf) -> Combined:
    """Return the combination with the most points; among equals the one with the smallest sorted list of numbers."""
    large = (candidates(sets, 4, four) if len(sets) == 4 else []) + candidates(sets, 3, three)
    small = candidates(sets, 2, two)
    if not large and not small:
        return Combined((), ())
    options = _extended((), small, len(sets))
    for fan in large:
        options += _extended((fan,), small, len(sets))
    counted = min(options, key=_rank)
    return Combined(counted, tuple(fan for fan in large + small if fan not in counted))


def chow_fans(chows: Sequence[int]) -> Combined:
    """Return the fans of sorted `chows`; their sets are indexes into `chows`."""
    return _combine(chows, four_chows, three_chows, two_chows)


def pung_fans(pungs: Sequence[int]) -> Combined:
    """Return the fans of sorted `pungs` of suit tiles, with 73 for each of terminals; sets are indexes into `pungs`."""
    combined = _combine(pungs, four_pungs, three_pungs, two_pungs)
    terminal = tuple(Found(73, (place,)) for place, pung in enumerate(pungs) if pung % 9 in (0, 8))
    return combined._replace(counted=combined.counted + terminal)


def paired_chow_fans(chows: Sequence[int], pair: int) -> list[int]:
    """Return the fans of four chows with their pair: 13, 29, 63."""
    if pair >= EAST:
        return []
    fans = [63]
    if pair % 9 == 4 and sorted(chow % 9 for chow in chows) == [0, 0, 6, 6]:
        suits = {chow // 9 for chow in chows}
        if suits == {pair // 9}:
            fans.append(13)
        elif len(suits) == 2 and pair // 9 not in suits and len(set(chows)) == 4:
            fans.append(29)
    return fans


def honour_fans(pungs: Sequence[int], pair: int, seat: int, prevalent: int) -> list[Found]:
    """Return the fans of pungs of honours with the pair; their sets are indexes into `pungs`."""
    winds = tuple(place for place, pung in enumerate(pungs) if pung < RED)
    dragons = tuple(place for place, pung in enumerate(pungs) if pung >= RED)
    fans = [Found(73, (place,)) for place in winds]
    fans += [Found(60, (place,)) for place in winds if pungs[place] == EAST + prevalent]
    fans += [Found(61, (place,)) for place in winds if pungs[place] == EAST + seat]
    fans += [Found(59, (place,)) for place in dragons]
    if len(winds) >= 3:
        fans.append(Found(38, winds))
        if len(winds) == 4:
            fans.append(Found(1, winds))
        elif EAST <= pair < RED:
            fans.append(Found(9, winds))
    if len(dragons) >= 2:
        fans.append(Found(54, dragons))
        if len(dragons) == 3:
            fans.append(Found(2, dragons))
        elif pair >= RED:
            fans.append(Found(10, dragons))
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
    """Return 44 to 47, 53, 56, 58, 62, 80; a concealed kong is no open meld (3.4.19, 53: A19)."""
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
