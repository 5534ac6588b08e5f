"""Table numbers for charts whose construction gives none: nobody at one table more often than need be."""

import json
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tournament.rules.draws.numbers import Numbers
from tournament.rules.draws.quality import table_repeats
from tournament.rules.draws.types import Positions

STORED = Path(__file__).parent / "data" / "table_numbers.json"
STEPS, TENURE = 400, 6

Visits = NDArray[np.int64]


@cache
def _stored() -> dict[str, list[str]]:
    return json.loads(STORED.read_text(encoding="utf-8"))


def numbered(chart: Positions, number: NDArray[np.int64]) -> Positions:
    """The chart with table t of session s at ``number[s, t]``."""
    return np.take_along_axis(chart, np.argsort(number, axis=1)[:, :, None], axis=1)


class _Numbering:
    """Which number each table of each session has, with the visits of every position to every number.

    ``earlier`` are visits in sessions before these, ``allowed`` so many visits as nobody needs to exceed.
    """

    def __init__(self, chart: Positions, earlier: Visits | None = None, allowed: int | None = None) -> None:
        self.chart = chart
        sessions, tables, _ = chart.shape
        self.allowed = allowed or -(-sessions // tables)
        self.number = np.tile(np.arange(tables), (sessions, 1))
        self.visits = np.zeros((4 * tables, tables), dtype=np.int64) if earlier is None else earlier.copy()
        for session in range(sessions):
            self._count(session, 1)

    def _count(self, session: int, by: int) -> None:
        self.visits[self.chart[session], self.number[session][:, None]] += by

    def needless(self) -> int:
        return int(np.maximum(self.visits - self.allowed, 0).sum())

    def costs(self, session: int) -> NDArray[np.int64]:
        """Needless visits (times 64, and visits as the lesser cost) of each table of the session at each number."""
        self._count(session, -1)
        visits = self.visits[self.chart[session]]
        self._count(session, 1)
        return ((visits >= self.allowed) * 64 + visits).sum(axis=1)

    def exchange(self, session: int, one: int, other: int) -> None:
        self._count(session, -1)
        self.number[session, [one, other]] = self.number[session, [other, one]]
        self._count(session, 1)

    def numbered(self) -> Positions:
        return numbered(self.chart, self.number)


def _best_exchange(costs: NDArray[np.int64], number: NDArray[np.int64], closed: NDArray[np.bool_]) -> tuple[int, int]:
    now = costs[np.arange(len(number)), number]
    change = costs[:, number] + costs[:, number].T - now[:, None] - now[None, :]
    change[np.tril_indices(len(number))] = 1 << 40
    change[closed[:, None] | closed[None, :]] += 1 << 20
    one, other = np.unravel_index(int(change.argmin()), change.shape)
    return int(one), int(other)


def with_table_numbers(chart: Positions, kind: str) -> Positions:
    """The chart with the tables of each session in the order of their numbers.

    For tight sizes the numbers are stored finds of a long search, under the kind of chart; else a search here.
    """
    sessions, tables, _ = chart.shape
    if not table_repeats(chart) or tables < 2:
        return chart
    stored = _stored().get(f"{kind} {4 * tables} x {sessions}")
    if stored:
        return numbered(chart, np.array([[ord(letter) - ord("a") for letter in session] for session in stored]))
    return searched_numbers(_Numbering(chart), Numbers("table numbers", str(tables), str(sessions)))


def numbered_after(chart: Positions, earlier: Visits, allowed: int, numbers: Numbers) -> Positions:
    """The chart with table numbers so that nobody sits at one more than ``allowed`` times, earlier visits counted."""
    return searched_numbers(_Numbering(chart, earlier, allowed), numbers)


def searched_numbers(state: _Numbering, numbers: Numbers) -> Positions:
    """The best numbering seen by best exchanges of two numbers within a session, sessions by turns.

    What was just moved is closed for a while (tabu); the search stops after a number of steps.
    """
    best, fewest = state.numbered(), state.needless()
    sessions, tables, _ = state.chart.shape
    closed_until = np.zeros((sessions, tables), dtype=np.int64)
    order = numbers.permutation(sessions)
    for step in range(STEPS if fewest and tables > 1 else 0):
        session = order[step % sessions]
        costs = state.costs(session)
        if costs[np.arange(tables), state.number[session]].max() < 64 and step >= sessions:
            continue
        one, other = _best_exchange(costs, state.number[session], closed_until[session] > step)
        state.exchange(session, one, other)
        closed_until[session, [one, other]] = step + sessions * (1 + numbers.below(TENURE))
        if state.needless() < fewest:
            best, fewest = state.numbered(), state.needless()
            if not fewest:
                break
    return best
