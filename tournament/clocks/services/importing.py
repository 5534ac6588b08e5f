"""Write the clocks, extra minutes and announcements of an event file; part of importing an event."""

from typing import Any

from django.utils.dateparse import parse_datetime

from common.actions.engine import ActionContext
from common.i18n.text_fields import text_languages
from tournament.clocks.models import Announcement, ClockStop, ExtraTime, SessionClock
from tournament.events.models.events import Event
from tournament.events.models.tables import Table


def write_clocks(_context: ActionContext, event: Event, document: dict[str, Any]) -> None:
    """Write clocks, extra minutes and announcements of a checked event file, after its sessions and tables."""
    sessions = {session.number: session for session in event.sessions.all()}
    for described in document["sessions"]:
        if "clock" in described:
            _write_clock(SessionClock(session=sessions[described["number"]]), described["clock"])
    _write_extra_times(event, document)
    Announcement.objects.bulk_create(_announcement(event, row) for row in document.get("announcements", []))


def _write_clock(clock: SessionClock, described: dict[str, Any]) -> None:
    for name in ("checked", "started", "ended"):
        setattr(clock, f"{name}_at", parse_datetime(described.get(name, "")))
    clock.minutes, clock.notice_minutes = described.get("minutes", 0), described.get("notice", 0)
    clock.save()
    ClockStop.objects.bulk_create(_stop(clock, stop) for stop in described.get("stops", []))


def _stop(clock: SessionClock, stop: dict[str, Any]) -> ClockStop:
    times: dict[str, Any] = {
        "begins_at": parse_datetime(stop["since"]),
        "ends_at": parse_datetime(stop.get("until", "")),
    }
    return ClockStop(clock=clock, kind=stop["kind"], silent=stop.get("silent", False), **times)


def _write_extra_times(event: Event, document: dict[str, Any]) -> None:
    rows = Table.objects.filter(session__event=event).select_related("session")
    tables = {(table.session.number, table.number): table for table in rows}
    ExtraTime.objects.bulk_create(
        ExtraTime(table=tables[session["number"], table["number"]], **extra)
        for session in document["sessions"]
        for table in session["tables"]
        for extra in table.get("extra_time", [])
    )


def _announcement(event: Event, row: dict[str, Any]) -> Announcement:
    moments = {f"{name}_at": parse_datetime(row.get(name, "")) for name in ("from", "until", "taken_back")}
    texts = {key: row[key] for key in text_languages() if key in row}
    return Announcement(event=event, number=row["number"], texts=texts, **moments)
