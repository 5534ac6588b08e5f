"""Seats of the released draw: by name, table or team, and one player's seats through all sessions."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string

from scoring.draw_release.selectors.played import coming_session
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import released_draw
from tournament.seating.selectors.name_lists import headed
from tournament.seating.selectors.seats import by_name, by_team, found_players, session_seats, start_of, way_of
from web.live.fragments import calls, fragment, live
from web.pocket.check_in import check_in_context
from web.pocket.phone import phone_context
from web.pocket.results.players import calls_of
from web.pocket.subjects import numbers_of
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context

#: Order of a list -> its number in the subject of the live fragment.
LISTS = {"names": 0, "tables": 1, "teams": 2}


@get_only
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the coming session by name; for a query redirect to the player's seats, or list the matches."""
    reader = viewer_context(request, slug)
    draw = released_draw(reader.event)
    query = request.GET.get("q", "")[:100].strip()
    if draw is None:
        return render(request, "pocket/seating/seats_none.html", {"reader": reader})
    if not query:
        return _seats_page(request, reader, draw, coming_session(draw), "names")
    players = found_players(draw, query)
    if len(players) == 1:
        return redirect("pocket:seat-way", slug, players[0].number)
    return render(request, "pocket/seating/seats_found.html", {"reader": reader, "q": query, "players": players})


@get_only
def seats_of_session(request: HttpRequest, slug: str, session: int, order: str = "names") -> HttpResponse:
    """Show one session by name, by table or by team."""
    reader = viewer_context(request, slug)
    draw = released_draw(reader.event)
    if draw is None or not 1 <= session <= draw.last_session:
        raise Http404
    return _seats_page(request, reader, draw, session, order)


def _seats_page(request: HttpRequest, reader: ViewerContext, draw: Draw, session: int, order: str) -> HttpResponse:
    context = {
        "reader": reader,
        "session": session,
        "order": order,
        "numbers": range(1, draw.last_session + 1),
        "starts": start_of(draw, session),
        "by_standings": session > draw.sessions,
        "live": live(request, reader, "seats", f"{session}-{LISTS[order]}"),
    }
    return render(request, "pocket/seating/seats.html", context)


@fragment("seats", reads=("subject",), shows_status=True)
def seats_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render the seats of a session in one of the orders."""
    number, order = numbers_of(request, 2)
    draw = released_draw(reader.event)
    seats_in_session = session_seats(draw, number) if draw and number <= draw.last_session else []
    context = {
        "reader": reader,
        "event": reader.event,
        "order": order,
        "seats": seats_in_session,
        "sections": list(headed(by_name(seats_in_session))) if order == LISTS["names"] else [],
        "teams": by_team(seats_in_session) if order == LISTS["teams"] else [],
    }
    return render_to_string("pocket/seating/_seats.html", context)


@get_only
def player_seats(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a player's seats through all sessions."""
    reader = viewer_context(request, slug)
    entry = reader.standings.names.get(number)
    if entry is None:
        raise Http404
    context = {"reader": reader, "entry": entry, "live": live(request, reader, "seat-way", str(number))}
    context |= phone_context(request, reader, number) | check_in_context(reader, number)
    return render(request, "pocket/seating/seats_way.html", context)


@fragment("seat-way", reads=("subject",), extra_version=calls, shows_status=True)
def player_seats_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render a player's session, time, table, wind and opponents, session by session."""
    [number] = numbers_of(request)
    draw = released_draw(reader.event)
    stops = way_of(draw, number) if draw else []
    coming = coming_session(draw) if draw else 0
    context = {"reader": reader, "event": reader.event, "number": number, "stops": stops, "coming": coming}
    context |= calls_of(reader).get(number, {})
    return render_to_string("pocket/seating/_seats_way.html", context)
