"""Find the fans that several sets make together, and which of them count together (3.9.1.6).

A chow is named by its lowest tile, a pung by its tile.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.fans.rules.counting.exclusions import ShownFan
from scoring.fans.rules.sets.rule_sets import VALUES_2014
from scoring.tiles.rules.tiles import EAST


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

    counted: tuple[ShownFan, ...]
    left: tuple[ShownFan, ...]


FanOf = Callable[[Sequence[int]], int | None]


def candidates(sets: Sequence[int], size: int, fan_of: FanOf) -> list[ShownFan]:
    """Return all fans that `size` of the sets make together."""
    fans = []
    for indexes in combinations(range(len(sets)), size):
        no = fan_of([sets[index] for index in indexes])
        if no is not None:
            fans.append(ShownFan(no, indexes))
    return fans


def _joins_new(chosen: Sequence[ShownFan]) -> bool:
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
    uses = [(fan.no, index) for fan in chosen for index in fan.sets]
    return len(uses) == len(set(uses))


def _rank(chosen: Sequence[ShownFan]) -> tuple[int, list[int]]:
    numbers = sorted(fan.no for fan in chosen)
    return -sum(VALUES_2014[no] for no in numbers), numbers


def _extended(first: tuple[ShownFan, ...], links: Sequence[ShownFan], sets: int) -> list[tuple[ShownFan, ...]]:
    """Return all extensions of `first` by the largest possible number of links."""
    for size in range(min(sets - 1, len(links)), 0, -1):
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
    terminal = tuple(ShownFan(73, (index,)) for index, pung in enumerate(pungs) if pung % 9 in (0, 8))
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
