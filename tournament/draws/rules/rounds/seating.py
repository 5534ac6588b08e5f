"""Winds and table numbers of a drawn round."""

from collections.abc import Sequence

import numpy as np

from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.rounds.exact import ORDERS
from tournament.draws.rules.rounds.types import VERSION, Bracket, Ints, Tables, Task

FAR = 1 << 40


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
    """Return the tables of a round (numbers) in an order with the fewest repeated visits."""
    count = len(tables)
    visited = np.zeros((count, count), dtype=np.int64)
    seated_at = {number: table for table, four in enumerate(tables) for number in four}
    for session in task.played:
        for table, four in enumerate(session[:count]):
            for number in four:
                if number in seated_at:
                    visited[seated_at[number], table] += 1
    return [tables[table] for table in cheapest_rows(visited)]


def cheapest_rows(cost: Ints) -> list[int]:
    """Return the row that each column of a square matrix gets, so that the sum of costs is the smallest.

    The Hungarian method: one row after the other takes the shortest path of exchanges to a column without a row. Of
    equally near columns the first is taken.
    """
    count = len(cost)
    start = count  # a column beyond the last, where the path of each row begins
    cost = np.column_stack([cost, np.zeros(count, dtype=np.int64)])
    row_price, column_price = np.zeros(count, dtype=np.int64), np.zeros(count + 1, dtype=np.int64)
    row_of = np.full(count + 1, -1)
    for row in range(count):
        row_of[start], column = row, start
        passed = np.zeros(count + 1, dtype=bool)
        distance, before = np.full(count + 1, FAR), np.full(count + 1, start)
        while row_of[column] >= 0:
            passed[column] = True
            slack = cost[row_of[column]] - row_price[row_of[column]] - column_price
            nearer = ~passed & (slack < distance)
            distance[nearer], before[nearer] = slack[nearer], column
            column = int(np.where(passed, FAR, distance).argmin())
            step = distance[column]
            row_price[row_of[passed]] += step
            column_price[passed] -= step
            distance[~passed] -= step
        while column != start:
            row_of[column] = row_of[before[column]]
            column = int(before[column])
    return [int(row) for row in row_of[:count]]
