"""The time of a session: its end, the time left, and the gongs (3.5.6)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal


class State(StrEnum):
    """State of a session's clock."""

    #: Neither seat check nor play has begun.
    AHEAD = "ahead"
    #: The seats are checked.
    SEATS = "seats"
    RUNNING = "running"
    PAUSE = "pause"
    BREAK = "break"
    #: The time is over; the chief referee has not ended the session yet.
    OVER = "over"
    ENDED = "ended"


@dataclass(frozen=True)
class Stop:
    """The clock stops from ``begins_at`` to ``ends_at`` (None: open end); no gong ends a ``silent`` break."""

    kind: Literal["pause", "break"]
    begins_at: datetime
    ends_at: datetime | None = None
    silent: bool = False

    def is_active(self, now: datetime) -> bool:
        """Return whether the clock is stopped now.

        A pause lasts until it is ended, even if the system clock was set back.
        """
        return self.ends_at is None or self.begins_at <= now < self.ends_at


@dataclass(frozen=True)
class Clock:
    """A session's clock: lengths of play and notice in minutes, and the events so far.

    ``extra``: additional minutes of one table.
    """

    minutes: int
    notice_minutes: int
    checked: datetime | None = None
    started: datetime | None = None
    ended: datetime | None = None
    stops: tuple[Stop, ...] = ()
    extra: int = 0

    def with_extra(self, minutes: int) -> "Clock":
        """Return the clock of a table with extra minutes."""
        return replace(self, extra=minutes)

    def current_stop(self, now: datetime) -> Stop | None:
        """Return the current stop of the clock; None while it runs."""
        return next((stop for stop in self.stops if stop.is_active(now)), None)

    def ends(self, now: datetime) -> datetime | None:
        """Return when the time is over if the clock runs from now on (from the end of a stop of known length).

        None before the start.
        """
        if self.started is None:
            return None
        stopped = ((stop.ends_at or now) - stop.begins_at for stop in self.stops if stop.begins_at <= now)
        return self.started + timedelta(minutes=self.minutes + self.extra) + sum(stopped, timedelta())

    def left(self, now: datetime) -> timedelta | None:
        """Return the time left to play, never negative; None before the start."""
        ends = self.ends(now)
        if ends is None:
            return None
        stop = self.current_stop(now)
        resumes = (stop.ends_at or max(now, stop.begins_at)) if stop else now
        return max(timedelta(), ends - resumes)

    def state(self, now: datetime) -> State:
        if self.ended:
            return State.ENDED
        if self.started is None:
            return State.SEATS if self.checked else State.AHEAD
        stop = self.current_stop(now)
        if stop:
            return State(stop.kind)
        return State.OVER if self.left(now) == timedelta() else State.RUNNING

    def gongs(self, now: datetime) -> Iterator[tuple[str, datetime]]:
        """Yield the gongs in order: "resume" (a break ends), "notice", "end", as far as they are known now.

        Nothing sounds while a pause of unknown length lasts, nor at the end of a silent break.
        """
        ends, current = self.ends(now), self.current_stop(now)
        if ends is None or self.ended or (current and current.ends_at is None):
            return
        for stop in self.stops:
            if stop.kind == "break" and stop.ends_at and not stop.silent:
                yield "resume", stop.ends_at
        if 0 < self.notice_minutes < self.minutes + self.extra:
            yield "notice", self._before(ends, self.notice_minutes)
        yield "end", ends

    def _before(self, ends: datetime, minutes: int) -> datetime:
        """Return the moment with ``minutes`` of play left: later stops lie between it and the end."""
        moment = ends - timedelta(minutes=minutes)
        for stop in reversed(self.stops):
            if stop.ends_at and stop.ends_at > moment:
                moment -= stop.ends_at - stop.begins_at
        return moment
