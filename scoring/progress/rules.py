"""Decide whether a table is slow compared with the hall: advice for referees, not a rule of the game."""

from collections.abc import Sequence
from datetime import timedelta
from statistics import median

#: A table is slow at this many hands behind the hall's median, or after this time without an entry. Sixteen hands in
#: 120 minutes take seven and a half minutes each.
BEHIND, SILENT = 4, timedelta(minutes=15)
#: The same where a table is measured in rounds, as a dealer may stay (IMJ 12): two of eight, as four of sixteen hands.
BEHIND_ROUNDS = 2


def is_slow(done: int, hall: Sequence[int], since_last: timedelta | None, behind: int = BEHIND) -> bool:
    """Whether a table that has ``done`` so many hands or rounds is slow.

    ``hall``: those of all tables in play. ``since_last``: the time since this table's last entry or the start (None: no
    table plays now). ``behind``: how many behind the hall's median make it slow.
    """
    if since_last is None:
        return False
    return since_last >= SILENT or (bool(hall) and median(hall) - done >= behind)


def pace(done: int, hall: Sequence[int]) -> int | None:
    """Return how far a table is ahead of the ``hall``'s median; below 0: behind; None: no table plays."""
    return round(done - median(hall)) if hall else None
