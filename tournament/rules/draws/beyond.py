"""Charts with more sessions than can be had without repeats: as few repeats as a search finds."""

import json
import string
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tournament.rules.draws.bounds import repeat_bound
from tournament.rules.draws.numbers import Numbers
from tournament.rules.draws.quality import meetings, repeats
from tournament.rules.draws.types import Positions

STORED = Path(__file__).parent / "data" / "charts_beyond.json"
STEPS, TENURE = 1500, 8


@cache
def _stored() -> dict[str, list[str]]:
    return json.loads(STORED.read_text(encoding="utf-8"))


def stored_chart(tables: int, sessions: int) -> Positions | None:
    """A chart, table numbers included, found by long annealing; a letter for each position, four to a table."""
    stored = _stored().get(f"{4 * tables} x {sessions}")
    if stored is None:
        return None
    positions = [[string.ascii_letters.index(letter) for letter in session] for session in stored]
    return np.array(positions).reshape(sessions, tables, 4)


def extended(base: Positions, sessions: int, numbers: Numbers) -> Positions:
    """The base, then its sessions again with the positions permuted, until there are enough.

    If everybody meets everybody in the base, this has the fewest repeats there can be.
    """
    copies = [base]
    while sum(map(len, copies)) < sessions:
        copies.append(np.array(numbers.permutation(4 * base.shape[1]))[base])
    return np.concatenate(copies)[:sessions]


class _Search:
    """A chart under exchange of two players of one session, at the cost of C(meetings, 2) over all pairs."""

    def __init__(self, chart: Positions) -> None:
        self.chart = chart.copy()
        self.met = meetings(chart)

    def changes(self, session: int, table: int, seat: int) -> NDArray[np.int64]:
        """What an exchange of this seat with each other seat of the session adds to the cost (tables x 4)."""
        tables = self.chart[session]
        player, mates = tables[table, seat], np.delete(tables[table], seat)
        met = self.met
        arriving = met[player][tables]
        own = met[tables[:, :, None], tables[:, None, :]].sum(axis=2) - 3
        leaving = int((met[player, mates] - 1).sum())
        change = arriving.sum(axis=1, keepdims=True) - arriving - leaving
        change += met[tables[:, :, None], mates].sum(axis=2) - own
        change[table] = 1 << 40
        return change

    def exchange(self, session: int, one: tuple[int, int], other: tuple[int, int]) -> None:
        tables = self.chart[session]
        for by in (-1, 1):
            for table in (one[0], other[0]):
                four = tables[table]
                self.met[four[:, None], four[None, :]] += by
            if by < 0:
                tables[one], tables[other] = tables[other], tables[one]
        np.fill_diagonal(self.met, 0)

    def repeated(self) -> list[list[int]]:
        """Session, table and seat of everyone who sits with somebody met elsewhere too."""
        seated = self.met[self.chart[:, :, :, None], self.chart[:, :, None, :]]
        return np.argwhere((seated > 1).any(axis=3)).tolist()


def fewest_repeats(chart: Positions, numbers: Numbers, steps: int = STEPS) -> Positions:
    """The best chart that tabu search over exchanges within sessions finds in so many steps, none with more repeats."""
    sessions, tables, _ = chart.shape
    search, best = _Search(chart), chart
    fewest, bound = repeats(search.met), repeat_bound(tables, sessions)
    closed_until = np.zeros((sessions, 4 * tables), dtype=np.int64)
    noise = np.array(numbers.permutation(4 * tables)).reshape(tables, 4)
    for step in range(steps if tables > 1 else 0):
        if fewest <= bound:
            break
        candidates = search.repeated()
        session, table, seat = candidates[numbers.below(len(candidates))]
        change = search.changes(session, table, seat) * 4 * tables + np.roll(noise, step)
        change[closed_until[session][search.chart[session]] > step] += 1 << 30
        other = np.unravel_index(int(change.argmin()), change.shape)
        moved = [search.chart[session, table, seat], search.chart[session][other]]
        search.exchange(session, (table, seat), (int(other[0]), int(other[1])))
        closed_until[session, moved] = step + 1 + numbers.below(TENURE)
        if repeats(search.met) < fewest:
            best, fewest = search.chart.copy(), repeats(search.met)
    return best
