"""Winds and table numbers of a drawn round."""

from collections.abc import Sequence

import numpy as np

from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.rounds.exact import ORDERS
from tournament.draws.rules.rounds.types import VERSION, Bracket, Ints, Tables, Task


def with_winds(task: Task, bracket: Bracket, tables: Tables) -> Tables:
    """Order each table East, South, West, North: as few starts as possible on winds that a player had more than
    others, equal orders by lot (A3)."""
    more = bracket.winds - bracket.winds.min(axis=1, keepdims=True)
    lots = Numbers(VERSION, task.seed, "winds", str(bracket.first_table))
    seated = []
    for four in tables:
        drawn = np.array(four)
        drawn = drawn[lots.permutation(4)]
        price = more[drawn[ORDERS], np.arange(4)].sum(axis=1)
        seated.append(tuple(drawn[ORDERS[int(price.argmin())]].tolist()))
    return seated


def fresh_numbers(task: Task, tables: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the tables of a round (numbers) in an order with few repeated visits: best exchanges of two tables."""
    count = len(tables)
    visited = np.zeros((count, count), dtype=np.int64)
    seated_at = {number: table for table, four in enumerate(tables) for number in four}
    for session in task.played:
        for table, four in enumerate(session[:count]):
            for number in four:
                if number in seated_at:
                    visited[seated_at[number], table] += 1
    order = _exchanged(visited)
    ordered: list[tuple[int, ...]] = [()] * count
    for table, at in enumerate(order.tolist()):
        ordered[at] = tables[table]
    return ordered


def _exchanged(visited: Ints) -> Ints:
    """Return the number of each table after the best exchanges of two numbers."""
    count = len(visited)
    number = np.arange(count)
    while True:  # each exchange saves a repeated visit
        cost = visited[:, number]
        own = cost.diagonal()
        gain = own[:, None] + own - cost - cost.T
        first, second = divmod(int(gain.argmax()), count)
        if gain[first, second] <= 0:
            return number
        number[[first, second]] = number[[second, first]]
