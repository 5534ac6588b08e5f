"""The screen of seats by name, in pages that follow one another automatically."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.draw_release.selectors.played import coming_session
from tournament.draws.selectors.draws import released_draw
from tournament.seating.selectors.seats import session_seats, start_of
from web.live.fragments import live
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context
from web.wall.coming import coming_up
from web.wall.names import ROWS, seat_lines


@get_only
def seats(request: HttpRequest, slug: str, session: int | None = None) -> HttpResponse:
    """Show a page of seats of the session (by default the coming one); its script loads the next page in a cycle."""
    reader = viewer_context(request, slug)
    draw = released_draw(reader.event)
    if draw is None:
        return render(request, "wall/seats_none.html", {"reader": reader, "coming": coming_up(reader.event)})
    number = session or coming_session(draw)
    if number > draw.last_session:
        raise Http404
    columns, lines = seat_lines(session_seats(draw, number))
    pages = Paginator(lines, ROWS * columns)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "reader": reader,
        "session": number,
        "chosen": session,
        "starts": start_of(draw, number),
        "page": page,
        "columns": columns,
        "next": page.next_page_number() if page.has_next() else 1,
        "held": "hold" in request.GET,
        "strip": live(request, reader, "wall-strip"),
    }
    return render(request, "wall/seats.html", context)
