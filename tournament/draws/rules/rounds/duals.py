"""A proven lower bound of the rank spread: Lagrangian duality for the partition into fours.

Each player has a dual value. The *reduced cost* of a table is its spread less the values of its four players. In any
partition each table has a different first player, so the spread is at least the sum of all values plus, for each
player, the least reduced cost of a table of which the player is the first, if that is negative. A subgradient search
with whole numbers looks for good values. Tables within a window of the order are listed; for all others the least
spread of their range of ranks is enough.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from tournament.draws.rules.rounds.prices import COUNTRY, FORBID, OUTSIDE, REMATCH, SPREAD, TEAM, part, table_prices
from tournament.draws.rules.rounds.types import Bools, Bracket, Ints

SCALE = 64
#: More than any reduced cost.
FAR = 1 << 50
#: Listed tables at most: the window shrinks for larger brackets.
COLUMNS = 80_000
#: Steps of the search at most, and listed tables times players times steps.
STEPS, WORK = 400, 6_000_000_000
#: The first step is PACE / FULL of the gap; it is halved after PATIENCE steps without a better bound.
PACE, FULL, PATIENCE = 96, 256, 20
#: A step goes 3 parts in the direction of the relaxation and 7 parts in that of the step before.
NEW, OLD, PRECISION = 3, 7, 256
WINDOWS = (9, 11, 13, 16, 20, 26, 34, 44, 58, 76, 100, 130, 170)
#: Parts before the spread that a table may need: name, place in the price, bits.
KINDS = (("rematch_pairs", REMATCH), ("team_pairs", TEAM), ("country_pairs", COUNTRY), ("outside_score_group", OUTSIDE))


@dataclass(slots=True)
class Columns:
    """The listed tables, by first player: ``fours`` (positions), ``spread``, and ``extra``: pairs of each kind that
    cannot be avoided everywhere."""

    fours: Ints
    spread: Ints
    extra: Mapping[str, Ints]
    starts: Ints
    firsts: Ints
    ranks: Ints
    window: int


@dataclass(slots=True)
class Duals:
    """Values of the players and prices of the kinds, times SCALE, with the bound that they prove."""

    values: Ints
    prices: dict[str, int]
    bound: int


def columns(bracket: Bracket, prices: Ints, found: Mapping[str, int]) -> Columns:
    """List the tables within the largest window that has at most about ``COLUMNS``.

    A kind of pair whose ``found`` number is 0 is in no listed table.
    """
    apart, last = _unusable(prices, found), bracket.size - 1
    listed = _within(bracket, prices, found, apart, min(WINDOWS[0], last))
    for wider in WINDOWS[1:]:
        if listed.window == last or len(listed.fours) * (wider / listed.window) ** 3 > COLUMNS:
            break
        listed = _within(bracket, prices, found, apart, min(wider, last))
    return listed


def _within(bracket: Bracket, prices: Ints, found: Mapping[str, int], apart: Bools, window: int) -> Columns:
    fours = _fours(apart, window)
    price = table_prices(prices, bracket.home, fours)
    if not found["outside_score_group"]:
        inside = part(price, OUTSIDE) == 0
        fours, price = fours[inside], price[inside]
    extra = {name: part(price, shift) for name, shift in KINDS if found[name]}
    firsts, starts = np.unique(fours[:, 0], return_index=True)
    return Columns(fours, part(price, SPREAD), extra, starts, firsts, bracket.ranks, window)


def _unusable(prices: Ints, found: Mapping[str, int]) -> Bools:
    """Return the pairs that sit at no listed table: forbidden, or of a kind that was avoided everywhere."""
    apart: Bools = part(prices, FORBID) > 0
    for name, shift in KINDS:
        if not found[name]:
            apart |= part(prices, shift) > 0
    return apart


def _fours(apart: Bools, window: int) -> Ints:
    """Return all fours of positions within the window without an unusable pair, ordered."""
    size = len(apart)
    grown = np.arange(size)[:, None]
    for length in (1, 2, 3):
        following = grown[:, -1:] + np.arange(1, window + 1)
        row, step = np.nonzero((following <= grown[:, :1] + window) & (following < size))
        added = following[row, step]
        held = ~np.logical_or.reduce([apart[grown[row, member], added] for member in range(length)])
        grown = np.concatenate([grown[row[held]], added[held][:, None]], axis=1)
    return grown


def beyond_window(listed: Columns, values: Ints, needed: int) -> Ints:
    """Return for each first player a lower bound of the reduced cost of a table outside the window.

    Four players with a range of ranks d have a spread of at least 2 d², and no more values than the four largest
    between them. Widths are looked at one by one until all wider tables cost at least ``needed``.
    """
    size, ranks = len(values), listed.ranks
    least = np.full(size, FAR, dtype=np.int64)
    for width in range(listed.window + 1, size):
        cost = 2 * SCALE * np.square(ranks[width:] - ranks[:-width])
        if int(cost.min()) - 4 * int(values.max()) >= needed:
            break
        between = sliding_window_view(values, width + 1)
        largest = np.partition(between, width - 3, axis=1)[:, width - 3 :].sum(axis=1)
        least[: size - width] = np.minimum(least[: size - width], cost - largest)
    return least


def _most(listed: Columns) -> int:
    """Return the largest value of a player: two and two small ones are not more than a table outside the window."""
    wide = listed.ranks[listed.window + 1 :] - listed.ranks[: -listed.window - 1]
    return 2 * SCALE * int(wide.min(initial=FAR >> 32)) ** 2 * 7 // 20


def reduced(listed: Columns, duals: Duals) -> Ints:
    """Return the reduced costs of the listed tables, times SCALE."""
    cost = SCALE * listed.spread - duals.values[listed.fours].sum(axis=1)
    for name, count in listed.extra.items():
        cost = cost + duals.prices[name] * count
    return cost


def lower_bound(listed: Columns, found: Mapping[str, int], start: Ints, target: int) -> Duals:
    """Return the best duals of a search from ``start``; ``target`` is the spread of the best known partition."""
    duals = Duals(SCALE * start, dict.fromkeys(listed.extra, SCALE), 0)
    direction = np.zeros(len(start) + len(listed.extra), dtype=np.int64)
    best, pace, waited = duals, PACE, 0
    for _step in range(max(1, min(STEPS, WORK // (len(listed.fours) * len(start))))):
        bound, chosen, values = _valued(listed, duals, reduced(listed, duals), found)
        duals, waited = Duals(values, duals.prices, bound), waited + 1
        if bound > best.bound:
            best, waited = duals, 0
        if best.bound > SCALE * (target - 1):
            break
        if waited > PATIENCE:
            pace, waited, duals = max(1, pace // 2), 0, best
        direction = (NEW * PRECISION * _slope(listed, duals, chosen, found) + OLD * direction) // (NEW + OLD)
        duals = _stepped(duals, direction, pace * max(1, SCALE * target - bound))
    return best


def _slope(listed: Columns, duals: Duals, chosen: Ints, found: Mapping[str, int]) -> Ints:
    """Return how the bound changes with the values and prices: players in no chosen table, kinds used too often."""
    missing = 1 - np.bincount(listed.fours[chosen].ravel(), minlength=len(duals.values))
    over = [int(count[chosen].sum()) - found[name] for name, count in listed.extra.items()]
    return np.append(missing, np.array(over, dtype=np.int64))


def _stepped(duals: Duals, direction: Ints, length: int) -> Duals:
    square = int((direction**2).sum()) * FULL // PRECISION
    change = direction * length // max(1, square)
    size = len(duals.values)
    prices = {name: max(0, price + int(more))
              for (name, price), more in zip(duals.prices.items(), change[size:], strict=True)}  # fmt: skip
    return Duals(duals.values + change[:size], prices, 0)


def _first_best(listed: Columns, cost: Ints) -> tuple[Ints, Ints]:
    """Return each first player's cheapest table, and its reduced cost."""
    least = np.minimum.reduceat(cost, listed.starts)
    group = np.repeat(np.arange(len(listed.starts)), np.diff(np.append(listed.starts, len(cost))))
    cheapest = np.flatnonzero(cost == least[group])
    _groups, at = np.unique(group[cheapest], return_index=True)
    return cheapest[at], least


def _valued(listed: Columns, duals: Duals, cost: Ints, found: Mapping[str, int]) -> tuple[int, Ints, Ints]:
    """Return the bound, the tables chosen by the relaxation, and the values shifted so that as many tables are chosen
    as there are in a partition."""
    tables = len(duals.values) // 4
    cheapest, least = _first_best(listed, cost)
    shift = int(np.sort(least)[tables - 1]) // 4 if len(least) >= tables else 0
    values = np.minimum(duals.values + shift, _most(listed))
    reach = np.minimum(beyond_window(listed, values, 0), 0)
    reach[listed.firsts] = np.minimum(reach[listed.firsts], least - 4 * shift)
    bound = int(values.sum()) + int(reach.sum())
    bound -= sum(price * found[name] for name, price in duals.prices.items())
    return bound, cheapest[np.argsort(least, kind="stable")[:tables]], values
