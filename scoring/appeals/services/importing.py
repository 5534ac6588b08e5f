"""Writing the rulings and appeals of an event file; part of importing an event, after its sheets and fouls."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from common.actions.engine import Call
from scoring.appeals.models import Appeal, AppealCorrection, AppealStep
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.importing import FIRST
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event

Sheets = dict[tuple[int, int], Sheet]


def write_appeals(call: Call, event: Event, document: dict[str, Any], entries: dict[int, Entry]) -> None:
    """Write the rulings at the tables and the appeals with their steps; nobody's text and no signature is in a file."""
    described = [table for session in document["sessions"] for table in session["tables"]]
    if "appeals" not in document and not any("rulings" in table for table in described):
        return
    sheets = {
        (sheet.table.session.number, sheet.table.number): sheet
        for sheet in Sheet.objects.filter(table__session__event=event).select_related("table__session")
    }
    Ruling.objects.bulk_create(_rulings(event, document, sheets))
    rulings = {one.number: one for one in Ruling.objects.filter(event=event)}
    fouls = {one.number: one for one in event.fouls.all()}
    sessions = {one.number: one for one in event.sessions.all()}
    for one in document.get("appeals", []):
        appeal = _appeal(event, one, entries[one["player"]])
        appeal.session, appeal.sheet = sessions[one["session"]], sheets.get((one["session"], one.get("table", 0)))
        appeal.ruling, appeal.foul = rulings.get(one.get("ruling", 0)), fouls.get(one.get("foul", 0))
        appeal.save()
        AppealStep.objects.bulk_create(_step(appeal, step) for step in one["steps"])
        for made in one.get("corrections", []):
            sheet = sheets.get((made.get("session", 0), made.get("table", 0)))
            columns = {"sheet": sheet, "version": FIRST} if sheet else {"foul": fouls[made["foul"]]}
            AppealCorrection.objects.create(appeal=appeal, at=appeal.filed_at, **columns)


def _rulings(event: Event, document: dict[str, Any], sheets: Sheets) -> Iterator[Ruling]:
    for session in document["sessions"]:
        for table in session["tables"]:
            for one in table.get("rulings", []):
                texts = {name: one.get(name, "") for name in ("decision", "article", "reason", "by")}
                sheet = sheets[session["number"], table["number"]]
                row = Ruling(event=event, sheet=sheet, number=one["number"], hand_no=one.get("hand", 0), **texts)
                row.version, row.at = FIRST, _time(one["at"])
                yield row


def _appeal(event: Event, one: dict[str, Any], entry: Entry) -> Appeal:
    fee = one.get("fee", {})
    columns = {"event": event, "entry": entry, "team": entry.team, "number": one["number"], "by": one["by"]}
    columns |= {"against": one["against"], "matter": one.get("matter", Appeal.Matter.RULES), "status": one["state"]}
    columns |= {"fee": fee.get("amount", 0), "fee_currency": fee.get("currency", "")}
    return Appeal(
        **columns,
        fee_state=fee.get("state", Appeal.Fee.NONE),
        paid_at=parse_datetime(fee.get("paid", "")),
        settled_at=parse_datetime(fee.get("settled", "")),
        filed_at=_time(one["filed"]),
        deadline=parse_datetime(one.get("until", "")),
        late=one.get("late", False),
    )


def _time(text: str) -> datetime:
    moment = parse_datetime(text)
    assert moment is not None  # the schema says so
    return moment


def _step(appeal: Appeal, step: dict[str, Any]) -> AppealStep:
    return AppealStep(
        appeal=appeal,
        order=step["order"],
        instance=step["instance"],
        department=step.get("department", ""),
        since=_time(step["since"]),
        heard_at=parse_datetime(step.get("heard", "")),
        decided_at=parse_datetime(step.get("decided", "")),
        outcome=step.get("outcome", ""),
        finding=step.get("finding", ""),
    )
