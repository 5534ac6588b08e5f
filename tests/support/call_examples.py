"""Examples of the actions that call missing players."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tournament.models import Entry, Event, Person, PlayerCall, Session


def missing_entry(event: Event, state: str = "entered") -> Entry:
    """Another player of ``event``, who is not here."""
    number = event.entries.count() + 1
    person = Person.objects.create(name=f"缺席{number}")
    return Entry.objects.create(event=event, person=person, number=number, name=person.name, status=state)


def _called(event: Event, state: str) -> tuple[Entry, dict[str, Any]]:
    entry = missing_entry(event, state or "entered")
    PlayerCall.objects.create(entry=entry, session=1, at="2024-05-01T08:58:00Z")
    return entry, {}


def _session(event: Event, state: str) -> tuple[Session, dict[str, Any]]:
    released = datetime(2024, 5, 1, 12, tzinfo=UTC) if state == "released" else None
    session = Session.objects.create(event=event, number=event.sessions.count() + 1, released_at=released)
    return session, {"at": datetime(2024, 5, 1, 9, 12, tzinfo=UTC)}


def _missing(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    missing_entry(event)
    return event, {"session": 1}


EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "player.call": lambda event, state: (missing_entry(event, state or "entered"), {"session": 1}),
    "player.call_missing": _missing,
    "player.uncall": _called,
    "session.late_from": _session,
}
