"""Charts with more sessions than can be had without repeats: as few repeats as a search finds."""

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
    """A chart found by a long search (``research``); a letter for each position, four to a table."""
    stored = _stored().get(f"{4 * tables} x {sessions}")
    if stored is None:
        return None
    positions = [[string.ascii_letters.index(letter) for letter in session] for session in stored]
    return np.array(positions).reshape(sessions, tables, 4)


def covering_session(chart: Positions, numbers: Numbers) -> Positions:
    """A session in which as many as a search finds meet for the first time.

    It starts from the parts into which those who have not met fall: whole parts to a table as far as they fit, the
    others one by one. After a chart that leaves triangles or pairs nothing better is possible.
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
    """The connected parts of a graph."""
    found: list[list[int]] = []
    waiting = set(range(len(linked)))
    while waiting:
        part, edge = [], [min(waiting)]
        while edge:
            one = edge.pop()
            if one in waiting:
                waiting.remove(one)
                part.append(one)
                edge += np.flatnonzero(linked[one]).tolist()
        found.append(part)
    return found


def extended(base: Positions, sessions: int, numbers: Numbers) -> Positions:
    """The base, then sessions that let those meet who have not, then the base's again with the positions permuted.

    If everybody meets everybody in what comes before, the last have the fewest repeats there can be.
    """
    chart = base
    while len(chart) < sessions and not (meetings(chart) + np.eye(4 * base.shape[1], dtype=np.int64)).all():
        chart = np.concatenate([chart, covering_session(chart, numbers)])
    while len(chart) < sessions:
        again = np.array(numbers.permutation(4 * base.shape[1]))[base]
        chart = np.concatenate([chart, again])
    return chart[:sessions]


def fewest_repeats(chart: Positions, numbers: Numbers, steps: int = STEPS) -> Positions:
    """The best chart that a search over exchanges within sessions finds in so many steps, none with more repeats.

    It goes by the sum of C(meetings, 2), which is the repeats where nobody meets more than twice.
    """
    sessions, tables, _ = chart.shape
    bound = repeat_bound(tables, sessions)
    if repeats(meetings(chart)) <= bound:
        return chart
    free = np.zeros((4 * tables, 4 * tables), dtype=np.int64)
    found = exchanged(chart, free, 1, numbers, bound=bound, steps=steps)[0]
    return min(found, chart, key=lambda one: repeats(meetings(one)))
