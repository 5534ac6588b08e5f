"""Table numbers for charts whose construction gives none: as few repeated visits to a table as possible."""

import json
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.charts.annealing import COLD, EVERY, HOT, STAY, WORST, chances
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import table_repeats
from tournament.draws.rules.types import Positions

STORED = Path(__file__).parent / "data" / "table_numbers.json"
STEPS = 1500

Visits = NDArray[np.int64]


@cache
def _stored() -> dict[str, list[str]]:
    return json.loads(STORED.read_text(encoding="utf-8"))


def numbered(chart: Positions, number: NDArray[np.int64]) -> Positions:
    """Return the chart with table t of session s at ``number[s, t]``."""
    return np.take_along_axis(chart, np.argsort(number, axis=1)[:, :, None], axis=1)


class _Numbering:
    """The number of each table in each session, with the visits of every position to every number.

    ``earlier`` are visits in previous sessions, ``allowed`` is the number of visits that is never necessary to exceed.
    """

    def __init__(self, chart: Positions, earlier: Visits | None = None, allowed: int | None = None) -> None:
        self.chart = chart
        sessions, tables, _ = chart.shape
        self.allowed = allowed or -(-sessions // tables)
        self.number = np.tile(np.arange(tables), (sessions, 1))
        self.visits = np.zeros((4 * tables, tables), dtype=np.int64) if earlier is None else earlier.copy()
        for session in range(sessions):
            self._count(session, 1)

    def _count(self, session: int, amount: int) -> None:
        self.visits[self.chart[session], self.number[session][:, None]] += amount

    def needless(self) -> int:
        return int(np.maximum(self.visits - self.allowed, 0).sum())

    def changes(self, session: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the cost of exchanging the numbers of any two tables of a session, and which have needless visits."""
        self._count(session, -1)
        visits = self.visits[self.chart[session]]
        self._count(session, 1)
        number = self.number[session]
        costs = (visits >= self.allowed).sum(axis=1)[:, number]
        own = costs.diagonal()
        return costs + costs.T - own[:, None] - own, own > 0

    def exchange(self, session: int, first: int, second: int) -> None:
        self._count(session, -1)
        self.number[session, [first, second]] = self.number[session, [second, first]]
        self._count(session, 1)

    def numbered(self) -> Positions:
        return numbered(self.chart, self.number)


def with_table_numbers(chart: Positions, kind: str) -> Positions:
    """Return the chart with the tables of each session in the order of their numbers.

    For tight sizes the numbers are stored finds of a long search, by kind of chart; else they are searched here.
    """
    sessions, tables, _ = chart.shape
    if not table_repeats(chart) or tables < 2:
        return chart
    stored = _stored().get(f"{kind} {4 * tables} x {sessions}")
    if stored:
        return numbered(chart, np.array([[ord(letter) - ord("a") for letter in session] for session in stored]))
    return searched_numbers(_Numbering(chart), Numbers("table numbers", str(tables), str(sessions)))


def numbered_after(chart: Positions, earlier: Visits, allowed: int, numbers: Numbers) -> Positions:
    """Return the chart with table numbers, keeping visits within ``allowed`` if possible; earlier visits count."""
    return searched_numbers(_Numbering(chart, earlier, allowed), numbers)


def searched_numbers(state: _Numbering, numbers: Numbers) -> Positions:
    """Return the best numbering found by annealing with exchanges of two numbers of a session, sessions in turn.

    Each step considers all exchanges of a table with needless visits, as ``annealing`` does with seats.
    """
    best, cost = state.numbered(), state.needless()
    fewest = cost
    sessions, tables, _ = state.chart.shape
    closed = np.tril(np.ones((tables, tables), dtype=bool))
    for step in range(STEPS if tables > 1 else 0):
        if not fewest:
            break
        if step % EVERY == 0:
            weights = chances(HOT + (COLD - HOT) * step // STEPS)
        session = step % sessions
        change, needless = state.changes(session)
        if not needless.any():
            continue
        weight = weights[change + WORST]
        weight[closed | ~(needless[:, None] | needless)] = 0
        sums = weight.ravel().cumsum()
        chosen = numbers.below(int(sums[-1]) + STAY)
        if chosen >= sums[-1]:
            continue
        first, second = divmod(int(sums.searchsorted(chosen, side="right")), tables)
        cost += int(change[first, second])
        state.exchange(session, first, second)
        if cost < fewest:
            best, fewest = state.numbered(), cost
    return best
