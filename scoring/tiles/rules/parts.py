"""Tiles packed into one integer, and tables of single suits that make the engine fast.

A hand's tiles are one integer of 34 counts of three bits, tile 0 lowest. The counts of one suit (27 bits) are a cache
key for everything that depends on the tiles of that suit alone.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import NamedTuple, TypeVar

from scoring.tiles.rules.tiles import EAST, GREEN, RED, REVERSIBLE, TILES

UNIT = tuple(1 << 3 * tile for tile in TILES)
SUIT_BITS = 27
SUIT_MASK = (1 << SUIT_BITS) - 1
# One bit for each tile: exactly one of it, an odd number of it, all four of it.
ONES = sum(UNIT)
FOURS = 4 * ONES
# A table is cleared at this size, so that a series of unusual hands cannot fill the memory.
LIMIT = 50_000

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Table(dict[Key, Value]):
    """A cache of a pure function of one argument; a hit costs one dict lookup."""

    def __init__(self, function: Callable[[Key], Value]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, key: Key) -> Value:
        if len(self) >= LIMIT:
            self.clear()
        value = self[key] = self.function(key)
        return value


def pack(tiles: Iterable[int]) -> int:
    """Return the tiles as one integer."""
    return sum(map(UNIT.__getitem__, tiles))


NO_PAIR = -1


class Division(NamedTuple):
    """One way to cut tiles into sets: chows by their lowest tile, pungs, and the pair's tile or NO_PAIR; sorted."""

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int


class Part(NamedTuple):
    """The properties of the tiles of one suit, or of the honours.

    `divisions`: all ways to cut them into sets; `paired`: the divisions have the pair; `traits`: see traits_of;
    `knitted`: bit g is set if all of 1-4-7 (g=0), 2-5-8 (g=1) or 3-6-9 (g=2) occur.
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
    """Return the union of the traits of all tiles."""
    word = 0
    for tile in tiles:
        word |= TRAITS[tile]
    return word


def counts_of(key: int, size: int = 9) -> list[int]:
    """Return the counts in a suit's key."""
    return [key >> 3 * rank & 7 for rank in range(size)]


Ways = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


def _sets(key: int) -> Ways:
    """Return all ways to cut the tiles of a suit into chows and pungs, named by rank from 0."""
    if not key:
        return (((), ()),)
    low = ((key & -key).bit_length() - 1) // 3
    ways = []
    if key >> 3 * low & 7 >= 3:
        ways += [(chows, (low, *pungs)) for chows, pungs in SETS[key - (3 << 3 * low)]]
    if low < 7 and key >> 3 * low + 3 & 7 and key >> 3 * low + 6 & 7:
        ways += [((low, *chows), pungs) for chows, pungs in SETS[key - (0o111 << 3 * low)]]
    return tuple(dict.fromkeys(ways))


def _honour_sets(key: int) -> Ways:
    """Return the one way to cut honours into pungs, if there is one: three of each."""
    counts = counts_of(key, 7)
    return () if set(counts) - {0, 3} else (((), tuple(at for at, count in enumerate(counts) if count)),)


SETS: Table[int, Ways] = Table(_sets)
HONOUR_SETS: Table[int, Ways] = Table(_honour_sets)


def _divisions(first: int, key: int, counts: list[int]) -> Iterator[Division]:
    sets, size = HONOUR_SETS if first == EAST else SETS, sum(counts) % 3
    pairs = [NO_PAIR] if size == 0 else [at for at, count in enumerate(counts) if count >= 2] if size == 2 else []
    for at in pairs:
        rest, pair = (key, NO_PAIR) if size == 0 else (key - (2 << 3 * at), first + at)
        for chows, pungs in sets[rest]:
            yield Division(tuple(first + chow for chow in chows), tuple(first + pung for pung in pungs), pair)


def _part(first: int, key: int) -> Part:
    counts = counts_of(key, 9 if first < EAST else 7)
    groups = [group for group in range(3) if first < EAST and all(counts[group::3])]
    return Part(
        divisions=tuple(_divisions(first, key, counts)),
        paired=sum(counts) % 3 == 2,
        traits=traits_of(first + at for at, count in enumerate(counts) if count),
        knitted=sum(1 << group for group in groups),
    )


# Of characters, dots, bamboos and honours, by their keys.
PARTS: tuple[Table[int, Part], ...] = tuple(Table(partial(_part, first)) for first in (0, 9, 18, EAST))
Four = tuple[Part, Part, Part, Part]


def parts(key: int) -> Four:
    """Return the four parts of packed tiles."""
    return (
        PARTS[0][key & SUIT_MASK],
        PARTS[1][key >> SUIT_BITS & SUIT_MASK],
        PARTS[2][key >> 2 * SUIT_BITS & SUIT_MASK],
        PARTS[3][key >> 3 * SUIT_BITS],
    )


def cuts(four: Four) -> Iterator[tuple[Division, ...]]:
    """Return all ways to cut four parts into sets and one pair, part by part."""
    if four[0].paired + four[1].paired + four[2].paired + four[3].paired != 1:
        return iter(())
    return product(four[0].divisions, four[1].divisions, four[2].divisions, four[3].divisions)


def joined(ways: tuple[Division, ...]) -> Division:
    """Return the divisions of the four parts as one."""
    first, second, third, honours = ways
    return Division(
        first.chows + second.chows + third.chows,
        first.pungs + second.pungs + third.pungs + honours.pungs,
        max(first.pair, second.pair, third.pair, honours.pair),
    )
