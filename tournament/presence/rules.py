"""For which sessions a check-in counts (3.5.7.1), and the penalty for lateness (3.11.2.1)."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
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


#: A day of play ends at this time of the night: a session that starts after midnight belongs to the evening before.
NIGHT = timedelta(hours=5)


def first_counting(starts: Sequence[datetime | None], session: int, *, each_session: bool) -> int:
    """Return the first session whose check-in counts for ``session`` (3.5.7.1).

    ``starts``: the local start of each session from the first on; None, if unknown: the day of the session before.
    ``each_session``: players check in before each session; otherwise once a day.
    """
    if each_session:
        return session
    days = _days(starts)
    first = session
    while first > 1 and _day(days, first - 1) == _day(days, session):
        first -= 1
    return first


def near(start: datetime, clock: datetime) -> datetime:
    """Return the moment with the time of day of ``clock`` that is less than 12 hours from ``start``.

    So an arrival at 0:05 for a start at 23:50 is on the next day.
    """
    half = timedelta(hours=12)
    return start - half + (clock - (start - half)) % timedelta(days=1)


def _days(starts: Sequence[datetime | None]) -> list[date | None]:
    """Return the day of play of each session; None only if no start is known."""
    known = [start for start in starts if start]
    current = (known[0] - NIGHT).date() if known else None
    days = []
    for start in starts:
        current = (start - NIGHT).date() if start else current
        days.append(current)
    return days


def _day(days: Sequence[date | None], session: int) -> date | None:
    """Return the day of a session; sessions after the last known one are on its day."""
    return days[min(session, len(days)) - 1] if days else None
