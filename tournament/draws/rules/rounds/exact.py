"""Exact search for a partition: dynamic programming over the set of seated players, first players first.

A state is the set of seated players. The next table holds the first player who is not seated. Of two ways to a set the
cheaper one is kept. Tables whose reduced cost (``duals``) exceeds the gap between the best known spread and the bound
are in no better partition. The states of
a layer continue from the cheapest on; if its steps are used up, the others are dropped and nothing is proved.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np

from tournament.draws.rules.rounds.duals import SCALE, Columns, Duals, beyond_window, reduced
from tournament.draws.rules.rounds.prices import SPREAD, is_outside, table_prices
from tournament.draws.rules.rounds.types import Bools, Bracket, Demands, Ints, Tables

#: Tables tried, over all states of a bracket.
STEPS = 1_500_000
#: Tables of a row that is searched by itself, and the steps of all rows.
ROW, ROW_STEPS = 20, 1_200_000
#: Players of a bracket all of whose partitions are searched.
SMALL = 16
ORDERS = np.array(list(permutations(range(4))))
#: The lower parts in one whole number, the more important in higher bits: declared pairs, floats, winds, table visits.
PART_BITS = 24


@dataclass(frozen=True, slots=True)
class Choice:
    """A table that a partition may use: the set of its players, its price, its reduced cost, its visits by table."""

    players: int
    four: tuple[int, ...]
    price: int
    cost: int
    visits: Sequence[int]


@dataclass(frozen=True, slots=True)
class Found:
    tables: Tables
    exact: bool


def wind_prices(bracket: Bracket, fours: Ints) -> Ints:
    """Return the least wind imbalance of each four: earlier starts on the wind taken, above the player's fewest."""
    more = bracket.winds - bracket.winds.min(axis=1, keepdims=True)
    totals: Ints = more[fours[:, None, :], ORDERS].sum(axis=2)
    return totals.min(axis=1)


def lower_price(bracket: Bracket, demands: Demands, fours: Ints) -> list[int]:
    """Return the parts after the spread of each four, without the visits to tables, in one number."""
    pairs = bracket.kin["apart"] if demands.apart == "avoid" else np.zeros_like(bracket.kin["apart"])
    apart = sum((pairs[fours[:, one], fours[:, two]] for one in range(4) for two in range(one)), np.int64(0))
    earlier = np.array([entry.floats for entry in bracket.entries])[fours]
    floats = np.where(is_outside(bracket.home, fours), earlier, 0).sum(axis=1)
    winds = wind_prices(bracket, fours)
    return [
        ((int(one) << PART_BITS | int(two)) << PART_BITS | int(three)) << PART_BITS
        for one, two, three in zip(np.broadcast_to(apart, len(fours)), floats, winds, strict=True)
    ]


