"""The penalty for lateness (3.11.2.1; rulings: Sessions, time, seats)."""

from datetime import datetime, timedelta
from typing import NamedTuple

#: Limits of lateness; after the second the player has forfeited the session.
FIRST, LAST = timedelta(minutes=10), timedelta(minutes=15)


class Lateness(NamedTuple):
    """Time against a session's start: whether it has started, and the time left to each limit (negative: passed)."""

    started: bool
    to_first: timedelta
    to_last: timedelta

    @property
    def points(self) -> int | None:
        """Return what a player who arrives now loses: 0, -10, -20; None: the session is forfeited."""
        if not self.started:
            return 0
        if self.to_first >= timedelta():
            return -10
        return -20 if self.to_last >= timedelta() else None


def lateness(start: datetime, now: datetime) -> Lateness:
    """Return the lateness at ``now`` against the planned ``start``: up to 10 minutes, up to 15, or more (3.11.2.1)."""
    return Lateness(now > start, start + FIRST - now, start + LAST - now)
