"""Decide whether a table is slow compared with the hall: advice for referees, not a rule of the game."""

from collections.abc import Sequence
from datetime import timedelta
from statistics import median

#: A table is slow at this many hands behind the hall's median, or after this time without an entry. Sixteen hands in
#: 120 minutes take seven and a half minutes each.
BEHIND, SILENT = 4, timedelta(minutes=15)


def is_slow(hands: int, hall: Sequence[int], since_last: timedelta | None) -> bool:
    """Whether a table with this number of ``hands`` is slow.

    ``hall``: the numbers of hands of all tables in play. ``since_last``: the time since this table's last entry or the
    start (None: no table plays now).
    """
    if since_last is None:
        return False
    return since_last >= SILENT or (bool(hall) and median(hall) - hands >= BEHIND)


def pace(hands: int, hall: Sequence[int]) -> int | None:
    """Return by how many hands a table is ahead of the ``hall``'s median; below 0: behind; None: no table plays."""
    return round(hands - median(hall)) if hall else None
