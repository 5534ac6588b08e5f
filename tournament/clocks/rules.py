"""The time of a session: when it ends, how much is left, when the gong sounds (3.5.6)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal


class State(StrEnum):
    """The state of a session's clock."""

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
    """The clock stands still from ``since`` to ``until`` (None: it still does); ``kind`` is "pause" or "break"."""

    kind: Literal["pause", "break"]
    since: datetime
    until: datetime | None = None
    silent: bool = False

    def stands(self, now: datetime) -> bool:
        """Whether the clock stands still now; a pause until it is ended, even if the time of day was set back."""
        return self.until is None or self.since <= now < self.until


@dataclass(frozen=True)
class Clock:
    """A session's clock: length of play and of the notice in minutes, and what happened so far.

    ``extra``: minutes that one table has more.
    """

    minutes: int
    notice_minutes: int
    checked: datetime | None = None
    started: datetime | None = None
    ended: datetime | None = None
    stops: tuple[Stop, ...] = ()
    extra: int = 0

    def with_extra(self, minutes: int) -> "Clock":
        """The clock of a table that plays so many minutes longer."""
        return replace(self, extra=minutes)

    def standing(self, now: datetime) -> Stop | None:
        """The stop in which the clock stands still now."""
        return next((stop for stop in self.stops if stop.stands(now)), None)

    def ends(self, now: datetime) -> datetime | None:
        """When the time is over if it runs on from now (after a stop of known length: from its end); None before."""
        if self.started is None:
            return None
        still = ((stop.until or now) - stop.since for stop in self.stops if stop.since <= now)
        return self.started + timedelta(minutes=self.minutes + self.extra) + sum(still, timedelta())

    def left(self, now: datetime) -> timedelta | None:
        """What is left to play, never below zero; None before the start."""
        ends = self.ends(now)
        if ends is None:
            return None
        stop = self.standing(now)
        resumes = (stop.until or max(now, stop.since)) if stop else now
        return max(timedelta(), ends - resumes)

    def state(self, now: datetime) -> State:
        """Where the session stands now."""
        if self.ended:
            return State.ENDED
        if self.started is None:
            return State.SEATS if self.checked else State.AHEAD
        if stop := self.standing(now):
            return State(stop.kind)
        return State.OVER if self.left(now) == timedelta() else State.RUNNING

    def gongs(self, now: datetime) -> Iterator[tuple[str, datetime]]:
        """What sounds when, in order: "resume" (a break ends), "notice", "end"; as far as it is known now.

        Nothing sounds while a pause of unknown length lasts, nor at the end of a silent break.
        """
        ends, stop = self.ends(now), self.standing(now)
        if ends is None or self.ended or (stop and stop.until is None):
            return
        for one in self.stops:
            if one.kind == "break" and one.until and not one.silent:
                yield "resume", one.until
        if 0 < self.notice_minutes < self.minutes + self.extra:
            yield "notice", self._before(ends, self.notice_minutes)
        yield "end", ends

    def _before(self, ends: datetime, minutes: int) -> datetime:
        """The moment at which so many minutes of play are left: stops after it lie between it and the end."""
        moment = ends - timedelta(minutes=minutes)
        for stop in reversed(self.stops):
            if stop.until and stop.until > moment:
                moment -= stop.until - stop.since
        return moment
