"""Charts with more sessions than are possible without repeats: as few repeats as a search finds."""

import json
import string
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.bounds import repeat_bound
from tournament.draws.rules.charts.exchanges import exchanged
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import meetings, repeats
from tournament.draws.rules.types import Positions

STORED = Path(__file__).parent / "data" / "charts_beyond.json"
STEPS, COVER_STEPS = 1500, 200


@cache
def _stored() -> dict[str, list[str]]:
    return json.loads(STORED.read_text(encoding="utf-8"))


def stored_chart(tables: int, sessions: int) -> Positions | None:
    """Return a chart found by a long search (``research``); stored as a letter per position, four to a table."""
    stored = _stored().get(f"{4 * tables} x {sessions}")
    if stored is None:
        return None
    positions = [[string.ascii_letters.index(letter) for letter in session] for session in stored]
    return np.array(positions).reshape(sessions, tables, 4)


def covering_session(chart: Positions, numbers: Numbers) -> Positions:
    """Return a session in which as many pairs as a search finds meet for the first time.

    It starts from the connected parts of the graph of pairs that have not met: whole parts share a table as far as they
    fit, other players are added singly. After a chart that leaves triangles or pairs this is optimal.
    """
    met = np.minimum(meetings(chart), 1)
    parts = sorted(_parts(met == 0), key=len, reverse=True)
    tables: list[list[int]] = [[] for _table in range(chart.shape[1])]
    loose = []
    for part in parts:
        whole = [four for four in tables if len(four) + len(part) <= 4]
        if whole and len(part) > 1:
            max(whole, key=len).extend(part)
        else:
            loose += part
    for four in tables:
        while len(four) < 4:
            four.append(loose.pop(0))
    bound = 6 * len(tables) - int((met == 0).sum() - len(met)) // 2
    start = np.array([tables])
    return exchanged(start, met, 0, numbers, bound=max(bound, 0), steps=COVER_STEPS)[0]


def _parts(linked: NDArray[np.bool_]) -> list[list[int]]:
    """Return the connected parts of a graph."""
    parts: list[list[int]] = []
    waiting = set(range(len(linked)))
    while waiting:
        part, frontier = [], [min(waiting)]
        while frontier:
            node = frontier.pop()
            if node in waiting:
                waiting.remove(node)
                part.append(node)
                frontier += np.flatnonzero(linked[node]).tolist()
        parts.append(part)
    return parts


def extended(base: Positions, sessions: int, numbers: Numbers) -> Positions:
    """Return the base, then sessions for pairs that have not met, then the base's sessions with permuted positions.

    If all pairs have met before the permuted sessions, these have the fewest repeats possible.
    """
    chart = base
    while len(chart) < sessions and not (meetings(chart) + np.eye(4 * base.shape[1], dtype=np.int64)).all():
        chart = np.concatenate([chart, covering_session(chart, numbers)])
    while len(chart) < sessions:
        permuted = np.array(numbers.permutation(4 * base.shape[1]))[base]
        chart = np.concatenate([chart, permuted])
    return chart[:sessions]


def fewest_repeats(chart: Positions, numbers: Numbers, steps: int = STEPS) -> Positions:
    """Return the best chart that a search over exchanges within sessions finds, never with more repeats.

    It minimises the sum of C(meetings, 2), which equals the repeats if no pair meets more than twice.
    """
    sessions, tables, _ = chart.shape
    bound = repeat_bound(tables, sessions)
    if repeats(meetings(chart)) <= bound:
        return chart
    free = np.zeros((4 * tables, 4 * tables), dtype=np.int64)
    improved = exchanged(chart, free, 1, numbers, bound=bound, steps=steps)[0]
    return min(improved, chart, key=lambda candidate: repeats(meetings(candidate)))
