"""Whether a table is slow beside the hall: where a referee looks first. No rule of the game, only advice."""

from collections.abc import Sequence
from datetime import timedelta
from statistics import median

#: So many hands behind the middle of the hall, or so long without an entry, make a table slow. Sixteen hands in 120
#: minutes are seven and a half minutes each.
BEHIND, SILENT = 4, timedelta(minutes=15)


def is_slow(hands: int, hall: Sequence[int], since_last: timedelta | None) -> bool:
    """Whether a table with so many hands is slow.

    ``hall`` are the hands of all tables that still play; ``since_last`` the time since this table's last entry, or
    since the start (None: nobody plays now).
    """
    if since_last is None:
        return False
    return since_last >= SILENT or (bool(hall) and median(hall) - hands >= BEHIND)
