"""Write the fouls and measures of an event file, after the sheets that hold their points."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from common.actions.engine import ActionContext
from scoring.fouls.models import Foul, FoulKind, Measure
from scoring.fouls.rules.catalogue import FORFEIT, HAND, SESSION
from scoring.game.rules.games import game_of
from scoring.sheets.models.facts import Adjustment, Forfeit
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting


def write_fouls(_context: ActionContext, event: Event, document: dict[str, Any], entries: dict[int, Entry]) -> None:
    """Write an event's own catalogue entries, the fouls of the event, its sessions and tables, and the measures."""
    FoulKind.objects.bulk_create(_kind(event, kind) for kind in document["event"].get("foul_kinds", []))
    ordered = list(_fouls(event, document, entries))
    Foul.objects.bulk_create(foul for foul, _order in ordered)
    fouls = {foul.number: foul for foul in event.fouls.all()}
    orders = {foul.number: order for foul, order in ordered if order is not None}
    if orders:
        _link_points(event, [fouls[number] for number in orders], orders)
    _link_forfeits(event, [foul for foul in fouls.values() if foul.stands and FORFEIT in foul.effects])
    measures = document.get("measures", [])
    Measure.objects.bulk_create(_measure(event, described, entries, fouls) for described in measures)
    lost = [described["player"] for described in measures if _takes_rank(described)]
    Entry.objects.filter(event=event, number__in=lost).update(rank_lost=True)


def _takes_rank(measure: dict[str, Any]) -> bool:
    return measure["kind"] == Measure.Kind.RANK_LOST and measure["status"] == Measure.State.IN_FORCE


def _kind(event: Event, kind: dict[str, Any]) -> FoulKind:
    columns: dict[str, Any] = {
        name: kind[name] for name in ("article", "effects", "points", "payee", "counted") if name in kind
    }
    for key in ("name", "about"):
        columns[key] = {language: text for language, text in kind.get(key, {}).items() if text}
    return FoulKind(event=event, code=kind["id"], scope=kind["scope"], **columns)


def _link_points(event: Event, fouls: Sequence[Foul], orders: Mapping[int, int]) -> None:
    """Link points to their fouls; ``orders``: the number of a foul -> the order of its points in the file."""
    owners = {(foul.sheet_id, foul.hand_no, orders[foul.number]): foul for foul in fouls if foul.scope == HAND}
    rows = list(Adjustment.objects.filter(sheet__table__session__event=event, sheet__fouls__in=fouls).distinct())
    for row in rows:
        row.foul = owners.get((row.sheet_id, row.hand_no, row.order))
    Adjustment.objects.bulk_update(rows, ["foul"])
    for foul in fouls:
        if foul.scope == SESSION:
            SessionPenalty.objects.filter(session=foul.session_id, order=orders[foul.number]).update(foul=foul)


def _link_forfeits(event: Event, fouls: Sequence[Foul]) -> None:
    """Link forfeits to the fouls on their seats; the file does not name them."""
    if not fouls:
        return
    sittings = Sitting.objects.filter(table__session__event=event, from_hand__lte=1, exchanged=False)
    rows_of_seats = sittings.values_list("table__session", "entry", "table__sheet", "seat")
    seats: dict[Any, Any] = {(session, entry): (sheet, seat) for session, entry, sheet, seat in rows_of_seats}
    owners: dict[Any, Foul] = {}
    for foul in fouls:
        owner_key = (foul.sheet_id, foul.seat) if foul.sheet_id else seats.get((foul.session_id, foul.entry_id))
        owners.setdefault(owner_key, foul)
    rows = list(Forfeit.objects.filter(sheet__table__session__event=event))
    for row in rows:
        row.foul = owners.get((row.sheet_id, row.seat))
    Forfeit.objects.bulk_update(rows, ["foul"])


def _fouls(event: Event, document: dict[str, Any], entries: dict[int, Entry]) -> Iterator[tuple[Foul, int | None]]:
    """Yield each foul with the order of its points in the file."""
    for foul in document.get("fouls", []):
        yield _foul(event, foul, entries), foul.get("order")
    tables = [table for session in document["sessions"] for table in session["tables"]]
    if not any("fouls" in described for described in [*document["sessions"], *tables]):
        return
    sessions = {session.number: session for session in event.sessions.all()}
    sheets = {
        (sheet.table.session_id, sheet.table.number): sheet
        for sheet in Sheet.objects.filter(table__session__event=event).select_related("table")
    }
    for described in document["sessions"]:
        session = sessions[described["number"]]
        for foul in described.get("fouls", []):
            yield _foul(event, foul, entries, session), foul.get("order")
        for table in described["tables"]:
            for foul in table.get("fouls", []):
                yield _foul(event, foul, entries, session, sheets[session.pk, table["number"]]), foul.get("order")


def _foul(
    event: Event,
    described: dict[str, Any],
    entries: dict[int, Entry],
    session: Session | None = None,
    sheet: Sheet | None = None,
) -> Foul:
    cancelled, notice = described.get("cancelled", {}), described.get("notice", {})
    same = ("number", "scope", "kind", "effects", "points", "payee", "times", "proposed")
    texts = ("seat", "name", "outcome", "title", "article", "tiles", "remark")
    return Foul(
        event=event,
        game=game_of(event.rules).key,
        session=session,
        sheet=sheet,
        hand_no=described.get("hand", 0),
        entry=entries.get(described.get("player", 0)),
        paid_to=entries.get(described.get("to", 0)),
        change_reason=described.get("reason", ""),
        admissible=not described.get("inadmissible", False),
        entered_at=_time(described["entered"]),
        entered_by=described.get("by", ""),
        cancelled_at=parse_datetime(cancelled.get("at", "")),
        cancelled_by=cancelled.get("by", ""),
        cancel_reason=cancelled.get("reason", ""),
        notice=notice.get("text", ""),
        notice_at=parse_datetime(notice.get("at", "")),
        notice_by=notice.get("by", ""),
        **{name: described[name] for name in same if name in described},
        **{name: described.get(name, "") for name in texts},
    )


def _measure(event: Event, described: dict[str, Any], entries: dict[int, Entry], fouls: dict[int, Foul]) -> Measure:
    texts = ("reason", "proposed_by", "decided_by", "decision_reason", "lifted_by", "lift_reason")
    return Measure(
        event=event,
        number=described["number"],
        entry=entries[described["player"]],
        foul=fouls.get(described.get("foul", 0)),
        kind=described["kind"],
        status=described["status"],
        from_session=described.get("from_session"),
        proposed_at=_time(described["proposed"]),
        decided_at=parse_datetime(described.get("decided", "")),
        lifted_at=parse_datetime(described.get("lifted", "")),
        **{name: described.get(name, "") for name in texts},
    )


def _time(text: str) -> datetime:
    """Parse a time that the schema has checked."""
    moment = parse_datetime(text)
    assert moment is not None
    return moment
