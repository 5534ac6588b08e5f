"""Examples of the actions on the clock, on a table's extra time and on announcements."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from scoring.settings.models.groups import SETTINGS_GROUPS
from scoring.sheets.services.people.exchanging import SeatExchange
from tests.support.sheets import empty_sheet, made_sheet, sheet_at
from tournament.clocks.models import Announcement, ClockStop, ExtraTime, SessionClock
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting, Table

Example = Callable[[Event, str], tuple[Any, dict[str, Any]]]


def session(event: Event, state: str = "", **clock: Any) -> Session:
    """Create a session with one table; columns in ``clock`` give it a clock."""
    for group in SETTINGS_GROUPS.values():
        group.objects.get_or_create(event=event)
    released = timezone.now() if state == "released" else None
    found = Session.objects.create(event=event, number=event.sessions.count() + 1, released_at=released)
    Table.objects.create(session=found, number=1)
    if clock:
        SessionClock.objects.create(session=found, minutes=120, notice_minutes=15, **clock)
    return found


def _running(**facts: Any) -> Example:
    def example(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
        return session(event, state, started_at=timezone.now() - timedelta(minutes=10)), facts

    return example


def _stopped(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    found, facts = _running()(event, state)
    ClockStop.objects.create(clock=found.clock, kind="pause", begins_at=timezone.now() - timedelta(minutes=1))
    return found, facts


def _ended(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    now = timezone.now()
    return session(event, state, started_at=now - timedelta(minutes=90), ended_at=now), {}


def _extra(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    found, _facts = _running()(event, state)
    ExtraTime.objects.create(table=found.tables.get(), order=1, minutes=5, reason="自动桌坏了")
    return found, {"table": 1, "order": 1}


def _announced(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    now = timezone.now()
    return Announcement.objects.create(event=event, number=1, texts={"zh": "午餐"}, from_at=now), {}


def _planned(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    Session.objects.create(event=event, number=1, starts=timezone.now())
    return event, {"first": 1, "minutes": 20}


def _seated(event: Event, state: str) -> Session:
    """Create a session with two tables of four and their open sheets."""
    found = session(event, state)
    found.tables.all().delete()
    for number in (1, 2):
        sheet_at(found, number)
    return found


def _exchange(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    return _seated(event, state), {"exchange": SeatExchange(1, "E", 2, "N", first_hand=1, back=5)}


def _exchanged(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    found = _seated(event, state)
    east, south = (Sitting.objects.get(table__session=found, table__number=1, seat=seat) for seat in "ES")
    for seat, other in ((east, south), (south, east)):
        Sitting.objects.create(table=seat.table, seat=seat.seat, from_hand=1, entry=other.entry, exchanged=True)
    return found, {"table": 1, "seat": "E"}


def _late(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    found = _seated(event, state)
    Session.objects.filter(pk=found.pk).update(late_from=timezone.now() - timedelta(minutes=20))
    found.refresh_from_db()
    holder = Sitting.objects.get(table__session=found, table__number=1, seat="S").entry
    return found, {"entry": holder, "arrived": timezone.now() - timedelta(minutes=14)}


def _round(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    return made_sheet(event, state or "open"), {"seen": 1, "round_no": 2, "places": "ESWN"}


def _period(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    event.rules = Event.Rules.IMJ_0702
    event.save()
    sheet = empty_sheet(event)
    sheet.state = state or "open"
    sheet.save()
    return sheet, {"seen": 0, "period": 1, "places": "SWNE"}


EXAMPLES: dict[str, Example] = {
    "session.check_seats": lambda event, state: (session(event, state), {}),
    "session.start": lambda event, state: (session(event, state), {}),
    "session.start_back": _running(),
    "session.pause": _running(),
    "session.break": _running(minutes=15, silent=True),
    "session.go_on": _stopped,
    "session.end": _running(),
    "session.end_back": _ended,
    "table.add_time": _running(table=1, minutes=5),
    "table.take_time_back": _extra,
    "seats.exchange": _exchange,
    "seats.exchange_back": _exchanged,
    "session.late": _late,
    "sheet.seat_round": _round,
    "sheet.seat_period": _period,
    "table.move": lambda event, state: (_seated(event, state), {"table": 1, "to": 7, "room": "二楼"}),
    "event.shift_sessions": _planned,
    "event.announce": lambda event, state: (event, {"texts": {"zh": "午餐在二楼", "en": "Lunch is upstairs"}}),
    "announcement.take_back": _announced,
}
