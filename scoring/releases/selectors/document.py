"""Corrections, official marks, early ends of appeal times and the closing for the event file."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from scoring.game.rules.table_points import as_text
from scoring.releases.models.closings import EarlyEnd
from scoring.releases.models.releases import OfficialMark
from scoring.releases.selectors.closing import closing_of
from scoring.sheets.models.corrections import Correction
from tournament.events.models.events import Event


def closing_document(event: Event) -> dict[str, Any]:
    """Return the closing of the event; empty while it is open."""
    closing = closing_of(event)
    if closing is None:
        return {}
    document = {"at": _moment(closing.closed_at), "by": closing.by}
    details = {"reason": closing.reason, "left_open": closing.left_open}
    return document | {key: value for key, value in details.items() if value}


def official_documents(event: Event) -> dict[int, dict[str, Any]]:
    """Return name and time of the declarations that results are official, by session id."""
    marks = OfficialMark.objects.filter(session__event=event)
    return {mark.session_id: {"at": _moment(mark.at), "by": mark.by} for mark in marks}


def early_end_documents(event: Event) -> dict[int, dict[str, Any]]:
    """Return time, names and reason of the early ends of appeal times, by session id."""
    ends = EarlyEnd.objects.filter(session__event=event)
    return {end.session_id: {"at": _moment(end.at), "by": end.by, "reason": end.reason} for end in ends}


def correction_documents(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Return the corrections, by sheet id."""
    corrections = defaultdict(list)
    for row in Correction.objects.filter(sheet__table__session__event=event):
        ended = {"corrected": _moment(row.corrected_at)} if row.corrected_at else {}
        results = {"before": _results(row.before), "after": _results(row.after)}
        corrections[row.sheet_id].append({"begun": _moment(row.begun_at)} | ended | results)
    return corrections


def _results(stored: Mapping[str, list[int]]) -> list[dict[str, Any]]:
    return [
        {"number": int(number), "table_points": as_text(twelfths), "points": points}
        for number, (twelfths, points) in stored.items()
    ]


def _moment(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
