"""Charts chosen for their common opponents, where the constructions give fewer than the published charts have.

``data/chosen_charts.json`` holds for a size either the sessions to take of a starter (the stored one, or another), or a
difference matrix over Z_2^k, a session to spare first. ``benchmarks.finds.starters`` and ``.subspaces`` found them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tournament.rules.draws.columns import in_columns
from tournament.rules.draws.starters import developed, in_fours, longest
from tournament.rules.draws.types import FixedChart

STORED = Path(__file__).parent / "data" / "chosen_charts.json"


@cache
def _stored() -> dict[str, dict[str, Any]]:
    return json.loads(STORED.read_text(encoding="utf-8"))


def chosen_chart(tables: int, sessions: int) -> FixedChart | None:
    """The chart chosen for this size, without repeats and with a session to spare, or None."""
    chosen = _stored().get(f"{4 * tables} x {sessions}")
    if chosen is None:
        return None
    if "matrix" in chosen:
        numbers = np.arange(tables)
        return in_columns(chosen["matrix"], numbers[:, None] ^ numbers, sessions, f"subspaces over {tables}")
    every = developed(chosen["starter"]) if "starter" in chosen else longest(tables)
    assert every is not None, "sessions are chosen of a stored starter"
    spare = next(at for at in reversed(range(len(every))) if at not in chosen["sessions"])
    return in_fours(every[[*chosen["sessions"], spare]], sessions, f"chosen sessions of a starter over {len(every)}")
