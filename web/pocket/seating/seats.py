"""Where everybody sits by the released draw: by name, by table, by team, and one player's way through the sessions."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string

from scoring.draw_release.selectors.played import coming_session
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import released_draw
from tournament.seating.selectors.seats import by_name, by_team, found_players, session_seats, start_of, way_of
from web.live.fragments import calls, fragment, live
from web.live.reading import Reading, reading
from web.pocket.phone import phone_context
from web.pocket.results.players import call_of
from web.pocket.subjects import numbers_of
from web.shared.requests.methods import get_only

#: The lists of a session: their address and the number that the live fragment knows them by.
LISTS = {"names": 0, "tables": 1, "teams": 2}


@get_only
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """The coming session by name; or, for words or a number, the player's way, or who is meant."""
    reader = reading(request, slug)
    draw = released_draw(reader.event)
    query = request.GET.get("q", "")[:100].strip()
    if draw is None:
        return render(request, "pocket/seating/seats_none.html", {"reader": reader})
    if not query:
        return _list(request, reader, draw, coming_session(draw), "names")
    players = found_players(draw, query)
    if len(players) == 1:
        return redirect("pocket:seat-way", slug, players[0].number)
    return render(request, "pocket/seating/seats_found.html", {"reader": reader, "q": query, "players": players})


@get_only
def session(request: HttpRequest, slug: str, session: int, order: str = "names") -> HttpResponse:
    """One session by name, by table or by team."""
    reader = reading(request, slug)
    draw = released_draw(reader.event)
    if draw is None or not 1 <= session <= draw.sessions:
        raise Http404
    return _list(request, reader, draw, session, order)


def _list(request: HttpRequest, reader: Reading, draw: Draw, session: int, order: str) -> HttpResponse:
    context = {
        "reader": reader,
        "session": session,
        "order": order,
        "numbers": range(1, draw.sessions + 1),
        "starts": start_of(draw, session),
        "live": live(request, reader, "seats", f"{session}-{LISTS[order]}"),
    }
    return render(request, "pocket/seating/seats.html", context)


@fragment("seats", reads=("subject",))
def seats_fragment(request: HttpRequest, reader: Reading) -> str:
    """The seats of a session in one of the orders."""
    number, order = numbers_of(request, 2)
    draw = released_draw(reader.event)
    found = session_seats(draw, number) if draw and number <= draw.sessions else []
    context = {
        "reader": reader,
        "event": reader.event,
        "order": order,
        "seats": by_name(found) if order == LISTS["names"] else found,
        "teams": by_team(found) if order == LISTS["teams"] else [],
    }
    return render_to_string("pocket/seating/_seats.html", context)


@get_only
def way(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A player's way through all sessions."""
    reader = reading(request, slug)
    entry = reader.standings.names.get(number)
    if entry is None:
        raise Http404
    context = {"reader": reader, "entry": entry, "live": live(request, reader, "seat-way", str(number))}
    context |= phone_context(request, reader, number)
    return render(request, "pocket/seating/seats_way.html", context)


@fragment("seat-way", reads=("subject",), extra=calls)
def way_fragment(request: HttpRequest, reader: Reading) -> str:
    """Session, time, table, wind and opponents, session by session."""
    [number] = numbers_of(request)
    draw = released_draw(reader.event)
    stops = way_of(draw, number) if draw else []
    coming = coming_session(draw) if draw else 0
    context = {"reader": reader, "event": reader.event, "number": number, "stops": stops, "coming": coming}
    context |= call_of(reader, number)
    return render_to_string("pocket/seating/_seats_way.html", context)
