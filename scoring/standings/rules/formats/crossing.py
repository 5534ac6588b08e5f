"""The cross-over from pools to the next stage: which place of which pool meets which (3.5.4)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from string import ascii_uppercase

from scoring.standings.rules.knockout.bracket import Match

MOST_POOLS = len(ascii_uppercase)


@dataclass(frozen=True, slots=True, order=True)
class PoolPlace:
    """A place (from 1) in a pool (from 0)."""

    place: int
    pool: int

    def __str__(self) -> str:
        return f"{pool_letter(self.pool)}{self.place}"


def pool_letter(pool: int) -> str:
    """Return the letter of a pool (from 0)."""
    return ascii_uppercase[pool]


def pool_places(pools: int, count: int) -> list[PoolPlace]:
    """Return who goes on, if the best ``count`` of each pool do: all winners, then all seconds, and so on."""
    return [PoolPlace(place, pool) for place in range(1, count + 1) for pool in range(pools)]


def crossed(places: Sequence[PoolPlace], size: int) -> list[list[PoolPlace]]:
    """Return the usual cross-over: tables or matches of ``size``, with as few of one pool together as possible.

    If every pool sends the same number and the pools fill whole tables: A1-B2, C1-D2, then B1-A2, D1-C2; with three
    of each A1-B2-C3 and so on. Else a snake by place, in which equal places are exchanged while fewer of one pool meet.
    """
    pools = sorted({place.pool for place in places})
    count = len(places) // len(pools)
    if list(places) == pool_places(len(pools), count) and len(pools) % size == 0:
        rows = [[PoolPlace((pool + turn) % count + 1, pool) for pool in pools] for turn in range(count)]
        return [sorted(row[first : first + size]) for row in rows for first in range(0, len(row), size)]
    tables: list[list[PoolPlace]] = [[] for _table in range(len(places) // size)]
    for at, place in enumerate(places):
        lap, step = divmod(at, len(tables))
        tables[step if lap % 2 == 0 else len(tables) - 1 - step].append(place)
    return _apart(tables)


def same_pool(table: Sequence[PoolPlace]) -> int:
    """Return the pairs of one pool at a table."""
    return sum(comb(count, 2) for count in Counter(place.pool for place in table).values())


def _apart(tables: list[list[PoolPlace]]) -> list[list[PoolPlace]]:
    """Exchange equal places of two tables, the best exchange first, while fewer of one pool are together."""
    while True:
        choices = [
            (_change(tables, one, at, other, to), one, at, other, to)
            for one, other in combinations(range(len(tables)), 2)
            for at, here in enumerate(tables[one])
            for to, there in enumerate(tables[other])
            if here.place == there.place
        ]
        gain, one, at, other, to = min(choices, default=(0, 0, 0, 0, 0))
        if gain >= 0:
            return tables
        tables[one][at], tables[other][to] = tables[other][to], tables[one][at]


def _change(tables: Sequence[list[PoolPlace]], one: int, at: int, other: int, to: int) -> int:
    """Return how many pairs of one pool more an exchange makes."""
    first, second = list(tables[one]), list(tables[other])
    before = same_pool(first) + same_pool(second)
    first[at], second[to] = second[to], first[at]
    return same_pool(first) + same_pool(second) - before


def crossed_bracket(places: Sequence[PoolPlace], matches: Sequence[Match]) -> list[PoolPlace]:
    """Return who stands at each position of a bracket: the best have the byes, the others are crossed in its matches.

    ``places`` in the order of `pool_places`, as many as the bracket has positions.
    """
    first = [match for match in matches if match.round == 1]
    seeds = [sorted(source.seed for source in match.sources) for match in first]
    playing = [seed for match in seeds for seed in match]
    byes = len(places) - len(playing)
    at = dict(zip((seed for seed in range(1, len(places) + 1) if seed not in set(playing)), places, strict=False))
    tables = crossed(places[byes:], len(seeds[0]))
    for match, table in zip(seeds, tables, strict=True):
        at |= dict(zip(match, table, strict=True))
    return [at[seed] for seed in sorted(at)]


def as_ranks(order: Sequence[PoolPlace], places: Sequence[PoolPlace]) -> tuple[int, ...]:
    """Return an order as ranks (from 1) in ``places``."""
    return tuple(places.index(place) + 1 for place in order)
