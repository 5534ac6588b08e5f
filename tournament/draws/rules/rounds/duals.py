"""A proven lower bound of the rank spread: Lagrangian duality for the partition into fours.

Each player has a dual value. The *reduced cost* of a table is its spread less the values of its four players. In any
partition each table has a different first player, so the spread is at least the sum of all values plus, for each
player, the least reduced cost of a table of which the player is the first, if that is negative. A subgradient search
with whole numbers looks for good values. Tables within a window of the order are listed; for all others the least
spread of their range of ranks is enough.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from tournament.draws.rules.rounds.prices import (
    COUNTRY,
    FORBID,
    OUTSIDE,
    REMATCH,
    SPREAD,
    TEAM,
    is_outside,
    part,
    table_prices,
    table_spread,
)
from tournament.draws.rules.rounds.types import Bools, Bracket, Ints

SCALE = 64
#: More than any reduced cost.
FAR = 1 << 50
#: Listed tables at most, of brackets of up to ``SEVERAL`` players and of larger ones, whose window is smaller.
COLUMNS, FEWER, SEVERAL = 120_000, 80_000, 240
#: Begun tables at most, in the search of all tables of a gap.
MOST_BEGUN = 2_000_000
#: Steps of the search at most, and listed tables times players times steps.
STEPS, WORK = 400, 12_000_000_000
#: The first step is PACE / FULL of the gap to the target, or to 5/4 of the best bound if that is less (a far target
#: makes steps too long); it is halved after PATIENCE steps without a better bound.
PACE, FULL, PATIENCE = 48, 256, 20
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
    """List the tables within the largest window that has at most about ``COLUMNS`` (or ``FEWER``).

    A kind of pair whose ``found`` number is 0 is in no listed table.
    """
    apart, last = _unusable(prices, found), bracket.size - 1
    most = COLUMNS if bracket.size <= SEVERAL else FEWER
    listed = _within(bracket, prices, found, apart, min(WINDOWS[0], last))
    for wider in WINDOWS[1:]:
        if listed.window == last or len(listed.fours) * wider**3 > most * listed.window**3:
            break
        listed = _within(bracket, prices, found, apart, min(wider, last))
    return listed


def _within(bracket: Bracket, prices: Ints, found: Mapping[str, int], apart: Bools, window: int) -> Columns:
    anywhere = np.array([[0, bracket.size]] * bracket.size)
    fours = _fours(apart, anywhere if found["outside_score_group"] else bracket.home, window)
    return _listed(bracket, prices, fours, window, [kind for kind in KINDS if found[kind[0]]])


def _listed(bracket: Bracket, prices: Ints, fours: Ints, window: int, kinds: Sequence[tuple[str, int]] = ()) -> Columns:
    price = table_prices(prices, bracket.home, fours)
    extra = {name: part(price, shift) for name, shift in kinds}
    firsts, starts = np.unique(fours[:, 0], return_index=True)
    return Columns(fours, part(price, SPREAD), extra, starts, firsts, bracket.ranks, window)


def _unusable(prices: Ints, found: Mapping[str, int]) -> Bools:
    """Return the pairs that sit at no listed table: forbidden, or of a kind that was avoided everywhere."""
    apart: Bools = part(prices, FORBID) > 0
    for name, shift in KINDS:
        if not found[name]:
            apart |= part(prices, shift) > 0
    return apart


def _fours(apart: Bools, home: Ints, window: int) -> Ints:
    """Return all fours of positions within the window without an unusable pair, at a home of all four, ordered.

    ``home``: first and last table of each player.
    """
    begun = np.arange(len(apart))[:, None]
    for left in (3, 2, 1):
        row, added = _following(home, begun, left, window)
        held = ~np.logical_or.reduce([apart[begun[row, member], added] for member in range(4 - left)])
        begun = np.concatenate([begun[row[held]], added[held][:, None]], axis=1)
    return begun[~is_outside(home, begun).any(axis=1)]


def _following(home: Ints, begun: Ints, left: int, window: int) -> tuple[Ints, Ints]:
    """Return row and position of each player who may sit next at the begun tables.

    After this player and the others of ``left``, the table can be at a home of those who sit there.
    """
    earliest, latest = 16 * home[begun, 0].max(axis=1), 16 * home[begun, 1].min(axis=1) + 15
    seated, end = begun.sum(axis=1), np.minimum(begun[:, 0] + window, len(home) - 1)
    others = left - 1
    low = np.maximum(begun[:, -1] + 1, earliest - seated - others * end + others * (others - 1) // 2)
    high = np.minimum(end, (latest - seated - left * others // 2) // left)
    count = np.maximum(0, high - low + 1)
    row = np.repeat(np.arange(len(begun)), count)
    step = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    return row, low[row] + step


def affordable(bracket: Bracket, prices: Ints, duals: Duals, spread: int) -> Columns | None:
    """Return all tables without a conflict that a partition of at most this spread may hold; None if they are too many.

    Such a partition costs at least the bound and the reduced cost of each of its tables. Later players are at least as
    far from the first ones as the last of these.
    """
    needed, ranks = SCALE * spread - duals.bound, bracket.ranks
    apart = _unusable(prices, dict.fromkeys((name for name, _shift in KINDS), 0))
    highest = np.append(np.maximum.accumulate(duals.values[::-1])[::-1][1:], 0)
    begun = np.arange(bracket.size)[:, None]
    for left in (3, 2, 1):
        row, added = _following(bracket.home, begun, left, bracket.size)
        if len(row) > MOST_BEGUN:
            return None
        held = ~np.logical_or.reduce([apart[begun[row, member], added] for member in range(4 - left)])
        begun = np.concatenate([begun[row[held]], added[held][:, None]], axis=1)
        away = ranks[begun[:, -1:]] - ranks[begun]
        own = table_spread(ranks[begun])
        least = SCALE * (own + (left - 1) * (away**2).sum(axis=1)) - duals.values[begun].sum(axis=1)
        begun = begun[least - (left - 1) * highest[begun[:, -1]] <= needed]
    return _listed(bracket, prices, begun[~is_outside(bracket.home, begun).any(axis=1)], bracket.size - 1)


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
    cost = SCALE * listed.spread - sum(duals.values[listed.fours[:, at]] for at in range(4))
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
        aim = min(SCALE * target, best.bound * 5 // 4 or SCALE * target)
        duals = _stepped(duals, direction, pace * max(1, aim - bound))
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
