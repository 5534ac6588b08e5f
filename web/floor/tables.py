"""All tables of a session at a glance: hand, pace, calls, signatures, what needs attention, and the clock."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from common.numbers import number_in
from scoring.progress.selectors.floor_tables import floor_tables
from scoring.progress.selectors.progress import session_to_play
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from web.floor.access import event_floor
from web.live.clock import latest_clock
from web.live.fragments import fragment, live
from web.shared.access import signed_in
from web.shared.requests.methods import get_only
from web.shared.seats_now import SeatNow, seats_now
from web.shared.viewer import ViewerContext


def _version(reader: ViewerContext) -> str:
    """Add clock, calls and the minute to the version: a table becomes slow without a write."""
    ledger = reader.event.ledger
    return f"{ledger.clock}.{ledger.calls}.{reader.now:%H%M}"


READS = ("session", "names", "needs")


@fragment("floor-tables", guard=lambda reader: reader.official, extra_version=_version, reads=READS)
def tables_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render a tile for each table by number; ``needs``: only those that need an official; ``names``: with players."""
    latest = latest_clock(reader)
    session = _session(request, reader)
    tables = floor_tables(reader.event, session, latest.clock if latest and latest.session == session else None)
    needing = [table for table in tables if table.needs]
    people = _people(reader, session) if "names" in request.GET else {}
    context = {
        "event": reader.event,
        "session": session,
        "tables": [(table, people.get(table.sheet.pk, [])) for table in (needing if _filters(request) else tables)],
        "all": len(tables),
        "needing": len(needing),
        "filters": _filters(request),
        "named": "names" in request.GET,
    }
    return render_to_string("floor/_tables.html", context)


@get_only
@signed_in
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the Floor's first page."""
    floor = event_floor(request, slug)
    context = {
        "floor": floor,
        "sessions": list(floor.event.sessions.order_by("number").values_list("number", flat=True)),
        "chosen": _session(request, floor.reader),
        "clock": live(request, floor.reader, "clock"),
        "tables": live(request, floor.reader, "floor-tables"),
    }
    return render(request, "floor/tables.html", context)


def _session(request: HttpRequest, reader: ViewerContext) -> int:
    return number_in(request.GET.get("session", "")) or session_to_play(reader.event)


def _filters(request: HttpRequest) -> bool:
    return "needs" in request.GET


def _people(reader: ViewerContext, session: int) -> dict[int, list[SeatNow]]:
    """Return sheet id -> who sits there in the hand in play."""
    sheets = Sheet.objects.filter(table__session__event=reader.event, table__session__number=session)
    return {facts.sheet.pk: seats_now(facts) for facts in sheet_facts(sheets)}
