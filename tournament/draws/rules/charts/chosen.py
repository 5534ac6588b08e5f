"""Charts chosen for their common opponents, where the constructions give fewer than the published charts have.

``data/chosen_charts.json`` holds for a size the sessions to take of a starter (the stored one, or another), or a
difference matrix over Z_2^k, a session to spare first, or one session that a group turns into the others.
``research.starters``, ``.subspaces``, ``.threefold`` and ``.turned`` found them.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tournament.draws.rules.charts.columns import in_columns
from tournament.draws.rules.charts.starters import developed, in_fours, longest
from tournament.draws.rules.types import FixedChart, Positions

STORED = Path(__file__).parent / "data" / "chosen_charts.json"


@cache
def _stored() -> dict[str, dict[str, Any]]:
    return json.loads(STORED.read_text(encoding="utf-8"))


def plus(group: Sequence[int], one: int, other: int) -> int:
    """The sum of two elements of a product of cyclic groups, an element being its digits, the first counting least."""
    total, worth = 0, 1
    for size in group:
        total += (one + other) % size * worth
        one, other, worth = one // size, other // size, worth * size
    return total


def turned(group: Sequence[int], session: Sequence[Sequence[int]]) -> Positions:
    """A session and its turns, one for each element: orbits of positions as long as the group, what is left stays."""
    first, length = np.array(session), int(np.prod(group))
    sums = np.array([[plus(group, one, by) for one in range(length)] for by in range(length)])
    stay = first.size // length * length
    return np.where(first < stay, first // length * length + sums[:, first % length], first)


def chosen_chart(tables: int, sessions: int) -> FixedChart | None:
    """The chart chosen for this size, without repeats, or None.

    One turned from a session has no session to spare, and nobody in it is packed.
    """
    chosen = _stored().get(f"{4 * tables} x {sessions}")
    if chosen is None:
        return None
    if "matrix" in chosen:
        numbers = np.arange(tables)
        return in_columns(chosen["matrix"], numbers[:, None] ^ numbers, sessions, f"difference matrix over {tables}")
    if "session" in chosen:
        chart = turned(chosen["group"], chosen["session"])
        return FixedChart(chart, (tuple(range(4 * tables)),), f"turned by {len(chart)}")
    every = developed(chosen["starter"]) if "starter" in chosen else longest(tables)
    assert every is not None, "sessions are chosen of a stored starter"
    spare = next(at for at in reversed(range(len(every))) if at not in chosen["sessions"])
    return in_fours(every[[*chosen["sessions"], spare]], sessions, f"chosen sessions of a starter over {len(every)}")
