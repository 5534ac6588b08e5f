"""Proven lower bounds of charts."""

from collections.abc import Iterable
from math import comb

from tournament.draws.rules.how import PoolRule

EXHAUSTED = {(3, 4): 13, (5, 6): 1}
"""(tables, sessions) for which an exhaustive search proved more repeats than counting does.

12 x 4: ``research.twelve``; 20 x 6: there is no chart without repeats (draws.md).
"""


def repeat_bound(tables: int, sessions: int) -> int:
    """Return the least number of meetings beyond the first, over all pairs.

    Each player has 3 opponents in each session and at most n - 1 in all. With fewer than four tables, each table of a
    later session contains pairs of one table of the first: at best 2 + 2 of two tables or 2 + 1 + 1 of three.
    """
    size = 4 * tables
    counted = max(0, size * (3 * sessions - (size - 1)) // 2)
    fewest = {1: 6, 2: 4, 3: 3}.get(tables, 0) * (sessions - 1)
    return max(counted, fewest, EXHAUSTED.get((tables, sessions), 0))


def in_one_session(tables: int, members: int) -> int:
    """Return the least number of meetings among ``members`` people of one country in one session."""
    per_table, rest = divmod(members, tables)
    return (tables - rest) * comb(per_table, 2) + rest * comb(per_table + 1, 2)


def keeping_apart_bound(tables: int, sessions: int, sizes: Iterable[int], repeats: int) -> int:
    """Return the least number of meetings inside teams (or countries) of these sizes, with at most ``repeats`` repeats.

    The larger of two bounds: each session by itself; and all 6 x tables x sessions meetings less the pairs of different
    countries, each of which meets once except for the repeats.
    """
    members = list(sizes)
    size = 4 * tables
    different = comb(size, 2) - sum(comb(count, 2) for count in members)
    by_session = sessions * sum(in_one_session(tables, count) for count in members)
    return max(by_session, 6 * tables * sessions - different - repeats, 0)


def pools_repeat_bound(pools: PoolRule, sessions: int) -> int:
    """Return a lower bound of the repeats in a draw in pools: each pool needs its own."""
    return sum(repeat_bound(tables, sessions) for tables in pools.tables)


def table_repeat_bound(pools: PoolRule, sessions: int) -> int:
    """Return a lower bound of the needless visits to tables in a draw in pools, whose players have few tables."""
    free = -(-sessions // sum(pools.tables))
    return sum(4 * tables * max(0, sessions - tables * free) for tables in pools.tables)
