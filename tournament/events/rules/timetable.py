"""Oddities of a timetable (3.5.6); they are warnings only."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

#: 3.5.6: a session lasts at most 150 minutes with a break of at most 15.
LONGEST, LONGEST_BREAK = 150, 15


@dataclass(frozen=True)
class Oddity:
    """One oddity of a timetable.

    ``code``: "overlap" (``session`` starts while ``other`` is played), "short-break" (the gap is less than the break),
    "too-long" and "long-break" (of every session). ``minutes`` is the overlap, the gap or the length.
    """

    code: str
    minutes: int
    session: int = 0
    other: int = 0


def oddities(starts: Mapping[int, datetime | None], session_minutes: int, break_minutes: int) -> Iterator[Oddity]:
    """Yield the oddities of planned starts by session (None: open); play and break are in minutes.

    3.5.6.
    """
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


def end_of(start: datetime, session_minutes: int, break_minutes: int) -> datetime:
    """Return the planned end of a session: its play, and the break inside it (3.5.6)."""
    return start + timedelta(minutes=session_minutes + break_minutes)


def _minutes(time: timedelta) -> int:
    return int(time.total_seconds() // 60)


def plain_start(time: datetime | None) -> str | None:
    """Return a start as a comparable text (ISO, UTC, minutes), None if it is open."""
    return time.astimezone(UTC).isoformat(timespec="minutes") if time else None
