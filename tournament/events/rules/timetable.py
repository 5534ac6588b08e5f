"""What is odd about a timetable (3.5.6); none of it stops anybody."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

#: 3.5.6: a session lasts at most 150 minutes with a break of at most 15.
LONGEST, LONGEST_BREAK = 150, 15


@dataclass(frozen=True)
class Oddity:
    """``code``: "overlap" (``session`` starts while ``other`` is played), "short-break" (less than the break between
    them), "too-long" and "long-break" (of every session); ``minutes`` is by how much, or how long it is.
    """

    code: str
    minutes: int
    session: int = 0
    other: int = 0


def oddities(starts: Mapping[int, datetime | None], session_minutes: int, break_minutes: int) -> Iterator[Oddity]:
    """What to look at in planned starts by session (None: open) with the length of play and break in minutes."""
    if session_minutes + break_minutes > LONGEST:
        yield Oddity("too-long", session_minutes + break_minutes)
    if break_minutes > LONGEST_BREAK:
        yield Oddity("long-break", break_minutes)
    planned = sorted((start, number) for number, start in starts.items() if start)
    for (before, other), (start, session) in zip(planned, planned[1:], strict=False):
        played = before + timedelta(minutes=session_minutes)
        rested = played + timedelta(minutes=break_minutes)
        if start < played:
            yield Oddity("overlap", _minutes(played - start), session, other)
        elif start < rested:
            yield Oddity("short-break", _minutes(start - played), session, other)


def _minutes(time: timedelta) -> int:
    return int(time.total_seconds() // 60)


def plain_start(time: datetime | None) -> str | None:
    """A start as a text that compares, None if it is open."""
    return time.astimezone(UTC).isoformat(timespec="minutes") if time else None
