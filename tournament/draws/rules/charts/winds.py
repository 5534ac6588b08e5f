"""Who starts on which wind (A3)."""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.types import Positions

BLOCK = 4
ORDERS = np.array(list(permutations(range(4))))
STEPS = 6000


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


def spread_of(starts: NDArray[np.int64]) -> int:
    """The largest difference between the winds that anybody started on (people x winds)."""
    return int((starts.max(axis=1) - starts.min(axis=1)).max(initial=0))


def least_spread(starts: NDArray[np.int64], sessions: int, tables: int) -> int:
    """The least spread after so many sessions more, whoever sits where.

    Everybody takes each time the wind had least; and where that would even all out, but takes more seats on a wind than
    the tables have, somebody has one too many and another too few.
    """
    total = starts.copy()
    for _session in range(sessions):
        total[np.arange(len(total)), total.argmin(axis=1)] += 1
    least = spread_of(total)
    return 2 if not least and (total - starts).sum(axis=0).max() > sessions * tables else least


def winds_after(chart: Positions, starts: NDArray[np.int64], players: int, numbers: Numbers) -> Positions:
    """The chart with winds that even out, as far as can be, with ``starts`` (how often each position had each wind).

    Positions from ``players`` on are fillers, whose winds do not matter. Somebody whose winds differ too much is taken
    by chance, and at one of the own tables the four take the best other order, again and again.
    """
    chart, total = with_winds(chart), starts.copy()
    for session in chart:
        total[session, np.arange(4)] += 1
    best, least = chart.copy(), _unevenness(total[:players])
    bound = least_spread(starts[:players], len(chart), chart.shape[1])
    for _step in range(STEPS):
        gaps = total[:players].max(axis=1) - total[:players].min(axis=1)
        uneven = np.flatnonzero(gaps > bound)
        if not len(uneven):
            break
        player, session = uneven[numbers.below(len(uneven))], chart[numbers.below(len(chart))]
        four = session[(session == player).any(axis=1).argmax()]
        total[four, np.arange(4)] -= 1
        squares = 2 * total[four] * (four < players)[:, None]
        price = squares[ORDERS, np.arange(4)].sum(axis=1) * len(ORDERS)
        price[0] = price.max() + 1
        order = int((price + numbers.permutation(len(ORDERS))).argmin())
        four[:] = four[ORDERS[order]]
        total[four, np.arange(4)] += 1
        if _unevenness(total[:players]) < least:
            best, least = chart.copy(), _unevenness(total[:players])
    return best


def _unevenness(starts: NDArray[np.int64]) -> tuple[int, int]:
    """The spread, and how uneven the winds are in all."""
    return spread_of(starts), int((starts**2).sum())
