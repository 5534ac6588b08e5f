"""Exact search for a partition: dynamic programming over the set of seated players, first players first.

A state is the set of seated players. The next table holds the first player who is not seated. Of two ways to a set the
cheaper one is kept. Tables whose reduced cost (``duals``) exceeds the gap between the best known spread and the bound
are in no better partition. The states of a layer continue from the cheapest on; if its steps are used up, the others
are dropped and nothing is proved.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from tournament.draws.rules.rounds.duals import SCALE, Columns, Duals, beyond_window, reduced
from tournament.draws.rules.rounds.prices import SPREAD, is_outside, table_prices, table_spread
from tournament.draws.rules.rounds.types import Bracket, Demands, Ints, Tables

#: Tables tried, over all states and all searches of a bracket.
STEPS = 3_000_000
#: Tables of a row that is searched by itself, and the steps of all rows.
ROW, ROW_STEPS = 20, 1_200_000
#: Players of a bracket all of whose partitions are searched.
SMALL = 16
ORDERS = np.array(list(permutations(range(4))))
#: The lower parts in one whole number, the more important in higher bits: declared pairs, floats, winds, table visits.
PART_BITS = 24


class Choice(NamedTuple):
    """A table that a partition may use: the set of its players, its price, its reduced cost, its visits by table."""

    players: int
    four: tuple[int, ...]
    price: int
    cost: int
    visits: Sequence[int]


@dataclass(frozen=True, slots=True)
class Found:
    """The best partition of a search; no tables if it found none.

    ``exact``: the search ended within its steps, of which ``steps`` are left.
    """

    tables: Tables
    exact: bool
    steps: int


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
    every = (fours.tolist(), prices, costs, visits[fours].sum(axis=1).tolist())
    for four, price, cost, visited in zip(*every, strict=True):
        players = 1 << four[0] | 1 << four[1] | 1 << four[2] | 1 << four[3]
        by_first[four[0]].append(Choice(players, tuple(four), price, cost, visited))
    for usable in by_first:
        usable.sort(key=lambda choice: choice.cost)
    return by_first


def best_partition(by_first: list[list[Choice]], gap: int | None, numbered: bool, steps: int) -> Found:
    """Return the cheapest partition within ``gap`` (None: without limit, and exact).

    ``numbered``: table k is the k-th by first player, and its visits are a part of the price.
    """
    tables, full = len(by_first) // 4, (1 << len(by_first)) - 1
    search = _Search(by_first, _remaining(by_first), gap, steps, steps // (4 * tables), numbered)
    layer: dict[int, tuple[int, int]] = {0: (0, 0)}
    trail: list[dict[int, tuple[int, Choice]]] = []
    for table in range(tables):
        layer, reached = search.continued(layer, table)
        trail.append(reached)
    return Found(_walked(trail, full) if full in layer else [], search.exact, search.steps)


@dataclass
class _Search:
    """The tables by first player, the least further cost from each position on, and the steps that are left.

    A layer may take a third of the steps that are left, and always ``least`` steps.
    """

    by_first: list[list[Choice]]
    remaining: list[int]
    gap: int | None
    steps: int
    least: int
    numbered: bool
    exact: bool = True

    def continued(
        self, layer: dict[int, tuple[int, int]], table: int
    ) -> tuple[dict[int, tuple[int, int]], dict[int, tuple[int, Choice]]]:
        """Return the states after one more table, with price and cost, and how each was reached."""
        following: dict[int, tuple[int, int]] = {}
        reached: dict[int, tuple[int, Choice]] = {}
        most_steps = left = max(self.least, self.steps // 3)
        for seated, (price, cost) in self._cheapest_first(layer):
            if left <= 0:
                self.exact = False
                break
            first = (~seated & (seated + 1)).bit_length() - 1
            most = None if self.gap is None else self.gap - cost - self.remaining[first + 1]
            for choice in self.by_first[first]:
                players, _four, own_price, own_cost, visits = choice
                if most is not None and own_cost > most:
                    break
                left -= 1
                if seated & players:
                    continue
                total = price + own_price + (visits[table] if self.numbered else 0)
                now = seated | players
                known = following.get(now)
                if known is None or total < known[0]:
                    following[now] = (total, cost + own_cost)
                    reached[now] = (seated, choice)
        self.steps -= most_steps - left
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
    bracket: Bracket, demands: Demands, listed: Columns, duals: Duals, spread: int, numbered: bool, steps: int
) -> Found:
    """Return the best partition without conflicts whose spread is at most ``spread``.

    ``exact`` only if no table outside the window can belong to a better partition.
    """
    cost = reduced(listed, duals)
    gap = SCALE * spread - int(duals.values.sum())
    least = np.minimum(np.minimum.reduceat(cost, listed.starts), 0).sum()
    usable = cost + least <= gap
    fours = listed.fours[usable]
    low = lower_price(bracket, demands, fours)
    prices = [int(cost_) << 4 * PART_BITS | rest for cost_, rest in zip(listed.spread[usable], low, strict=True)]
    best = best_partition(choices(bracket, fours, prices, cost[usable].tolist()), gap, numbered, steps)
    needed = gap - int(least) + 1
    if int(beyond_window(listed, duals.values, needed).min()) < needed:
        return Found(best.tables, False, best.steps)
    return best


def best_in_windows(listed: Columns, duals: Duals, tables: Ints) -> Ints:
    """Return the partition after exact searches of overlapping rows of ``ROW`` neighbouring tables, for the spread."""
    cost = reduced(listed, duals)
    tables = tables.copy()
    firsts = range(0, max(1, len(tables) - ROW // 2), ROW // 2)
    for first in firsts:
        row = np.sort(tables[first : first + ROW], axis=1)
        players = np.sort(row.ravel())
        place = np.full(len(duals.values), -1)
        place[players] = np.arange(len(players))
        inside = np.logical_and.reduce(place[listed.fours] >= 0, axis=1)
        own = table_spread(listed.ranks[row])
        fours = np.concatenate([listed.fours[inside], row])
        spread = np.concatenate([listed.spread[inside], own])
        costs = np.concatenate([cost[inside], SCALE * own - duals.values[row].sum(axis=1)])
        gap = SCALE * int(own.sum()) - int(duals.values[players].sum())
        usable = costs <= gap + _slack(place[fours[:, 0]], costs)
        by_first = _plain_choices(place[fours[usable]], spread[usable], costs[usable], len(players))
        best = best_partition(by_first, gap, False, ROW_STEPS // len(firsts))
        if best.tables:
            better = players[np.array(best.tables)]
            tables[first : first + ROW] = better[np.argsort(better.sum(axis=1), kind="stable")]
    return tables


def _slack(firsts: Ints, cost: Ints) -> int:
    """Return how far negative reduced costs of other tables can make up for a dear one."""
    least = np.zeros(int(firsts.max()) + 1, dtype=np.int64)
    np.minimum.at(least, firsts, cost)
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
    return best_partition(choices(bracket, fours, whole, [0] * len(fours)), None, numbered, STEPS).tables
