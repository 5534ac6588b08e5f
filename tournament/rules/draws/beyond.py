"""Charts with more sessions than can be had without repeats: as few repeats as a search finds."""

import json
import string
from functools import cache
from pathlib import Path

import numpy as np

from tournament.rules.draws.bounds import repeat_bound
from tournament.rules.draws.exchanges import exchanged
from tournament.rules.draws.numbers import Numbers
from tournament.rules.draws.types import Positions

STORED = Path(__file__).parent / "data" / "charts_beyond.json"
STEPS = 1500


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


def fewest_repeats(chart: Positions, numbers: Numbers, steps: int = STEPS) -> Positions:
    """The best chart that a search over exchanges within sessions finds in so many steps, by the sum of C(meetings, 2).

    Where nobody meets more than twice that sum is the repeats.
    """
    sessions, tables, _ = chart.shape
    free = np.zeros((4 * tables, 4 * tables), dtype=np.int64)
    return exchanged(chart, free, 1, numbers, bound=repeat_bound(tables, sessions), steps=steps)[0]
