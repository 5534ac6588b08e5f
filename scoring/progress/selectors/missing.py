"""The session that people come for, how late it is for it, and who is called."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils import timezone

from scoring.standings.selectors.standings import last_counted
from tournament.events.models.events import Event
from tournament.presence.rules import FIRST, LAST, Lateness, lateness
from tournament.seating.selectors.called import CalledPlayer, called_players, late_start


def coming_session(event: Event) -> int:
    """The session that people come for: the one after the last with a result."""
    return min(last_counted(event) + 1, event.planned_sessions)


@dataclass
class Waiting:
    """Waiting for who is missing in the coming session of an event: limits and calls, each read when asked for.

    ``event`` is one of ``tournament.events.selectors.events.event_by_slug``, which knows whether anybody is called.
    """

    event: Event

    @cached_property
    def session(self) -> int:
        """The session that people come for."""
        return coming_session(self.event)

    @cached_property
    def start(self) -> datetime | None:
        """From when coming late counts; None while no start is known."""
        return late_start(self.event, self.session)

    @cached_property
    def late(self) -> Lateness | None:
        """How late it is now; None while no start is known."""
        return lateness(self.start, timezone.now()) if self.start else None

    @property
    def limits(self) -> tuple[datetime, datetime] | None:
        """When -10 becomes -20, and when the session is forfeited (3.11.2.1)."""
        return (self.start + FIRST, self.start + LAST) if self.start else None

    @cached_property
    def called(self) -> list[CalledPlayer]:
        """Who is called, by number; no query while nobody is."""
        calling = self.event.calling  # type: ignore[attr-defined]
        return called_players(self.event, self.session) if calling else []

    @property
    def version(self) -> str:
        """What changes with the clock and the calls: a page that shows them holds it."""
        points = self.late.points if self.late else "-"
        return f"{self.event.head.calls}.{self.session}.{points}"
