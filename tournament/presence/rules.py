"""What coming late costs (3.11.2.1; rulings: Sessions, time, seats)."""

from datetime import datetime, timedelta
from typing import NamedTuple

#: A table waits so long; who comes later has forfeited the session.
FIRST, LAST = timedelta(minutes=10), timedelta(minutes=15)


class Lateness(NamedTuple):
    """Where a session's start stands: whether it has come, and what is left to each limit (below 0: it is over)."""

    started: bool
    to_first: timedelta
    to_last: timedelta

    @property
    def points(self) -> int | None:
        """What a player who comes now loses: 0, -10, -20; None: the session is forfeited."""
        if not self.started:
            return 0
        if self.to_first >= timedelta():
            return -10
        return -20 if self.to_last >= timedelta() else None


def lateness(start: datetime, now: datetime) -> Lateness:
    """How late ``now`` is against the planned ``start``: up to 10 minutes, up to 15, or beyond (3.11.2.1)."""
    return Lateness(now > start, start + FIRST - now, start + LAST - now)
