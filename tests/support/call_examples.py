"""Examples of the actions on calls of missing players."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting, Table
from tournament.people.models.persons import Person
from tournament.presence.models.calls import PlayerCall
from tournament.presence.selectors.names import printed_names


def missing_entry(event: Event, state: str = "entered") -> Entry:
    """Create another player of ``event``, who is missing."""
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


def _seat_of_missing(event: Event, state: str) -> tuple[Session, dict[str, Any]]:
    session, _facts = _session(event, state)
    holder = missing_entry(event)
    table = Table.objects.create(session=session, number=1)
    Sheet.objects.create(table=table)
    Sitting.objects.create(table=table, seat="E", entry=holder)
    return session, {"holder": holder, "name": "路人甲"}


def _misspelt(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    entry = missing_entry(event)
    base = printed_names(entry)
    return event, {"entry": entry, "base": base, "names": base | {"name": "欧阳娜娜", "latin_name": "OUYANG Nana"}}


EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "entry.correct_name": _misspelt,
    "filler.add": lambda event, state: (event, {"name": "路人甲", "session": 1}),
    "seat.fill": _seat_of_missing,
    "player.call": lambda event, state: (missing_entry(event, state or "entered"), {"session": 1}),
    "player.call_missing": _missing,
    "player.uncall": _called,
    "session.late_from": _session,
}
