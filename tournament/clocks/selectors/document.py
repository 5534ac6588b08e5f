"""Clocks, extra minutes, moved tables and announcements in the form of an event file."""

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

from tournament.clocks.models import ClockStop, ExtraTime, SessionClock
from tournament.events.models.events import Event
from tournament.events.models.tables import Table


def clock_documents(event: Event) -> dict[int, dict[str, Any]]:
    """Return session id -> its clock; sessions with an unused clock are absent. Two queries."""
    rows = SessionClock.objects.filter(session__event=event).prefetch_related("stops")
    documents = {row.session_id: _clock(row) for row in rows}
    return {session: clock for session, clock in documents.items() if clock}


def extra_documents(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Return table id -> its extra minutes, in order."""
    documents: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in ExtraTime.objects.filter(table__session__event=event).order_by("order"):
        documents[row.table_id].append({"order": row.order, "minutes": row.minutes, "reason": row.reason})
    return documents


def moved_document(table: Table) -> dict[str, Any]:
    """Return the position of a moved table; empty if it did not move."""
    return _without_empty(to=table.moved_to, room=table.room)


def announcement_documents(event: Event) -> list[dict[str, Any]]:
    """Return all announcements, by number."""
    return [
        {"number": row.number, "from": _moment(row.from_at)}
        | _without_empty(**row.texts, until=_moment(row.until_at), taken_back=_moment(row.taken_back_at))
        for row in event.announcements.order_by("number")
    ]


def _clock(row: SessionClock) -> dict[str, Any]:
    return _without_empty(
        checked=_moment(row.checked_at),
        started=_moment(row.started_at),
        minutes=row.minutes or None,
        notice=row.notice_minutes if row.started_at else None,
        stops=[_stop(stop) for stop in row.stops.all()],
        ended=_moment(row.ended_at),
    )


def _stop(stop: ClockStop) -> dict[str, Any]:
    return _without_empty(
        kind=stop.kind, since=_moment(stop.begins_at), until=_moment(stop.ends_at), silent=stop.silent or None
    )


def _without_empty(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in (None, "", [])}


def _moment(time: datetime | None) -> str | None:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if time else None
