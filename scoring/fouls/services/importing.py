"""Write the fouls and measures of an event file, after the sheets that hold their points."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from common.actions.engine import Call
from scoring.fouls.models import Foul, FoulKind, Measure
from scoring.fouls.rules.catalogue import FORFEIT, HAND, SESSION
from scoring.sheets.models.facts import Adjustment, Forfeit, SessionPenalty
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting

LANGUAGES = ("zh", "en", "ja")


def write_fouls(call: Call, event: Event, document: dict[str, Any], entries: dict[int, Entry]) -> None:
    """Write an event's own entries, the fouls of the event, its sessions and tables, and the measures."""
    FoulKind.objects.bulk_create(_kind(event, kind) for kind in document["event"].get("foul_kinds", []))
    described = list(_fouls(event, document, entries))
    Foul.objects.bulk_create(foul for foul, _order in described)
    fouls = {foul.number: foul for foul in event.fouls.all()}
    orders = {foul.number: order for foul, order in described if order is not None}
    if orders:
        _own_points(event, [fouls[number] for number in orders], orders)
    _own_forfeits(event, [foul for foul in fouls.values() if foul.stands and FORFEIT in foul.effects])
    Measure.objects.bulk_create(_measure(event, one, entries, fouls) for one in document.get("measures", []))
    lost = [one["player"] for one in document.get("measures", []) if _takes_rank(one)]
    Entry.objects.filter(event=event, number__in=lost).update(rank_lost=True)


def _takes_rank(measure: dict[str, Any]) -> bool:
    return measure["kind"] == Measure.Kind.RANK_LOST and measure["status"] == Measure.State.IN_FORCE


def _kind(event: Event, kind: dict[str, Any]) -> FoulKind:
    columns: dict[str, Any] = {
        name: kind[name] for name in ("article", "effects", "points", "payee", "counted") if name in kind
    }
    for code in LANGUAGES:
        columns[f"name_{code}"] = kind["name"].get(code, "")
        columns[f"about_{code}"] = kind.get("about", {}).get(code, "")
    return FoulKind(event=event, code=kind["id"], scope=kind["scope"], **columns)


def _own_points(event: Event, fouls: Sequence[Foul], orders: Mapping[int, int]) -> None:
    """Let fouls own the points that the file has under ``orders`` (number of a foul -> order)."""
    owners = {(foul.sheet_id, foul.hand_no, orders[foul.number]): foul for foul in fouls if foul.scope == HAND}
    rows = list(Adjustment.objects.filter(sheet__table__session__event=event, sheet__fouls__in=fouls).distinct())
    for row in rows:
        row.foul = owners.get((row.sheet_id, row.hand_no, row.order))
    Adjustment.objects.bulk_update(rows, ["foul"])
    for foul in fouls:
        if foul.scope == SESSION:
            SessionPenalty.objects.filter(session=foul.session_id, order=orders[foul.number]).update(foul=foul)


def _own_forfeits(event: Event, fouls: Sequence[Foul]) -> None:
    """Let fouls own the forfeits of their seats, which the file does not name."""
    if not fouls:
        return
    chart = Sitting.objects.filter(table__session__event=event, from_hand=0)
    places = chart.values_list("table__session", "entry", "table__sheet", "seat")
    seats: dict[Any, Any] = {(session, entry): (sheet, seat) for session, entry, sheet, seat in places}
    owners: dict[Any, Foul] = {}
    for foul in fouls:
        place = (foul.sheet_id, foul.seat) if foul.sheet_id else seats.get((foul.session_id, foul.entry_id))
        owners.setdefault(place, foul)
    rows = list(Forfeit.objects.filter(sheet__table__session__event=event))
    for row in rows:
        row.foul = owners.get((row.sheet_id, row.seat))
    Forfeit.objects.bulk_update(rows, ["foul"])


def _fouls(
    event: Event, document: dict[str, Any], entries: dict[int, Entry]
) -> Iterator[tuple[Foul, int | None]]:
    """Each foul with the order of its points in the file."""
    for one in document.get("fouls", []):
        yield _foul(event, one, entries), one.get("order")
    if not any("fouls" in session or any("fouls" in t for t in session["tables"]) for session in document["sessions"]):
        return
    sessions = {session.number: session for session in event.sessions.all()}
    sheets = {
        (sheet.table.session_id, sheet.table.number): sheet
        for sheet in Sheet.objects.filter(table__session__event=event).select_related("table")
    }
    for described in document["sessions"]:
        session = sessions[described["number"]]
        for one in described.get("fouls", []):
            yield _foul(event, one, entries, session), one.get("order")
        for table in described["tables"]:
            for one in table.get("fouls", []):
                yield _foul(event, one, entries, session, sheets[session.pk, table["number"]]), one.get("order")


def _foul(
    event: Event,
    one: dict[str, Any],
    entries: dict[int, Entry],
    session: Session | None = None,
    sheet: Sheet | None = None,
) -> Foul:
    ended, notice = one.get("cancelled", {}), one.get("notice", {})
    same = ("number", "scope", "kind", "effects", "points", "payee", "times", "proposed")
    texts = ("seat", "name", "outcome", "title", "article", "tiles", "remark")
    return Foul(
        event=event,
        session=session,
        sheet=sheet,
        hand_no=one.get("hand", 0),
        entry=entries.get(one.get("player", 0)),
        paid_to=entries.get(one.get("to", 0)),
        change_reason=one.get("reason", ""),
        admissible=not one.get("inadmissible", False),
        entered_at=_time(one["entered"]),
        entered_by=one.get("by", ""),
        cancelled_at=parse_datetime(ended.get("at", "")),
        cancelled_by=ended.get("by", ""),
        cancel_reason=ended.get("reason", ""),
        notice=notice.get("text", ""),
        notice_at=parse_datetime(notice.get("at", "")),
        notice_by=notice.get("by", ""),
        **{name: one[name] for name in same if name in one},
        **{name: one.get(name, "") for name in texts},
    )


def _measure(event: Event, one: dict[str, Any], entries: dict[int, Entry], fouls: dict[int, Foul]) -> Measure:
    texts = ("reason", "proposed_by", "decided_by", "decision_reason", "lifted_by", "lift_reason")
    return Measure(
        event=event,
        number=one["number"],
        entry=entries[one["player"]],
        foul=fouls.get(one.get("foul", 0)),
        kind=one["kind"],
        status=one["status"],
        from_session=one.get("from_session"),
        proposed_at=_time(one["proposed"]),
        decided_at=parse_datetime(one.get("decided", "")),
        lifted_at=parse_datetime(one.get("lifted", "")),
        **{name: one.get(name, "") for name in texts},
    )


def _time(text: str) -> datetime:
    """A moment that the schema has checked."""
    found = parse_datetime(text)
    assert found is not None
    return found
