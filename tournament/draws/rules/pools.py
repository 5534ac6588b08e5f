"""Pools of a stage: players or teams dealt by a snake of their ranks or by lot, with countries apart (3.5.4).

Both kinds have as few pairs of one country in a pool as they find. ``docs/draws.md`` states the rule, ``verify_pools``
implements it a second time.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

from tournament.draws.rules.how import PoolKind
from tournament.draws.rules.numbers import SeedNumbers

POOL_KINDS: tuple[PoolKind, ...] = ("snake", "lot")
#: Rounds of the lots: each unit exchanges its pool with one of its country, then with one of all, and so again.
ROUNDS = ("country", "all", "country", "all")


@dataclass(frozen=True, slots=True)
class PoolUnit:
    """A player or a team that is dealt to a pool."""

    number: int
    country: str


@dataclass(frozen=True, slots=True)
class Pools:
    """The numbers of each pool; ``country_pairs``: pairs of one country in a pool; ``bound``: fewer are impossible."""

    pools: tuple[tuple[int, ...], ...]
    country_pairs: int
    bound: int


def pool_sizes(players: int, pools: int, step: int = 4) -> list[int]:
    """Return the size of each pool: multiples of ``step`` that differ by one step at most; the last pools have less.

    ``step`` is 4 for players, whose tables must not mix pools, and 1 for teams.
    """
    steps = -(-players // step)
    sizes = [step * (steps // pools + (at < steps % pools)) for at in range(pools)]
    sizes[-1] -= step * steps - players
    return sizes


def most_common(countries: Iterable[str]) -> str:
    """Return the country of a team: that of most of its players, of equally many the first by name; empty for none."""
    counts = Counter(filter(None, countries))
    return min(counts, key=lambda country: (-counts[country], country), default="")


def country_bound(units: Sequence[PoolUnit], pools: int) -> int:
    """Return a lower bound of the pairs of one country in a pool: each country spread evenly over all pools."""
    total = 0
    for size in Counter(unit.country for unit in units if unit.country).values():
        each, more = divmod(size, pools)
        total += (pools - more) * comb(each, 2) + more * comb(each + 1, 2)
    return total


def dealt_pools(units: Sequence[PoolUnit], sizes: Sequence[int], kind: PoolKind, seed: str = "") -> Pools:
    """Deal the units to pools of these sizes.

    ``snake``: ``units`` are in the order of their ranks; each row of a snake stays together, and units of a row
    exchange their pools while fewer pairs of one country meet, then while they come nearer to the snake. ``lot``: the
    countries are dealt in turn, the largest first, then each unit exchanges its pool with one that the seed names
    (of its country, then of all, twice); an exchange after which more pairs of one country are in a pool is reversed.
    At last pools of one size exchange their letters.
    """
    if sum(sizes) != len(units):
        raise ValueError("the sizes are not for so many units")
    at = _snake(units, sizes) if kind == "snake" else _lots(units, sizes, seed)
    pools = tuple(
        tuple(unit.number for unit, pool in zip(units, at, strict=True) if pool == number)
        for number in range(len(sizes))
    )
    return Pools(pools, _pairs(units, at), country_bound(units, len(sizes)))


def rows_of(sizes: Sequence[int]) -> list[list[int]]:
    """Return the pools of each row of the snake: every second row runs backwards; full pools are left out."""
    rows = []
    for lap in range(max(sizes)):
        row = [pool for pool, size in enumerate(sizes) if size > lap]
        rows.append(row[::-1] if lap % 2 else row)
    return rows


def _pairs(units: Sequence[PoolUnit], at: Sequence[int]) -> int:
    counts = Counter((pool, unit.country) for unit, pool in zip(units, at, strict=True) if unit.country)
    return sum(comb(count, 2) for count in counts.values())


class _Places:
    """The pool of each unit, and how many of each country every pool has."""

    def __init__(self, units: Sequence[PoolUnit], at: list[int]) -> None:
        self.units, self.at = units, at
        self.counts = Counter(
            (pool, unit.country) for unit, pool in zip(units, at, strict=True) if unit.country
        )  # fmt: skip

    def gain(self, first: int, other: int) -> int:
        """Return how many pairs of one country more an exchange of two units makes; negative: fewer."""
        one, two = self.units[first].country, self.units[other].country
        here, there = self.at[first], self.at[other]
        if here == there or one == two:
            return 0
        more = (self.counts[there, one] - self.counts[here, one] + 1) if one else 0
        return more + ((self.counts[here, two] - self.counts[there, two] + 1) if two else 0)

    def exchange(self, first: int, other: int) -> None:
        for moved, to in ((first, self.at[other]), (other, self.at[first])):
            country = self.units[moved].country
            if country:
                self.counts[self.at[moved], country] -= 1
                self.counts[to, country] += 1
        self.at[first], self.at[other] = self.at[other], self.at[first]


def _snake(units: Sequence[PoolUnit], sizes: Sequence[int]) -> list[int]:
    rows = rows_of(sizes)
    snake = [pool for row in rows for pool in row]
    places = _Places(units, list(snake))
    starts = [sum(map(len, rows[:lap])) for lap in range(len(rows))]
    # Lower rows first: among equally good exchanges the one of the lower ranks is made.
    exchanges = [
        pair for start, row in zip(reversed(starts), reversed(rows), strict=True)
        for pair in combinations(range(start, start + len(row)), 2)
    ]  # fmt: skip

    def change(pair: tuple[int, int]) -> tuple[int, int]:
        """Return how an exchange changes the pairs of one country, then the squared distance from the snake."""
        first, other = pair
        now = (places.at[first] - snake[first]) ** 2 + (places.at[other] - snake[other]) ** 2
        then = (places.at[other] - snake[first]) ** 2 + (places.at[first] - snake[other]) ** 2
        return places.gain(first, other), then - now

    while exchanges:
        best = min(exchanges, key=change)
        if change(best) >= (0, 0):
            break
        places.exchange(*best)
    return places.at


def _lots(units: Sequence[PoolUnit], sizes: Sequence[int], seed: str) -> list[int]:
    places = _Places(units, _by_country(units, sizes))
    numbers = SeedNumbers(f"{seed}|pools")
    for level in ROUNDS:
        for first, unit in enumerate(units):
            later = [at for at in range(first, len(units)) if level == "all" or units[at].country == unit.country]
            other = later[numbers.below(len(later))]
            if places.gain(first, other) <= 0:
                places.exchange(first, other)
    # Pools of one size exchange their letters, so that every player has the same chance of each of them.
    letters = list(range(len(sizes)))
    for pool, size in enumerate(sizes):
        later = [at for at in range(pool, len(sizes)) if sizes[at] == size]
        other = later[numbers.below(len(later))]
        letters[pool], letters[other] = letters[other], letters[pool]
    return [letters[pool] for pool in places.at]


def _by_country(units: Sequence[PoolUnit], sizes: Sequence[int]) -> list[int]:
    """Return the pool of each unit if the countries, largest first, are dealt in turn to the pools with room."""
    size_of = Counter(unit.country for unit in units)
    order = sorted(
        range(len(units)),
        key=lambda at: (not units[at].country, -size_of[units[at].country], units[at].country, at),
    )
    turns = [pool for lap in range(max(sizes)) for pool, size in enumerate(sizes) if size > lap]
    pools = [0] * len(units)
    for at, pool in zip(order, turns, strict=True):
        pools[at] = pool
    return pools


def pools_document(units: Sequence[PoolUnit], sizes: Sequence[int], kind: PoolKind, of: str) -> dict[str, Any]:
    """Return what is dealt as JSON; ``of``: "players" or "teams"."""
    listed = [
        {"number": unit.number, "country": unit.country} if unit.country else {"number": unit.number} for unit in units
    ]
    return {"units": listed, "sizes": list(sizes), "kind": kind, "of": of}


def pools_result(document: Mapping[str, Any], seed: str) -> dict[str, Any]:
    """Deal the pools of a document; return the result as JSON, with ``method`` "pools" and no tables."""
    units = [PoolUnit(unit["number"], unit.get("country", "")) for unit in document["units"]]
    dealt = dealt_pools(units, document["sizes"], document["kind"], seed)
    return {
        "method": "pools",
        "seed": seed if document["kind"] == "lot" else "",
        "pools": [list(pool) for pool in dealt.pools],
        "country_pairs": dealt.country_pairs,
        "bound": dealt.bound,
        "tables": [],
    }
