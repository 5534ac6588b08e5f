"""The coming session of an event, its lateness limits, and the called players."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils import timezone

from scoring.progress.selectors.progress import session_to_play
from tournament.events.models.events import Event
from tournament.presence.rules import FIRST, LAST, Lateness, lateness
from tournament.seating.selectors.called import CalledPlayer, called_players, late_start


@dataclass
class Waiting:
    """Missing players of an event's coming session: limits of lateness and calls, each loaded on first use.

    ``event`` must come from ``tournament.events.selectors.events.event_by_slug``, which annotates open calls.
    """

    event: Event

    @cached_property
    def session(self) -> int:
        return session_to_play(self.event)

    @cached_property
    def start(self) -> datetime | None:
        """The time from which lateness counts; None while no start is known."""
        return late_start(self.event, self.session)

    @cached_property
    def late(self) -> Lateness | None:
        """The lateness of an arrival now; None while no start is known."""
        return lateness(self.start, timezone.now()) if self.start else None

    @property
    def limits(self) -> tuple[datetime, datetime] | None:
        """The times when -10 becomes -20, and when the session is forfeited (3.11.2.1)."""
        return (self.start + FIRST, self.start + LAST) if self.start else None

    @cached_property
    def called(self) -> list[CalledPlayer]:
        """The called players by number; no query while there are none."""
        return called_players(self.event, self.session) if self.event.calling else []

    @property
    def version(self) -> str:
        """A version key that changes with the clock and the calls, for pages that show them."""
        points = self.late.points if self.late else "-"
        return f"{self.event.ledger.calls}.{self.session}.{points}"
