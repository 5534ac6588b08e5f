"""Clocks, extra minutes, moved tables and announcements as an event file has them."""

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

from tournament.clocks.models import ExtraTime, SessionClock
from tournament.events.models.events import Event
from tournament.events.models.tables import Table


def clock_documents(event: Event) -> dict[int, dict[str, Any]]:
    """Session id -> its clock; sessions on whose clock nothing happened are absent. Two queries."""
    rows = SessionClock.objects.filter(session__event=event).prefetch_related("stops")
    found = {row.session_id: _clock(row) for row in rows}
    return {session: clock for session, clock in found.items() if clock}


def extra_documents(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Table id -> the extra minutes that were given, in order."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in ExtraTime.objects.filter(table__session__event=event).order_by("order"):
        found[row.table_id].append({"order": row.order, "minutes": row.minutes, "reason": row.reason})
    return found


def moved_document(table: Table) -> dict[str, Any]:
    """Where a table stands that moved; empty where it did not."""
    return _said(to=table.moved_to, room=table.room)


def announcement_documents(event: Event) -> list[dict[str, Any]]:
    """Everything that was announced, by number."""
    return [
        {"number": row.number, "from": _moment(row.from_at)}
        | _said(zh=row.zh, en=row.en, ja=row.ja, until=_moment(row.until_at), taken_back=_moment(row.taken_back_at))
        for row in event.announcements.order_by("number")
    ]


def _clock(row: SessionClock) -> dict[str, Any]:
    return _said(
        checked=_moment(row.checked_at),
        started=_moment(row.started_at),
        minutes=row.minutes or None,
        notice=row.notice_minutes if row.started_at else None,
        stops=[
            _said(kind=stop.kind, since=_moment(stop.since), until=_moment(stop.until), silent=stop.silent or None)
            for stop in row.stops.all()
        ],
        ended=_moment(row.ended_at),
    )


def _said(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in (None, "", [])}


def _moment(time: datetime | None) -> str | None:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if time else None
