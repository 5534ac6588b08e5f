"""What happened after a release, as the event file holds it: corrections, official marks, the closing."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from scoring.game.rules.table_points import as_text
from scoring.releases.models.releases import OfficialMark
from scoring.releases.selectors.closing import closing_of
from scoring.sheets.models.corrections import Correction
from tournament.events.models.events import Event


def closing_document(event: Event) -> dict[str, Any]:
    """When the event was closed, and what was left open; empty while it is not."""
    closing = closing_of(event)
    if closing is None:
        return {}
    more = {"reason": closing.reason, "left_open": closing.left_open}
    return {"at": _moment(closing.closed_at), "by": closing.by} | {key: value for key, value in more.items() if value}


def official_documents(event: Event) -> dict[int, dict[str, Any]]:
    """Id of a session -> who declared it official, and when."""
    marks = OfficialMark.objects.filter(session__event=event)
    return {mark.session_id: {"at": _moment(mark.at), "by": mark.by} for mark in marks}


def correction_documents(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Id of a sheet -> its corrections."""
    found = defaultdict(list)
    for row in Correction.objects.filter(sheet__table__session__event=event):
        ended = {"corrected": _moment(row.corrected_at)} if row.corrected_at else {}
        results = {"before": _results(row.before), "after": _results(row.after)}
        found[row.sheet_id].append({"begun": _moment(row.begun_at)} | ended | results)
    return found


def _results(stored: Mapping[str, list[int]]) -> list[dict[str, Any]]:
    return [
        {"number": int(number), "table_points": as_text(twelfths), "points": points}
        for number, (twelfths, points) in stored.items()
    ]


def _moment(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
