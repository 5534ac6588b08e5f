"""Charts chosen for their common opponents, for sizes where the constructions give fewer than published charts.

``data/chosen_charts.json`` holds for a size: the sessions to take of a starter (the stored or another one), or a
difference matrix over Z_2^k, a spare session first, or one session that a group turns into the others.
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


def plus(group: Sequence[int], first: int, second: int) -> int:
    """Return the sum of two elements of a product of cyclic groups.

    An element is a number whose digits, least significant first, belong to the groups.
    """
    total, weight = 0, 1
    for size in group:
        total += (first + second) % size * weight
        first, second, weight = first // size, second // size, weight * size
    return total


def turned(group: Sequence[int], session: Sequence[Sequence[int]]) -> Positions:
    """Return a session and its images, one for each group element.

    Orbits are runs of positions as long as the group; remaining positions stay fixed.
    """
    first, length = np.array(session), int(np.prod(group))
    sums = np.array([[plus(group, element, shift) for element in range(length)] for shift in range(length)])
    stay = first.size // length * length
    return np.where(first < stay, first // length * length + sums[:, first % length], first)


def chosen_chart(tables: int, sessions: int) -> FixedChart | None:
    """Return the chart chosen for this size, without repeats, or None.

    A chart turned from one session has no spare session, and no players in it are packed.
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
    developed_sessions = developed(chosen["starter"]) if "starter" in chosen else longest(tables)
    assert developed_sessions is not None, "sessions are chosen of a stored starter"
    spare = next(index for index in reversed(range(len(developed_sessions))) if index not in chosen["sessions"])
    method = f"chosen sessions of a starter over {len(developed_sessions)}"
    return in_fours(developed_sessions[[*chosen["sessions"], spare]], sessions, method)
