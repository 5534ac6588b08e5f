"""Which fans the sets, the tiles and the way of winning show, before anything is excluded (3.8.1, appendix 1).

Each function answers for one aspect and knows no rule set. Chows are named by their lowest tile, pungs by their tile.
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

# 8, 11 and 18 speak of pungs and a pair (A12): thirteen single tiles are none of them.
OF_PUNGS = (8, 11, 18)


def _suits(tiles: Sequence[int]) -> int:
    return len({tile // 9 for tile in tiles})


def two_chows(chows: Sequence[int]) -> int | None:
    """69, 70, 71, 72 or None."""
    low, high = sorted(chows)
    if low // 9 != high // 9:
        return 70 if low % 9 == high % 9 else None
    return {0: 69, 3: 71, 6: 72}.get(high - low)


def three_chows(chows: Sequence[int]) -> int | None:
    """23, 28, 30 in one suit, 39, 41, 51 in three, or None."""
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
    """14, 16 or None."""
    steps = {high - low for low, high in zip(chows, chows[1:], strict=False)}
    if _suits(chows) > 1 or len(steps) > 1:
        return None
    return {0: 14, 1: 16, 2: 16}.get(steps.pop())


def two_pungs(pungs: Sequence[int]) -> int | None:
    """65 or None."""
    return 65 if pungs[0] % 9 == pungs[1] % 9 else None


def three_pungs(pungs: Sequence[int]) -> int | None:
    """24 in one suit, 32, 42 in three, or None."""
    suits = _suits(pungs)
    low, middle, high = sorted(pung % 9 for pung in pungs)
    if suits == 2 or middle - low != high - middle:
        return None
    return {(1, 1): 24, (3, 0): 32, (3, 1): 42}.get((suits, middle - low))


def four_pungs(pungs: Sequence[int]) -> int | None:
    """15 or None."""
    return 15 if _suits(pungs) == 1 and max(pungs) - min(pungs) == 3 else None


class Combined(NamedTuple):
    """Fans of several sets: those that may count together, and those that 3.9.1.6 (2), (3), (5) keep out."""

    counted: tuple[Found, ...]
    left: tuple[Found, ...]


FanOf = Callable[[Sequence[int]], int | None]


def candidates(sets: Sequence[int], size: int, fan_of: FanOf) -> list[Found]:
    """Every fan that so many of the sets make together."""
    found = []
    for places in combinations(range(len(sets)), size):
        no = fan_of([sets[place] for place in places])
        if no is not None:
            found.append(Found(no, places))
    return found


def _joins_new(chosen: Sequence[Found]) -> bool:
    """Whether the fans, in this order, form a forest on the sets, and no set makes the same fan twice.

    Count-once, non-identical and non-separation (3.9.1.6 (2), (3), (5)) together: a fan of three sets joins three at
    once; afterwards a set that is not joined yet may be linked once to a joined one, so no fan may lie within sets
    that are joined already.
    """
    groups: list[set[int]] = []
    for one in chosen:
        sets = set(one.sets)
        if any(len(group & sets) > 1 for group in groups):
            return False
        touched = [group for group in groups if group & sets]
        groups = [group for group in groups if not group & sets] + [sets.union(*touched)]
    uses = [(one.no, place) for one in chosen for place in one.sets]
    return len(uses) == len(set(uses))


def _rank(chosen: Sequence[Found]) -> tuple[int, list[int]]:
    numbers = sorted(one.no for one in chosen)
    return -sum(VALUES_2014[no] for no in numbers), numbers


def _extended(first: tuple[Found, ...], links: Sequence[Found], sets: int) -> list[tuple[Found, ...]]:
    """`first` with as many links as can be added, in every way."""
    for size in range(min(sets - 1, len(links)), -1, -1):
        found = [(*first, *added) for added in combinations(links, size) if _joins_new((*first, *added))]
        if found:
            return found
    return [first]


def _combine(sets: Sequence[int], four: FanOf, three: FanOf, two: FanOf) -> Combined:
    """The most that the sets can count together; of equals the one with the smallest sorted list of numbers."""
    large = (candidates(sets, 4, four) if len(sets) == 4 else []) + candidates(sets, 3, three)
    small = candidates(sets, 2, two)
    if not large and not small:
        return Combined((), ())
    options = [chosen for first in [(), *((one,) for one in large)] for chosen in _extended(first, small, len(sets))]
    counted = min(options, key=_rank)
    return Combined(counted, tuple(one for one in large + small if one not in counted))


def chow_fans(chows: Sequence[int]) -> Combined:
    """Fans of the chows among themselves; `chows` sorted. The sets are places in `chows`."""
    return _combine(chows, four_chows, three_chows, two_chows)


def pung_fans(pungs: Sequence[int]) -> Combined:
    """Fans of pungs of suit tiles, with 73 for each of terminals; `pungs` sorted. The sets are places in `pungs`."""
    combined = _combine(pungs, four_pungs, three_pungs, two_pungs)
    terminal = tuple(Found(73, (place,)) for place, pung in enumerate(pungs) if pung % 9 in (0, 8))
    return combined._replace(counted=combined.counted + terminal)


def paired_chow_fans(chows: Sequence[int], pair: int) -> list[int]:
    """What four chows are with their pair: 13, 29, 63."""
    if pair >= EAST:
        return []
    found = [63]
    if pair % 9 == 4 and sorted(chow % 9 for chow in chows) == [0, 0, 6, 6]:
        suits = {chow // 9 for chow in chows}
        if suits == {pair // 9}:
            found.append(13)
        elif len(suits) == 2 and pair // 9 not in suits and len(set(chows)) == 4:
            found.append(29)
    return found


def honour_fans(pungs: Sequence[int], pair: int, seat: int, prevalent: int) -> list[Found]:
    """Fans of pungs of honours with the pair. The sets are places in `pungs`."""
    winds = tuple(place for place, pung in enumerate(pungs) if pung < RED)
    dragons = tuple(place for place, pung in enumerate(pungs) if pung >= RED)
    found = [Found(73, (place,)) for place in winds]
    found += [Found(60, (place,)) for place in winds if pungs[place] == EAST + prevalent]
    found += [Found(61, (place,)) for place in winds if pungs[place] == EAST + seat]
    found += [Found(59, (place,)) for place in dragons]
    if len(winds) >= 3:
        found.append(Found(38, winds))
        if len(winds) == 4:
            found.append(Found(1, winds))
        elif EAST <= pair < RED:
            found.append(Found(9, winds))
    if len(dragons) >= 2:
        found.append(Found(54, dragons))
        if len(dragons) == 3:
            found.append(Found(2, dragons))
        elif pair >= RED:
            found.append(Found(10, dragons))
    return found


def kong_fans(melded: int, concealed: int, concealed_pungs: int) -> list[int]:
    """Fans of kongs and concealed pungs; `concealed_pungs` without the concealed kongs (3.8.1 nos. 5, 12, 17, 33, 48,
    57, 66, 67, 74).

    Beyond two, concealed kongs are counted by the series of concealed pungs only (A15).
    """
    found = [74] * melded + [67] * (concealed if concealed <= 2 else 0)
    if melded >= 2:
        found.append(57)
    if concealed == 2:
        found.append(48)
    if melded and concealed:
        found.append(MIXED_KONGS)
    if melded + concealed >= 3:
        found.append(17)
    if melded + concealed == 4:
        found.append(5)
    hidden = concealed + concealed_pungs
    return found + [no for least, no in ((2, 66), (3, 33), (4, 12)) if hidden >= least]


def tile_fans(traits: int) -> list[int]:
    """Fans of which tiles occur, whatever the sets; `traits` as in parts."""
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
    return [no for no, there in within.items() if there]


# What a set misses, as bits: a terminal or honour, a five; being a pung or pair of an even number.
NO_TERMINAL, NO_FIVE, NOT_EVEN = 1, 2, 4


def chow_misses(chow: int) -> int:
    """Bits for a chow."""
    return NOT_EVEN | (chow % 9 not in (0, 6) and NO_TERMINAL) | (not 2 <= chow % 9 <= 4 and NO_FIVE)


def pung_misses(tile: int) -> int:
    """Bits for a pung, kong or pair."""
    if tile >= EAST:
        return NO_FIVE | NOT_EVEN
    rank = tile % 9
    return (rank not in (0, 8) and NO_TERMINAL) | (rank != 4 and NO_FIVE) | (rank % 2 == 0 and NOT_EVEN)


def every_set_fans(misses: int) -> list[int]:
    """55, 31, 21: what every set and the pair have in common."""
    return [no for no, bit in ((55, NO_TERMINAL), (31, NO_FIVE), (21, NOT_EVEN)) if not misses & bit]


class Way(NamedTuple):
    """How the hand was won; `open_melds`: 0 none, 4 all four, else some."""

    self_drawn: bool
    wall_last: bool
    kong: bool
    last_of_kind: bool
    open_melds: int


def way_fans(way: Way) -> list[int]:
    """44 to 47, 53, 56, 58, 62, 80. A concealed kong is no open meld (3.4.19, 53: A19)."""
    found = []
    if way.wall_last:
        found.append(44 if way.self_drawn else 45)
    if way.kong:
        found.append(46 if way.self_drawn else 47)
    if way.last_of_kind:
        found.append(58)
    if way.open_melds == 0:
        found.append(62)
    if way.self_drawn:
        found += [80, 56] if way.open_melds == 0 else [80]
    elif way.open_melds == 4:
        found.append(53)
    return found


def wait_fan(win: int, chows: Sequence[int], pair: int) -> int | None:
    """77, 78 or 79 by the place of the tile in the concealed sets, if it was the only one waited for (A7)."""
    rank = win % 9
    if win < EAST and (rank == 2 and win - 2 in chows or rank == 6 and win in chows):
        return 77
    if win - 1 in chows:
        return 78
    return 79 if win == pair else None
