"""Who starts on which wind (A3)."""

import numpy as np

from tournament.rules.draws.types import Positions

BLOCK = 4


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
