"""The tables of the sessions that a hall published: seats once they are drawn, results once they are released."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring.publishing.selectors.shape import Session
from web.live.fragments import fragment, live
from web.pocket.published.reading import HallReport, hall_report
from web.pocket.published.seats import SeatLine, seat_line
from web.pocket.subjects import numbers_of
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context


@get_only
def tables(request: HttpRequest, slug: str, session: int | None = None) -> HttpResponse:
    """Show the tables of a session: the requested one, else the first without results, else the last."""
    reader = viewer_context(request, slug)
    report = hall_report(reader)
    if session is not None and session not in report.sessions:
        raise Http404
    shown = session or _current(report)
    context = {"reader": reader, "report": report, "numbers": list(report.sessions), "session": shown}
    if shown:
        context["live"] = live(request, reader, "published-tables", str(shown))
    return render(request, "pocket/published/tables.html", context)


def _current(report: HallReport) -> int:
    """Return the number of the session that is played now; the last one after the end, 0 without any."""
    ahead = [number for number, session in report.sessions.items() if session.released is None]
    return min(ahead) if ahead else max(report.sessions, default=0)


@fragment("published-tables", reads=("subject",))
def tables_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render the tables of a session with the four players of each."""
    [number] = numbers_of(request)
    report = hall_report(reader)
    if number not in report.sessions:
        raise Http404
    session = report.sessions[number]
    context = {"event": reader.event, "report": report, "session": session, "tables": _tables(report, session)}
    return render_to_string("pocket/published/_tables.html", context)


def _tables(report: HallReport, session: Session) -> list[tuple[int, str, list[SeatLine]]]:
    """Return number, room and seats of each table to go to."""
    return [
        (table.at or table.number, table.room, [seat_line(report, seat) for seat in table.seats])
        for table in session.tables
    ]
