"""All tables of a session at a glance: hand, last entry, what needs attention, and the clock."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone

from common.numbers import number_in
from scoring.progress.selectors.floor_tables import floor_tables
from web.floor.access import Floor, event_floor
from web.live.clock import latest_clock
from web.live.fragments import fragment, live
from web.shared.access import signed_in
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext


def _version(reader: ViewerContext) -> str:
    """Add clock, calls and the minute to the version: a table becomes slow without a write."""
    ledger = reader.event.ledger
    return f"{ledger.clock}.{ledger.calls}.{timezone.now():%H%M}"


@fragment("floor-tables", guard=lambda reader: reader.official, extra_version=_version, reads=("session",))
def tables_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render a tile for each table of the session being played, those that need attention first."""
    latest = latest_clock(reader)
    session = number_in(request.GET.get("session", "")) or Floor(reader).session_now
    tables = floor_tables(reader.event, session, latest.clock if latest and latest.session == session else None)
    context = {
        "event": reader.event,
        "session": session,
        "tables": sorted(tables, key=lambda table: (not table.needs, table.number)),
        "needing": sum(table.needs for table in tables),
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
        "chosen": request.GET.get("session", ""),
        "clock": live(request, floor.reader, "clock"),
        "tables": live(request, floor.reader, "floor-tables"),
    }
    return render(request, "floor/tables.html", context)
