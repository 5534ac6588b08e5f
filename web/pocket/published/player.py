"""A player as a hall published it: rank, points, and the seat and result of each session."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from web.live.fragments import fragment, live
from web.pocket.published.reading import hall_report
from web.pocket.published.seats import seat_line
from web.pocket.subjects import numbers_of
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context


@get_only
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one player."""
    reader = viewer_context(request, slug)
    report = hall_report(reader)
    if number not in report.entries:
        raise Http404
    content = live(request, reader, "published-player", str(number))
    context = {"reader": reader, "report": report, "entry": report.entries[number], "live": content}
    return render(request, "pocket/published/player.html", context)


@fragment("published-player", reads=("subject",))
def player_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render rank, points and sessions of a player."""
    [number] = numbers_of(request)
    report = hall_report(reader)
    if number not in report.entries:
        raise Http404
    line = next((line for line in report.lines if line.entry.number == number), None)
    seats = {
        session.number: (session, table, seat_line(report, seat)) for session, table, seat in report.path_of(number)
    }
    context = {"event": reader.event, "report": report, "line": line, "seats": list(seats.values())}
    return render_to_string("pocket/published/_player.html", context)
