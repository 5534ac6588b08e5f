"""Tiles packed into one integer, and what one suit of them can be: the tables that make the engine fast.

A hand's tiles are one integer of 34 counts of three bits, tile 0 lowest. The counts of one suit, 27 bits of it, are a
key; everything that the tiles of one suit decide by themselves is worked out once for each key and kept.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import NamedTuple, TypeVar

from scoring.rules.fans.tiles import EAST, GREEN, RED, REVERSIBLE, TILES

UNIT = tuple(1 << 3 * tile for tile in TILES)
SUIT_BITS = 27
SUIT_MASK = (1 << SUIT_BITS) - 1
# One bit for each tile: exactly one of it, an odd number of it, all four of it.
ONES = sum(UNIT)
FOURS = 4 * ONES
# Tables forget everything beyond this size, so that no series of odd hands can fill the memory.
LIMIT = 200_000

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Table(dict[Key, Value]):
    """Answers of a pure function of one argument, kept; reading a known one costs what a dict costs."""

    def __init__(self, function: Callable[[Key], Value]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, key: Key) -> Value:
        if len(self) >= LIMIT:
            self.clear()
        value = self[key] = self.function(key)
        return value


def pack(tiles: Iterable[int]) -> int:
    """The tiles as one integer."""
    return sum(map(UNIT.__getitem__, tiles))


def unpack(key: int) -> list[int]:
    """34 counts."""
    return [key >> 3 * tile & 7 for tile in TILES]


NO_PAIR = -1


class Division(NamedTuple):
    """One way to cut tiles into sets: chows by their lowest tile, pungs, and the pair's tile or NO_PAIR; sorted."""

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int


class Part(NamedTuple):
    """What the tiles of one suit, or the honours, are. `divisions`: every way to cut them, none if there is none.

    `paired`: those hold the pair. `traits`: see traits_of. `knitted`: bit g is set if 1-4-7 (g=0), 2-5-8 or 3-6-9 are
    all there.
    """

    divisions: tuple[Division, ...]
    paired: bool
    traits: int
    knitted: int


# Traits of tiles: bits 0-8 ranks that occur, 9-11 suits, then winds, dragons, and tiles that are not green or not
# reversible.
RANKS = 0b111111111
SUITS_SHIFT, SUITS_MASK = 9, 0b111
WIND, DRAGON, NOT_GREEN, NOT_REVERSIBLE = (1 << bit for bit in range(12, 16))
HONOUR = WIND | DRAGON


def _traits(tile: int) -> int:
    suited = 1 << tile % 9 | 1 << SUITS_SHIFT + tile // 9
    kind = suited if tile < EAST else WIND if tile < RED else DRAGON
    return kind | (tile not in GREEN and NOT_GREEN) | (tile not in REVERSIBLE and NOT_REVERSIBLE)


TRAITS = tuple(_traits(tile) for tile in TILES)


def traits_of(tiles: Iterable[int]) -> int:
    """The traits of all tiles together: what occurs."""
    word = 0
    for tile in tiles:
        word |= TRAITS[tile]
    return word


def divisions(counts: list[int], first: int, *, pair_left: bool, chows: bool = True) -> Iterator[Division]:
    """Every way to cut all tiles counted into sets, with one pair if `pair_left`; `first` is the tile of counts[0]."""
    low = next((at for at, count in enumerate(counts) if count), None)
    if low is None:
        if not pair_left:
            yield Division((), (), NO_PAIR)
        return
    tile = first + low
    if counts[low] >= 3:
        for rest in _without(counts, (low,) * 3, first, pair_left, chows):
            yield rest._replace(pungs=(tile, *rest.pungs))
    if pair_left and counts[low] >= 2:
        for rest in _without(counts, (low,) * 2, first, False, chows):
            yield rest._replace(pair=tile)
    if chows and low < 7 and counts[low + 1] and counts[low + 2]:
        for rest in _without(counts, (low, low + 1, low + 2), first, pair_left, chows):
            yield rest._replace(chows=(tile, *rest.chows))


def _without(counts: list[int], taken: tuple[int, ...], first: int, pair_left: bool, chows: bool) -> Iterator[Division]:
    for at in taken:
        counts[at] -= 1
    # The caller changes counts only after this is exhausted.
    found = tuple(divisions(counts, first, pair_left=pair_left, chows=chows))
    for at in taken:
        counts[at] += 1
    return iter(found)


def counts_of(key: int, size: int = 9) -> list[int]:
    """The counts in a suit's key."""
    return [key >> 3 * at & 7 for at in range(size)]


def _part(first: int, key: int) -> Part:
    counts = counts_of(key, 9 if first < EAST else 7)
    total = sum(counts)
    ways = set(divisions(counts, first, pair_left=total % 3 == 2, chows=first < EAST)) if total % 3 != 1 else set()
    knitted = sum(1 << group for group in range(3) if first < EAST and all(counts[at] for at in range(group, 9, 3)))
    present = [first + at for at, count in enumerate(counts) if count]
    return Part(tuple(sorted(ways)), total % 3 == 2, traits_of(present), knitted)


# Of characters, dots, bamboos and honours, by their keys.
PARTS: tuple[Table[int, Part], ...] = tuple(Table(partial(_part, first)) for first in (0, 9, 18, EAST))
Four = tuple[Part, Part, Part, Part]


def parts(key: int) -> Four:
    """The four parts of packed tiles."""
    return (
        PARTS[0][key & SUIT_MASK],
        PARTS[1][key >> SUIT_BITS & SUIT_MASK],
        PARTS[2][key >> 2 * SUIT_BITS & SUIT_MASK],
        PARTS[3][key >> 3 * SUIT_BITS],
    )


def cuts(four: Four) -> Iterator[tuple[Division, ...]]:
    """Every way to cut four parts into sets and one pair, part by part."""
    if four[0].paired + four[1].paired + four[2].paired + four[3].paired != 1:
        return iter(())
    return product(four[0].divisions, four[1].divisions, four[2].divisions, four[3].divisions)


def joined(ways: tuple[Division, ...]) -> Division:
    """The divisions of the four parts as one."""
    one, two, three, honours = ways
    return Division(
        one.chows + two.chows + three.chows,
        one.pungs + two.pungs + three.pungs + honours.pungs,
        max(one.pair, two.pair, three.pair, honours.pair),
    )
