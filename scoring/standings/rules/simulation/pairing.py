"""Tables of many runs at once, drawn by rank."""

import numpy as np

from scoring.standings.rules.simulation.hands import Ints
from tournament.draws.rules import plain_chart

PAIRS = np.array([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
#: The 35 ways to part eight players into two fours: rows of eight, the first four at one table.
SPLITS = np.array([
    [0, *rest, *(other for other in range(1, 8) if other not in rest)]
    for rest in [(a, b, c) for a in range(1, 8) for b in range(a + 1, 8) for c in range(b + 1, 8)]
])  # fmt: skip
SWEEPS = 8
REMATCH = 1_000_000


def pattern(method: str, size: int) -> Ints:
    """Return the tables of one bracket as places of its order: fours, snake or split."""
    rows = np.arange(size).reshape(4, -1)
    if method == "snake":
        return np.stack([rows[0], rows[1][::-1], rows[2], rows[3][::-1]], axis=1)
    return rows.T.copy() if method == "split" else np.arange(size).reshape(-1, 4)


def places(method: str, players: int, bracket: int) -> Ints:
    """Return the tables of all brackets as places of the whole order."""
    firsts = range(0, players, bracket)
    return np.concatenate([first + pattern(method, min(bracket, players - first)) for first in firsts])


def charts(players: int, sessions: int, bracket: int) -> Ints:
    """Return a chart for each bracket, as places of the order: sessions x tables x 4."""
    parts = []
    for first in range(0, players, bracket):
        size = min(bracket, players - first)
        parts.append(first + np.array(plain_chart(size, sessions, "").chart) - 1)
    return np.concatenate(parts, axis=1)


def swiss(order: Ints, met: Ints, bracket: int) -> Ints:
    """Return tables in the order of the ranks, with rematches removed by exchanges between neighbouring tables.

    A quick stand-in for ``draw_round``: only pairs of tables of one bracket, in sixteen half sweeps.
    """
    runs, players = order.shape
    tables = np.tile(np.arange(players).reshape(-1, 4), (runs, 1, 1))
    run = np.arange(runs)[:, None, None]
    per_bracket = bracket // 4
    for sweep in range(2 * SWEEPS):
        first = np.arange(sweep % 2, players // 4 - 1, 2)
        first = first[first // per_bracket == (first + 1) // per_bracket]
        if not len(first):
            continue
        eight = tables[:, np.stack([first, first + 1], axis=1)].reshape(runs, len(first), 8)
        pair = np.abs(eight[:, :, :, None] - eight[:, :, None, :]).astype(np.int64) ** 2
        who = np.take_along_axis(order, eight.reshape(runs, -1), axis=1).reshape(eight.shape)
        pair += REMATCH * met[run[..., None], who[:, :, :, None], who[:, :, None, :]].astype(np.int64)
        cost = sum(
            pair[:, :, SPLITS[:, side + one], SPLITS[:, side + two]] for side in (0, 4) for one, two in PAIRS.tolist()
        )
        best = SPLITS[np.asarray(cost).argmin(axis=2)]
        chosen = np.take_along_axis(eight, best, axis=2).reshape(runs, len(first), 2, 4)
        tables[:, first], tables[:, first + 1] = chosen[:, :, 0], chosen[:, :, 1]
    return tables
