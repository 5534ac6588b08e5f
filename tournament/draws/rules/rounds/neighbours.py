"""Improve a partition: seat the players of two or three tables in the best way, until nothing improves.

Disjoint pairs and triples of tables are solved together, as arrays.
"""

from functools import cache
from itertools import combinations

import numpy as np

from tournament.draws.rules.rounds.prices import CONFLICT, table_prices
from tournament.draws.rules.rounds.types import Ints

SWEEPS = 40
#: Rounds of exchanges with any other table, for tables with a conflict.
REPAIRS = 200


@cache
def _splits(tables: int) -> tuple[Ints, Ints]:
    """Return all fours of 4 x ``tables`` seats, and all partitions of the seats as rows of indexes of fours."""
    fours = list(combinations(range(4 * tables), 4))
    index = {four: at for at, four in enumerate(fours)}

    def partitions(seats: tuple[int, ...]) -> list[list[int]]:
        if not seats:
            return [[]]
        splits = []
        for rest in combinations(seats[1:], 3):
            four = (seats[0], *rest)
            others = tuple(seat for seat in seats if seat not in four)
            splits += [[index[four], *more] for more in partitions(others)]
        return splits

    return np.array(fours), np.array(partitions(tuple(range(4 * tables))))


def _regrouped(prices: Ints, home: Ints, groups: Ints) -> tuple[Ints, Ints]:
    """Return the best partition of each group of tables (groups x tables x 4), and what it saves."""
    count, tables, _ = groups.shape
    fours, partitions = _splits(tables)
    players = groups.reshape(count, -1)
    price = table_prices(prices, home, players[:, fours])
    total = price[:, partitions].sum(axis=2)
    best = total.argmin(axis=1)
    chosen = fours[partitions[best]]
    saved = table_prices(prices, home, groups).sum(axis=1) - total[np.arange(count), best]
    return np.take_along_axis(players[:, None, :], chosen.reshape(count, 1, -1), axis=2).reshape(groups.shape), saved


def _ordered(tables: Ints) -> Ints:
    """Return the tables by mean position, the positions of each in order."""
    tables = np.sort(tables, axis=1)
    return tables[np.lexsort((tables[:, 0], tables.sum(axis=1)))]


def _batches(count: int) -> list[Ints]:
    """Return disjoint groups of neighbouring tables: pairs up to three apart, then triples of up to five in a row."""
    batches = []
    for apart in (1, 2, 3):
        for shift in (0, apart):
            first = np.array([at for at in range(count - apart) if (at - shift) // apart % 2 == 0], dtype=np.int64)
            batches.append(np.stack([first, first + apart], axis=1))
    for second, third in ((1, 2), (1, 3), (2, 3), (2, 4)):
        for shift in range(third + 1):
            first = np.arange(shift, count - third, third + 1)
            batches.append(np.stack([first, first + second, first + third], axis=1))
    return [batch for batch in batches if len(batch)]


def improved(prices: Ints, home: Ints, tables: Ints) -> Ints:
    """Return the partition after the exchanges between neighbouring tables, and of conflicts with any table."""
    tables = _ordered(tables)
    for _sweep in range(SWEEPS):
        saved = 0
        for batch in _batches(len(tables)):
            better, less = _regrouped(prices, home, tables[batch])
            gaining = less > 0
            tables[batch[gaining]] = better[gaining]
            saved += int(gaining.sum())
            tables = _ordered(tables)
        saved += _repair(prices, home, tables)
        tables = _ordered(tables)
        if not saved:
            break
    return tables


def _repair(prices: Ints, home: Ints, tables: Ints) -> int:
    """Exchange between each table with a conflict and the best other table, in place; return the exchanges."""
    done = 0
    for _step in range(REPAIRS):
        price = table_prices(prices, home, tables)
        pairs = [
            pair for table in np.flatnonzero(price >= CONFLICT)[::-1].tolist()
            if (pair := _best_exchange(prices, home, tables, table)) is not None
        ]  # fmt: skip
        if not pairs:
            break
        done += 1
    return done


def _best_exchange(prices: Ints, home: Ints, tables: Ints, table: int) -> int | None:
    others = np.array([other for other in range(len(tables)) if other != table], dtype=np.int64)
    groups = np.stack([np.broadcast_to(tables[table], (len(others), 4)), tables[others]], axis=1)
    better, saved = _regrouped(prices, home, groups)
    best = int(saved.argmax())
    if saved[best] <= 0:
        return None
    tables[[table, others[best]]] = better[best]
    return best
