"""Write the closing, official marks, early ends of appeal times and corrections of an event file."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from common.actions.engine import ActionContext
from scoring.game.rules.table_points import TWELFTHS, parse_stated
from scoring.releases.models.closings import Closing, EarlyEnd
from scoring.releases.models.releases import OfficialMark
from scoring.sheets.models.corrections import Correction
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.events import Event


def write_releases(_context: ActionContext, event: Event, document: dict[str, Any]) -> None:
    """Write the closing, official marks, early ends of appeal times and corrections of a checked event file."""
    closed = document["event"].get("closed")
    if closed:
        details = {"reason": closed.get("reason", ""), "left_open": closed.get("left_open", {})}
        Closing.objects.create(event=event, closed_at=datetime.fromisoformat(closed["at"]), by=closed["by"], **details)
    sessions = {session.number: session for session in event.sessions.all()}
    marks = [(session["number"], session["official"]) for session in document["sessions"] if session.get("official")]
    OfficialMark.objects.bulk_create(
        OfficialMark(session=sessions[number], at=datetime.fromisoformat(mark["at"]), by=mark["by"])
        for number, mark in marks
    )
    EarlyEnd.objects.bulk_create(
        EarlyEnd(session=sessions[session["number"]], **session["early_end"])
        for session in document["sessions"]
        if session.get("early_end")
    )
    sheets = _sheets(event) if any("corrections" in table for table in _tables(document)) else {}
    Correction.objects.bulk_create(
        Correction(
            sheet_id=sheets[session["number"], table["number"]],
            begun_at=datetime.fromisoformat(row["begun"]),
            corrected_at=datetime.fromisoformat(row["corrected"]) if "corrected" in row else None,
            before=_results(row.get("before", [])),
            after=_results(row.get("after", [])),
        )
        for session in document["sessions"]
        for table in session["tables"]
        for row in table.get("corrections", [])
    )


def _tables(document: dict[str, Any]) -> Iterable[dict[str, Any]]:
    return (table for session in document["sessions"] for table in session["tables"])


def _sheets(event: Event) -> dict[tuple[int, int], int]:
    """Return the ids of the sheets, by the numbers of session and table."""
    rows = Sheet.objects.filter(table__session__event=event)
    return {
        (session, table): pk for session, table, pk in rows.values_list("table__session__number", "table__number", "pk")
    }


def _results(described: Iterable[dict[str, Any]]) -> dict[str, list[int]]:
    return {
        str(result["number"]): [int(parse_stated(result["table_points"]) * TWELFTHS), result["points"]]
        for result in described
    }
