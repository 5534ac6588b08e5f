"""Write the rulings and appeals of an event file, after its sheets and fouls."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from common.actions.engine import ActionContext
from scoring.appeals.models.additions import AppealCorrection
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealStep
from scoring.game.rules.games import game_of
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.importing import FIRST_VERSION
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event

Sheets = dict[tuple[int, int], Sheet]


def write_appeals(_context: ActionContext, event: Event, document: dict[str, Any], entries: dict[int, Entry]) -> None:
    """Write the rulings at the tables and the appeals with their steps; the file has no texts and signatures."""
    tables = [table for session in document["sessions"] for table in session["tables"]]
    if "appeals" not in document and not any("rulings" in table for table in tables):
        return
    sheets = {
        (sheet.table.session.number, sheet.table.number): sheet
        for sheet in Sheet.objects.filter(table__session__event=event).select_related("table__session")
    }
    Ruling.objects.bulk_create(_rulings(event, document, sheets))
    rulings = {ruling.number: ruling for ruling in Ruling.objects.filter(event=event)}
    fouls = {foul.number: foul for foul in event.fouls.all()}
    sessions = {session.number: session for session in event.sessions.all()}
    for described in document.get("appeals", []):
        appeal = _appeal(event, described, entries[described["player"]])
        appeal.session = sessions[described["session"]]
        appeal.sheet = sheets.get((described["session"], described.get("table", 0)))
        appeal.ruling, appeal.foul = rulings.get(described.get("ruling", 0)), fouls.get(described.get("foul", 0))
        appeal.save()
        AppealStep.objects.bulk_create(_step(appeal, step) for step in described["steps"])
        for correction in described.get("corrections", []):
            sheet = sheets.get((correction.get("session", 0), correction.get("table", 0)))
            columns = {"sheet": sheet, "version": FIRST_VERSION} if sheet else {"foul": fouls[correction["foul"]]}
            AppealCorrection.objects.create(appeal=appeal, at=appeal.filed_at, **columns)


def _rulings(event: Event, document: dict[str, Any], sheets: Sheets) -> Iterator[Ruling]:
    for session in document["sessions"]:
        for table in session["tables"]:
            for ruling in table.get("rulings", []):
                texts = {name: ruling.get(name, "") for name in ("decision", "article", "reason", "by")}
                sheet = sheets[session["number"], table["number"]]
                row = Ruling(event=event, sheet=sheet, number=ruling["number"], hand_no=ruling.get("hand", 0), **texts)
                row.game, row.version, row.at = game_of(event.rules).key, FIRST_VERSION, _time(ruling["at"])
                yield row


def _appeal(event: Event, described: dict[str, Any], entry: Entry) -> Appeal:
    fee = described.get("fee", {})
    columns = {"event": event, "entry": entry, "team": entry.team, "number": described["number"], "by": described["by"]}
    columns |= {"against": described["against"], "status": described["state"]}
    columns["subject"] = described.get("subject", "")
    columns["matter"] = described.get("matter", Appeal.Matter.RULES)
    columns |= {"fee": fee.get("amount", 0), "fee_currency": fee.get("currency", "")}
    return Appeal(
        **columns,
        fee_state=fee.get("state", Appeal.Fee.NONE),
        paid_at=parse_datetime(fee.get("paid", "")),
        settled_at=parse_datetime(fee.get("settled", "")),
        filed_at=_time(described["filed"]),
        deadline=parse_datetime(described.get("until", "")),
        late=described.get("late", False),
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
        began_at=_time(step["since"]),
        heard_at=parse_datetime(step.get("heard", "")),
        decided_at=parse_datetime(step.get("decided", "")),
        outcome=step.get("outcome", ""),
        finding=step.get("finding", ""),
    )
