"""Who starts on which wind (A3)."""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tournament.rules.draws.numbers import Numbers
from tournament.rules.draws.types import Positions

BLOCK = 4
ORDERS = np.array(list(permutations(range(4))))
SWEEPS = 100


def halves(ends: list[tuple[int, int]], nodes: int) -> tuple[list[int], list[int]]:
    """The edges of a graph with even degrees, without odd circles, in two parts with half of each degree.

    Euler: walk closed trails and give their edges to the parts by turns; in a bipartite graph each has an even length.
    """
    at: list[list[int]] = [[] for _ in range(nodes)]
    for edge, (left, right) in enumerate(ends):
        at[left].append(edge)
        at[right].append(edge)
    walked = [False] * len(ends)
    parts: tuple[list[int], list[int]] = ([], [])
    for start in range(nodes):
        node, turn = start, 0
        while at[node]:
            edge = at[node].pop()
            if walked[edge]:
                continue
            walked[edge] = True
            parts[turn].append(edge)
            turn = 1 - turn
            left, right = ends[edge]
            node = right if node == left else left
    return parts


def block_winds(block: Positions) -> Positions:
    """Up to four sessions with the seats ordered so that nobody has a wind twice.

    Kőnig's edge colouring of players x tables with four colours: a missing session is any other partition, so that
    the graph is regular of degree four and two halvings are a colouring.
    """
    sessions, tables, _ = block.shape
    size = 4 * tables
    missing = np.arange(size * (BLOCK - sessions)).reshape(BLOCK - sessions, tables, 4) % size
    whole = np.concatenate([block, missing]).reshape(-1, 4).tolist()
    ends = [(player, size + table) for table, four in enumerate(whole) for player in four]
    seated = [[0] * 4 for _ in whole]
    for first, pair in enumerate(halves(ends, 2 * size)):
        for second, edges in enumerate(halves([ends[edge] for edge in pair], 2 * size)):
            for edge in edges:
                player, table = ends[pair[edge]]
                seated[table - size][2 * first + second] = player
    return np.array(seated[: sessions * tables]).reshape(block.shape)


def with_winds(chart: Positions) -> Positions:
    """The chart with the four of each table ordered East, South, West, North.

    Everybody starts once on each wind in every four sessions, so that the numbers of starts on two winds differ by at
    most one after any number of sessions.
    """
    return np.concatenate([block_winds(chart[at : at + BLOCK]) for at in range(0, len(chart), BLOCK)])


def _seated(session: Positions, cost: NDArray[np.int64], noise: NDArray[np.int64]) -> Positions:
    """The session with each table in the cheapest order, where ``cost`` is a price for each position and wind."""
    total = cost[session[:, ORDERS], np.arange(4)].sum(axis=2) * len(ORDERS) + noise
    return np.take_along_axis(session, ORDERS[total.argmin(axis=1)], axis=1)


def spread_of(starts: NDArray[np.int64]) -> int:
    """The largest difference between the winds that anybody started on (people x winds)."""
    return int((starts.max(axis=1) - starts.min(axis=1)).max(initial=0))


def winds_after(chart: Positions, starts: NDArray[np.int64], players: int, numbers: Numbers) -> Positions:
    """The chart with winds that even out, as far as can be, with ``starts`` (how often each position had each wind).

    Positions from ``players`` on are fillers, whose winds do not matter. Session by session every table takes the order
    whose winds its players had least, ties by chance, until the winds differ no more than they must.
    """
    chart, total = with_winds(chart), starts.copy()
    for session in chart:
        total[session, np.arange(4)] += 1
    best, least = chart.copy(), (spread_of(total[:players]), int((total[:players] ** 2).sum()))
    bound = least_spread(starts[:players], len(chart))
    for sweep in range(SWEEPS * len(chart)):
        if least[0] <= bound:
            break
        session = chart[sweep % len(chart)]
        total[session, np.arange(4)] -= 1
        cost = total * 2 + 1
        cost[players:] = 0
        noise = np.array(numbers.permutation(len(ORDERS)))
        session[:] = _seated(session, cost, noise)
        total[session, np.arange(4)] += 1
        now = (spread_of(total[:players]), int((total[:players] ** 2).sum()))
        if now < least:
            best, least = chart.copy(), now
    return best


def least_spread(starts: NDArray[np.int64], sessions: int) -> int:
    """The least spread after so many sessions more, whoever sits where: each time the wind that was had least."""
    total = starts.copy()
    for _session in range(sessions):
        total[np.arange(len(total)), total.argmin(axis=1)] += 1
    return spread_of(total)
