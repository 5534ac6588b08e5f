"""Starting winds of the players (A3)."""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.types import Positions

BLOCK = 4
ORDERS = np.array(list(permutations(range(4))))
STEPS = 6000


def halves(ends: list[tuple[int, int]], nodes: int) -> tuple[list[int], list[int]]:
    """Split the edges of a graph with even degrees and no odd cycles into two parts with half of each degree.

    Euler: walk closed trails and assign their edges to the parts alternately; in a bipartite graph each has an even
    length.
    """
    edges_at: list[list[int]] = [[] for _ in range(nodes)]
    for edge, (left, right) in enumerate(ends):
        edges_at[left].append(edge)
        edges_at[right].append(edge)
    walked = [False] * len(ends)
    parts: tuple[list[int], list[int]] = ([], [])
    for start in range(nodes):
        node, turn = start, 0
        while edges_at[node]:
            edge = edges_at[node].pop()
            if walked[edge]:
                continue
            walked[edge] = True
            parts[turn].append(edge)
            turn = 1 - turn
            left, right = ends[edge]
            node = right if node == left else left
    return parts


def block_winds(block: Positions) -> Positions:
    """Return up to four sessions with the seats ordered so that each player has each wind at most once.

    Kőnig's edge colouring of players x tables with four colours: a missing session is any other partition, so that the
    graph is regular of degree four and two halvings are a colouring.
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
    """Return the chart with the four players of each table ordered East, South, West, North.

    Each player starts once on each wind in every four sessions, so that the numbers of starts on two winds differ by at
    most one after any number of sessions.
    """
    return np.concatenate([block_winds(chart[first : first + BLOCK]) for first in range(0, len(chart), BLOCK)])


def spread_of(starts: NDArray[np.int64]) -> int:
    """Return the largest difference between the winds of any player (people x winds)."""
    return int((starts.max(axis=1) - starts.min(axis=1)).max(initial=0))


def least_spread(starts: NDArray[np.int64], sessions: int, tables: int) -> int:
    """Return the least possible spread after ``sessions`` more sessions, for any seating.

    Each player takes the least frequent wind each time. If that would balance completely but needs more seats on a wind
    than the tables have, one player has one too many and another one too few.
    """
    total = starts.copy()
    for _session in range(sessions):
        total[np.arange(len(total)), total.argmin(axis=1)] += 1
    least = spread_of(total)
    return 2 if not least and (total - starts).sum(axis=0).max() > sessions * tables else least


def winds_after(chart: Positions, starts: NDArray[np.int64], players: int, numbers: Numbers) -> Positions:
    """Return the chart with winds balanced as far as possible, given ``starts`` (starts of each position per wind).

    Positions from ``players`` on are fillers, whose winds do not matter. Repeatedly: pick a player with too large a
    difference at random, and reorder the four at one of the player's tables in the best other way.
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
    """Return the spread and the total unevenness of the winds."""
    return spread_of(starts), int((starts**2).sum())