def choices(bracket: Bracket, fours: Ints, prices: Sequence[int], costs: Sequence[int]) -> list[list[Choice]]:
    """Return the tables that may be used, by first player, the least reduced cost first."""
    by_first: list[list[Choice]] = [[] for _entry in bracket.entries]
    visits = bracket.visits[:, bracket.first_table : bracket.first_table + bracket.size // 4]
    for four, price, cost in zip(fours.tolist(), prices, costs, strict=True):
        players = sum(1 << player for player in four)
        by_first[four[0]].append(Choice(players, tuple(four), price, cost, visits[four].sum(axis=0).tolist()))
    for usable in by_first:
        usable.sort(key=lambda choice: choice.cost)
    return by_first


def best_partition(by_first: list[list[Choice]], gap: int | None, numbered: bool, steps: int) -> Found | None:
    """Return the cheapest partition, None if none was found within ``gap`` (None: without limit, and exact).

    ``numbered``: table k is the k-th by first player, and its visits are a part of the price.
    """
    tables, full = len(by_first) // 4, (1 << len(by_first)) - 1
    search = _Search(by_first, _remaining(by_first), gap, steps // tables, numbered)
    layer: dict[int, tuple[int, int]] = {0: (0, 0)}
    trail: list[dict[int, tuple[int, Choice]]] = []
    for table in range(tables):
        layer, reached = search.continued(layer, table)
        trail.append(reached)
    return Found(_walked(trail, full), search.exact) if full in layer else None


@dataclass
class _Search:
    """The tables by first player, the least further cost from each position on, and the steps of a layer."""

    by_first: list[list[Choice]]
    remaining: list[int]
    gap: int | None
    steps: int
    numbered: bool
    exact: bool = True

    def continued(
        self, layer: dict[int, tuple[int, int]], table: int
    ) -> tuple[dict[int, tuple[int, int]], dict[int, tuple[int, Choice]]]:
        """Return the states after one more table, with price and cost, and how each was reached."""
        following: dict[int, tuple[int, int]] = {}
        reached: dict[int, tuple[int, Choice]] = {}
        left = self.steps
        for seated, (price, cost) in self._cheapest_first(layer):
            if left <= 0:
                self.exact = False
                break
            first = (~seated & (seated + 1)).bit_length() - 1
            most = None if self.gap is None else self.gap - cost - self.remaining[first + 1]
            for choice in self.by_first[first]:
                if most is not None and choice.cost > most:
                    break
                left -= 1
                if seated & choice.players:
                    continue
                total = price + choice.price + (choice.visits[table] if self.numbered else 0)
                now = seated | choice.players
                known = following.get(now)
                if known is None or total < known[0]:
                    following[now] = (total, cost + choice.cost)
                    reached[now] = (seated, choice)
        return following, reached

    def _cheapest_first(self, layer: dict[int, tuple[int, int]]) -> list[tuple[int, tuple[int, int]]]:
        if self.gap is None:
            self.steps = 1 << 62
            return list(layer.items())
        return sorted(layer.items(), key=lambda item: (item[1][1], item[0]))


def _remaining(by_first: list[list[Choice]]) -> list[int]:
    """Return for each position a lower bound of the reduced costs of tables with a first player from there on."""
    least = [0] * (len(by_first) + 1)
    for first in range(len(by_first) - 1, -1, -1):
        own = by_first[first][0].cost if by_first[first] else 0
        least[first] = least[first + 1] + min(0, own)
    return least


def _walked(trail: list[dict[int, tuple[int, Choice]]], full: int) -> Tables:
    tables, seated = [], full
    for steps in reversed(trail):
        seated, choice = steps[seated]
        tables.append(choice.four)
    return tables[::-1]


def within_gap(
    bracket: Bracket, demands: Demands, listed: Columns, duals: Duals, spread: int, numbered: bool
) -> Found | None:
    """Return the best partition without conflicts whose spread is at most ``spread``; None if there is none.

    ``exact`` only if no table outside the window can belong to a better partition.
    """
    cost = reduced(listed, duals)
    gap = SCALE * spread - int(duals.values.sum())
    least = np.minimum(np.minimum.reduceat(cost, listed.starts), 0).sum()
    usable = cost + least <= gap
    fours = listed.fours[usable]
    low = lower_price(bracket, demands, fours)
    prices = [int(cost_) << 4 * PART_BITS | rest for cost_, rest in zip(listed.spread[usable], low, strict=True)]
    found = best_partition(choices(bracket, fours, prices, cost[usable].tolist()), gap, numbered, STEPS)
    needed = gap - int(least) + 1
    if found and int(beyond_window(listed, duals.values, needed).min()) < needed:
        return Found(found.tables, False)
    return found


def best_in_windows(listed: Columns, duals: Duals, tables: Ints) -> Ints:
    """Return the partition after exact searches of overlapping rows of ``ROW`` neighbouring tables, for the spread."""
    cost = reduced(listed, duals)
    tables = tables.copy()
    spread_of = dict(zip(map(tuple, listed.fours.tolist()), listed.spread.tolist(), strict=True))
    firsts = range(0, max(1, len(tables) - ROW // 2), ROW // 2)
    for first in firsts:
        row = np.sort(tables[first : first + ROW], axis=1)
        if any(tuple(four) not in spread_of for four in row.tolist()):
            continue
        players = np.sort(row.ravel())
        place = np.full(len(duals.values), -1)
        place[players] = np.arange(len(players))
        gap = SCALE * sum(spread_of[tuple(four)] for four in row.tolist()) - int(duals.values[players].sum())
        inside = np.logical_and.reduce(place[listed.fours] >= 0, axis=1)
        inside = inside & (cost <= gap + _slack(listed, cost, inside))
        by_first = _plain_choices(place[listed.fours[inside]], listed.spread[inside], cost[inside], len(players))
        found = best_partition(by_first, gap, False, ROW_STEPS // len(firsts))
        if found:
            better = players[np.array(found.tables)]
            tables[first : first + ROW] = better[np.argsort(better.sum(axis=1), kind="stable")]
    return tables


def _slack(listed: Columns, cost: Ints, inside: Bools) -> int:
    """Return how far negative reduced costs of other tables can make up for a dear one."""
    least = np.zeros(len(listed.starts), dtype=np.int64)
    np.minimum.at(least, np.searchsorted(listed.firsts, listed.fours[inside, 0]), cost[inside])
    return -int(least.sum())


def _plain_choices(fours: Ints, spread: Ints, cost: Ints, size: int) -> list[list[Choice]]:
    by_first: list[list[Choice]] = [[] for _player in range(size)]
    order = np.argsort(cost, kind="stable")
    for four, price, own in zip(fours[order].tolist(), spread[order].tolist(), cost[order].tolist(), strict=True):
        by_first[four[0]].append(Choice(sum(1 << player for player in four), tuple(four), price, own, ()))
    return by_first


def best_of_all(bracket: Bracket, demands: Demands, prices: Ints, numbered: bool) -> Tables:
    """Return the best of all partitions of a bracket of up to ``SMALL`` players."""
    fours = np.array(list(combinations(range(bracket.size), 4)))
    price = table_prices(prices, bracket.home, fours)
    low = lower_price(bracket, demands, fours)
    whole = [int(high) << 4 * PART_BITS | rest for high, rest in zip(price >> SPREAD, low, strict=True)]
    found = best_partition(choices(bracket, fours, whole, [0] * len(fours)), None, numbered, STEPS)
    assert found is not None
    return found.tables
