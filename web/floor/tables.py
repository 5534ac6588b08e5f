"""All tables at a glance: which hand, the last entry, what is the matter, the clock above."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone

from common.numbers import number_in
from scoring.progress.selectors.floor_tables import floor_tables
from web.floor.access import Floor, event_floor
from web.live.clock import latest_clock
from web.live.fragments import fragment, live
from web.live.reading import Reading
from web.shared.access import signed_in
from web.shared.requests.methods import get_only


def _version(reader: Reading) -> str:
    """What the tables show beside the facts: clock, calls, and the minute, with which tables become slow."""
    head = reader.event.head
    return f"{head.clock}.{head.calls}.{timezone.now():%H%M}"


@fragment("floor-tables", guard=lambda reader: reader.official, extra=_version, reads=("session",))
def tables_fragment(request: HttpRequest, reader: Reading) -> str:
    """A tile for each table of the session that is played, the ones that need somebody first."""
    found = latest_clock(reader)
    session = number_in(request.GET.get("session", "")) or Floor(reader).session_now
    tables = floor_tables(reader.event, session, found.clock if found and found.session == session else None)
    context = {
        "event": reader.event,
        "session": session,
        "tables": sorted(tables, key=lambda one: (not one.needs, one.number)),
        "needing": sum(one.needs for one in tables),
    }
    return render_to_string("floor/_tables.html", context)


@get_only
@signed_in
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The Floor's first page."""
    floor = event_floor(request, slug)
    context = {
        "floor": floor,
        "sessions": list(floor.event.sessions.order_by("number").values_list("number", flat=True)),
        "chosen": request.GET.get("session", ""),
        "clock": live(request, floor.reader, "clock"),
        "tables": live(request, floor.reader, "floor-tables"),
    }
    return render(request, "floor/tables.html", context)
