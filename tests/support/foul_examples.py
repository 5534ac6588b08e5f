"""Fouls and measures in every state, and an example of every action on them."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from scoring.fouls.models import Foul, FoulKind, Measure
from scoring.fouls.services.foul_reports import FoulReport
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from tests.support.sheets import at, made_sheet, player, with_settings, with_totals
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event


def new_foul(event: Event, state: str = "standing", sheet: Sheet | None = None, **columns: Any) -> Foul:
    """Create a warning of the player who sits West in hand 2 of an open sheet."""
    sheet = sheet or made_sheet(with_settings(event))
    number = event.fouls.count() + 1
    given: dict[str, Any] = {"kind": "empty-call", "outcome": "step", "article": "3.11.6.3", "effects": ["warning"]}
    given |= {"times": 1, "admissible": state != "inadmissible", "entered_at": timezone.now(), "seat": "W"}
    given |= {"cancelled_at": timezone.now() if state == "cancelled" else None, "hand_no": 2, "entry": at(sheet, "W")}
    given |= {"session": sheet.table.session, "sheet": sheet, "scope": "hand"} | columns
    return Foul.objects.create(event=event, number=number, **given)


def new_measure(event: Event, kind: str, state: str = "proposed", entry: Entry | None = None) -> Measure:
    """Create a measure against a player, with its effect if it is in force."""
    entry = entry or player(event)
    if state == "in-force":
        if kind == "suspension":
            entry.withdrawals.create(from_session=1, suspended=True)
        status = {"suspension": "withdrawn", "disqualification": "disqualified"}.get(kind, "entered")
        Entry.objects.filter(pk=entry.pk).update(status=status, rank_lost=kind == "rank-lost")
        entry.refresh_from_db()
    number = event.measures.count() + 1
    given = {
        "kind": kind,
        "status": state,
        "reason": "作弊",
        "proposed_at": timezone.now(),
        "proposed_ref": "account:0",
    }
    return Measure.objects.create(event=event, number=number, entry=entry, **given)


def _on(kind: str, state: str, **facts: Any) -> Callable[[Event, str], tuple[Any, dict[str, Any]]]:
    return lambda event, asked: (new_measure(event, kind, asked or state), facts)


def _recorded(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    sheet = made_sheet(with_settings(event))
    return event, {"foul": FoulReport("false-win", sheet=sheet, seat="W", hand_no=2, notes="看见了")}


def _with_points(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    sheet = made_sheet(with_settings(event), "confirmed")
    for seat, points in {"E": 10, "S": 10, "W": -30, "N": 10}.items():
        Adjustment.objects.create(sheet=sheet, valid_from_version=1, seat=seat, hand_no=2, points=points)
    return event, {"sheet": sheet, "hand_no": 2, "order": 0}


def _totals_only(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    hands = (16 * 32, -16 * 16, -16 * 8, -16 * 8)
    moved = (10, 10, -30, 10)
    sheet = with_totals(made_sheet(with_settings(event), "confirmed"), *map(sum, zip(hands, moved, strict=True)))
    difference = dict(zip("ESWN", moved, strict=True))
    cause = {"code": "false-win-in-totals"}
    Comparison.objects.create(sheet=sheet, kinds=["hands-totals"], contradicts=True, difference=difference, cause=cause)
    return event, {"sheet": sheet, "seen": 1}


def _own(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    FoulKind.objects.create(event=event, code="phone", name={"en": "Phone"}, effects=["warning"])
    return event, {"code": "phone"}


EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "foul.record": _recorded,
    "foul.cancel": lambda event, state: (new_foul(event, state or "standing"), {}),
    "foul.publish": lambda event, state: (new_foul(event, state or "standing"), {"text": "通报批评"}),
    "foul.adopt": _with_points,
    "foul.accept_missing": _totals_only,
    "foul_kind.set": lambda event, state: (event, {"code": "phone", "name": {"zh": "手机"}}),
    "foul_kind.remove": _own,
    "measure.suspend": _on("suspension", "proposed", session=1),
    "measure.confirm": _on("disqualification", "proposed"),
    "measure.reject": _on("suspension", "proposed"),
    "measure.lift": _on("rank-lost", "in-force"),
}
