"""Writing on a sheet, and reading its results."""

from collections.abc import Collection
from typing import Any

from common.actions.permissions import Actor, system_actor
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.support.events import small_event
from tests.support.sheets import made_sheet
from tournament.events.models.events import Event

ANNA, BORIS = system_actor("Anna"), system_actor("Boris")
WON = {"winner": "E", "discarder": "S", "points": 24}


def write(
    sheet: Sheet,
    no: int,
    *,
    seen: int | None = None,
    actor: Actor = ANNA,
    acknowledged: Collection[str] = (),
    **facts: Any,
) -> dict[str, Any]:
    """Record a hand with the current version of the sheet (or the version ``seen``)."""
    sheet.refresh_from_db()
    hand = HandFacts(no, **(facts or WON))
    return record_hand(actor, sheet, seen=sheet.version if seen is None else seen, hand=hand, acknowledged=acknowledged)


def do(service: Any, sheet: Sheet, actor: Actor = ANNA, **facts: Any) -> dict[str, Any]:
    sheet.refresh_from_db()
    return service(actor, sheet, seen=sheet.version, **facts)


def results(sheet: Sheet) -> dict[str, tuple[int, int]]:
    rows = CountedResult.objects.filter(sheet=sheet)
    return {row.seat: (row.competition_points, row.table_points // 12) for row in rows}


def full(event: Event | None = None) -> Sheet:
    return made_sheet(event or small_event())
