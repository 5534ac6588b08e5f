"""The reader's own part of a page: the card of the phone's player, and the lines of the players whom the phone follows.

All phones share the files of a version: the markup of many players, with what the public lists show. The page takes its
players from the file when it loads, and static/js/live.js after a change.
"""

import json
from collections.abc import Collection, Iterator
from typing import Any

from django.http import Http404, HttpRequest
from django.template.loader import get_template, render_to_string

from common.numbers import number_in
from scoring.draw_release.selectors.played import coming_session
from scoring.formats.selectors.coming_cuts import coming_cut
from scoring.standings.selectors.lines import player_lines
from tournament.draws.selectors.draws import released_draw
from tournament.seating.selectors.seats import stops_of
from web.live.fragments import calls, fragment, live
from web.pocket.phone import followed_of, me_of
from web.pocket.results.players import calls_of
from web.shared.formats.cuts import need_text, side_text
from web.shared.viewer import ViewerContext

#: Players in a file of cards: it has 9 kB after compression; one of a thousand players would have 70 kB.
CARDS = 100


@fragment("cards", reads=("subject",), extra_version=calls, content_type="application/json")
def cards_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Return [number, card] of the players in file ``subject``: 0 has the numbers to 99."""
    file = number_in(request.GET.get("subject", ""))
    numbers = [number for number in reader.standings.names if number // CARDS == file]
    if not numbers:
        raise Http404
    return _file("pocket/_card.html", _cards(reader, numbers))


@fragment("lines", content_type="application/json")
def lines_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Return [number, line] for every player in the standings, the best first."""
    players = ((line.entry.number, {"event": reader.event, "line": line}) for line in player_lines(reader.standings))
    return _file("pocket/_followed_line.html", players)


def my_next_seat(request: HttpRequest, reader: ViewerContext) -> str:
    """Return the card of the phone's player, kept current; empty if the phone does not know its player."""
    number = me_of(request, reader)
    return _own_part("cards", request, reader, {number}, subject=str(number // CARDS)) if number else ""


def followed_players(request: HttpRequest, reader: ViewerContext, *, with_me: bool = True) -> str:
    """Return the lines of the followed players and of the phone's player, kept current; empty without any.

    ``with_me``: False leaves out the phone's player, whose card is on the page.
    """
    number = me_of(request, reader)
    me = {number} if number else set()
    followed = set(followed_of(request, reader))
    numbers = followed | me if with_me else followed - me
    if not numbers:
        return ""
    lines = _own_part("lines", request, reader, numbers, tag="tbody")
    return render_to_string("pocket/_followed.html", {"event": reader.event, "lines": lines})


def _cards(reader: ViewerContext, numbers: Collection[int]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield number and values of each of these cards."""
    entries = reader.standings.names
    lines = {line.entry.number: line for line in player_lines(reader.standings)}
    over = reader.status.last_session >= reader.event.planned_sessions
    draw = released_draw(reader.event)
    session = coming_session(draw) if draw else 0
    stops = stops_of(draw, session) if draw and not over else {}
    called = calls_of(reader)
    coming = coming_cut(reader.standings)
    shared = {"event": reader.event, "reader": reader, "session": session, "over": over}
    for number in numbers:
        own: dict[str, Any] = {"entry": entries[number], "line": lines.get(number), "stop": stops.get(number)}
        if coming:
            own |= {"cut": side_text(coming, number), "need": need_text(coming.needs.get(number))}
        yield number, shared | own | called.get(number, {})


def _file(template: str, players: Iterator[tuple[int, dict[str, Any]]]) -> str:
    """Return the file of a template rendered for each player."""
    rendered = get_template(template)
    rows = [(number, rendered.render(values)) for number, values in players]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def _own_part(
    name: str, request: HttpRequest, reader: ViewerContext, numbers: set[int], subject: str = "", tag: str = "div"
) -> str:
    """Return the element ``tag`` with the markup of these players from the file ``name`` (and ``subject``)."""

    def own(file: str) -> str:
        return "".join(markup for number, markup in json.loads(file) if number in numbers)

    return live(request, reader, name, subject, own, numbers="-".join(map(str, sorted(numbers))), tag=tag)
