"""What is public of an event now, as notifications need it: from its own rows, or from what its hall published."""

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Protocol

from scoring.draw_release.selectors.played import coming_session
from scoring.progress.selectors.progress import all_played, session_to_play
from scoring.publishing.models import ReceivedPackage
from scoring.publishing.selectors.packages import FROM_HALL, newest_content
from scoring.publishing.selectors.shape import PublicData
from scoring.publishing.selectors.shape import Session as HallSession
from tournament.clocks.models import SessionClock
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import released_draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.presence.selectors.presence import plays_in
from tournament.seating.selectors.called import called_players
from tournament.seating.selectors.seats import PublicSeat, PublicStop, stops_of

#: After this time the start of a session is old news.
JUST_BEGUN = timedelta(minutes=15)


class Source(Protocol):
    """The coming session, its seats and calls, and what is released."""

    @property
    def session(self) -> "Session | HallSession | None":
        """The session that is played or comes next; None after the last one."""

    @property
    def started_at(self) -> datetime | None:
        """When the clock of that session started."""

    def seat_of(self, player: Entry) -> dict[str, Any] | None:
        """Return the figures of the player's seat in that session; None for a player who does not play in it."""

    def plays(self, player: Entry) -> bool:
        """Return whether the player takes part in that session, also where no seats are known."""

    def calls(self) -> dict[int, tuple[datetime, dict[str, Any]]]:
        """Return entry id -> time and figures of the call of each called player."""

    def released(self, since: datetime) -> list[tuple[int, datetime]]:
        """Return the sessions that were released since then, with the time."""


class OwnRows:
    """An event that is run here."""

    def __init__(self, event: Event) -> None:
        self.event = event

    @cached_property
    def session(self) -> Session | None:
        if all_played(self.event):
            return None
        number = coming_session(self._draw) if self._draw else session_to_play(self.event)
        return self.event.sessions.filter(number=number, released_at=None).first()

    @cached_property
    def _draw(self) -> Draw | None:
        return released_draw(self.event)

    @cached_property
    def started_at(self) -> datetime | None:
        clock = SessionClock.objects.filter(session=self.session).first() if self.session else None
        return clock.started_at if clock else None

    @cached_property
    def _stops(self) -> dict[int, PublicStop]:
        return stops_of(self._draw, self.session.number) if self._draw and self.session else {}

    def seat_of(self, player: Entry) -> dict[str, Any] | None:
        stop = self._stops.get(player.number)
        if stop is None or self.session is None or stop.seat.sitter.number != player.number:
            return None
        if not plays_in(player, self.session.number):
            return None
        return {"session": stop.seat.session, "starts": moment_text(stop.starts)} | _place_of(stop.seat)

    def plays(self, player: Entry) -> bool:
        if self.session is None or not plays_in(player, self.session.number):
            return False
        return self._draw is None or self.seat_of(player) is not None

    def calls(self) -> dict[int, tuple[datetime, dict[str, Any]]]:
        return self._calls

    @cached_property
    def _calls(self) -> dict[int, tuple[datetime, dict[str, Any]]]:
        called = called_players(self.event, self.session.number) if self.session else []
        return {row.entry.pk: (row.at, _place_of(row.seat) if row.seat else {}) for row in called}

    def released(self, since: datetime) -> list[tuple[int, datetime]]:
        rows = self.event.sessions.filter(released_at__gte=since)
        return [(row.number, row.released_at) for row in rows if row.released_at]


class HallPackage:
    """An event whose hall publishes here: it sends seats and releases, and no clock and no calls."""

    started_at = None

    def __init__(self, data: PublicData, now: datetime) -> None:
        self._data, self._now = data, now

    @cached_property
    def session(self) -> HallSession | None:
        """The first session that is drawn and not released, until it must have begun."""
        coming = next((row for row in self._data.sessions if row.tables and row.released is None), None)
        has_begun = coming is not None and coming.starts is not None and coming.starts + JUST_BEGUN < self._now
        return None if has_begun else coming

    @cached_property
    def _seats(self) -> dict[int | None, dict[str, Any]]:
        if self.session is None:
            return {}
        known = {"session": self.session.number, "starts": moment_text(self.session.starts), "hall": True}
        return {
            seat.people[-1].number: known | {"table": table.at or table.number, "wind": seat.wind, "room": table.room}
            for table in self.session.tables
            for seat in table.seats
            if seat.people
        }

    def seat_of(self, player: Entry) -> dict[str, Any] | None:
        return self._seats.get(player.number)

    def plays(self, player: Entry) -> bool:
        return player.number in self._seats

    def calls(self) -> dict[int, tuple[datetime, dict[str, Any]]]:
        return {}

    def released(self, since: datetime) -> list[tuple[int, datetime]]:
        return [(row.number, row.released) for row in self._data.sessions if row.released and row.released >= since]


def source_of(event: Event, now: datetime) -> Source | None:
    """Return where the event's news comes from; None for an event that is held elsewhere and publishes nothing here."""
    key = newest_content(event) if Event.objects.filter(FROM_HALL, pk=event.pk).exists() else None
    if key is not None:
        content = ReceivedPackage.objects.values_list("content", flat=True).get(pk=key[0])
        return HallPackage(PublicData.model_validate_json(content), now)
    return None if event.ledger.held_since else OwnRows(event)


def moment_text(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""


def _place_of(seat: PublicSeat) -> dict[str, Any]:
    return {"table": seat.at, "wind": seat.wind, "room": seat.room}
