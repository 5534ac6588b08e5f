"""The file of a version that all phones share: each player's place, points and next seat, in one language.

What a page shows of its reader and of followed players, it takes from here: at loading by a template, later by
static/js/own_lines.js, which fills the same template from the same file. It holds only what the public lists show.
"""

import json
from collections.abc import Callable, Collection, Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from common.templatetags.pinju import DASH, country
from scoring.draw_release.selectors.played import coming_session
from scoring.progress.selectors.missing import Waiting
from scoring.standings.selectors.lines import PlayerLine, places_of, player_lines
from scoring.standings.selectors.standings import NamedEntry
from tournament.draws.selectors.draws import released_draw
from tournament.seating.selectors.seats import PublicSeat, PublicStop, start_of, stops_of
from tournament.wording import WIND_NAMES, WINDS
from web.live.fragments import calls, fragment, once
from web.pocket.results.players import call_of
from web.shared.scores import competition, exact_points, moved_words
from web.shared.tables import numbered
from web.shared.viewer import ViewerContext

Values = dict[str, Any]
#: What the file's rows hold. ``listed``: whether the standings have a line; ``played``: whether it has results;
#: ``elsewhere``: who plays instead. Somebody who is not entered is ``unnumbered`` and has no name.
FIELDS = {
    "player": (
        *("number", "name", "latin", "code"),
        *("listed", "played", "rank", "points", "exact", "competition", "moved"),
    ),
    "seat": ("chart_table", "wind", "elsewhere"),
    "table": ("table", "room", "chart", "sitters"),
    "sitter": ("wind", "number", "name", "latin", "filler", "holder", "unnumbered"),
    "move": ("tone", "sign", "words"),
    "wind": ("glyph", "wind_name"),
}


class Placeholders(Values):
    """Values for the template that the script fills: ``{name}`` under each name."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


@fragment("players", extra=calls, says_where=False, content_type="application/json")
def players_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """The file as JSON."""
    return json.dumps(player_file(reader), ensure_ascii=False, separators=(",", ":"))


def own_values(reader: ViewerContext, numbers: Collection[int]) -> Values:
    """What the templates show of these players, the best first; own_lines.js does the same with the file."""
    key = ("player file", calls(reader), get_language() or "")
    file = once(reader, key, lambda: player_file(reader))
    page, way = _addresses(reader)
    players = [_named(file, "player", row) for row in file["players"] if row[0] in numbers]
    for player in players:
        player |= file["event"] | {"page": page(player["number"]), "way": way(player["number"])}
        player["country"] = file["countries"].get(player["code"], "")
        player |= _named(file, "move", file["moves"].get(player["moved"], ()))
        player |= file["calls"].get(player["number"], {})
        seat = file["seats"].get(player["number"])
        if seat:
            player |= {"seatless": ""} | _named(file, "seat", seat)
            player |= _named(file, "table", file["tables"][player["chart_table"]])
            player |= _named(file, "wind", file["winds"][player["wind"]])
            player["others"] = [
                other | _named(file, "wind", file["winds"][other["wind"]]) | {"way": way(other["number"])}
                for row in player["sitters"]
                if (other := _named(file, "sitter", row))["wind"] != player["wind"]
            ]
    return {"players": players, "listed": [player for player in players if player["listed"]]}


def placeholders(reader: ViewerContext) -> Values:
    """Values that make a template one for the script."""
    addresses = {name: make("{number}") for name, make in zip(("page", "way"), _addresses(reader), strict=True)}
    player = Placeholders(addresses, others=[Placeholders(addresses)])
    return {"players": [player], "listed": [player]}


def _addresses(reader: ViewerContext) -> tuple[Callable[[Any], str], Callable[[Any], str]]:
    return numbered("pocket:player", reader.event.slug), numbered("pocket:seat-way", reader.event.slug)


def _named(file: Values, kind: str, row: Sequence[Any]) -> Values:
    return dict(zip(file["fields"][kind], row, strict=False))


def player_file(reader: ViewerContext) -> Values:
    """The file: rows of the players in the order of the standings, and what they name, each once."""
    lines, places = player_lines(reader.standings), places_of(reader.standings)
    entries = sorted(reader.standings.names.values(), key=lambda one: places.get(one.number, len(lines)))
    over = reader.status.until >= reader.event.planned_sessions
    draw = released_draw(reader.event)
    session = coming_session(draw) if draw else 0
    stops = stops_of(draw, session) if draw and not over else {}
    starts = start_of(draw, session) if stops and draw else None
    waits = _("No seat in session %(number)s.") % {"number": session} if reader.seated else ""
    return {
        "fields": FIELDS,
        "event": {
            "session": session,
            "starts": date_format(localtime(starts), "DATETIME_FORMAT") if starts else "",
            "seatless": "" if over else waits or _("Seats appear here as soon as the draw is released."),
            "seated": reader.seated,
        },
        "players": [
            _player(entry, lines[places[entry.number]] if entry.number in places else None) for entry in entries
        ],
        "seats": {number: _seat(stop.seat, number) for number, stop in stops.items()},
        "tables": {stop.seat.table: _table(stop) for stop in stops.values()},
        "moves": {line.moved: moved_words(line.moved) for line in lines if line.moved is not None},
        "winds": {seat: (str(WINDS[seat]), str(WIND_NAMES[seat])) for seat in WINDS},
        "countries": {entry.country: country(entry.country) for entry in entries if entry.country},
        "calls": {called.entry.number: call_of(reader, called.entry.number) for called in Waiting(reader.event).called},
    }


def _player(entry: NamedEntry, line: PlayerLine | None) -> tuple[Any, ...]:
    named = (entry.number, entry.name, entry.latin_name, entry.country)
    if line is None:
        return *named, False, False
    standing = line.standing
    figures = (*exact_points(standing.table_points), competition(standing.competition_points), line.moved)
    return *named, True, bool(standing.results), str(standing.rank or DASH), *figures


def _seat(seat: PublicSeat, number: int) -> tuple[int, str, str]:
    return seat.table, seat.wind, seat.sitter.name if seat.replaced and seat.sitter.number != number else ""


def _table(stop: PublicStop) -> tuple[Any, ...]:
    seat = stop.seat
    sitters = sorted((seat, *stop.others), key=lambda one: list(WINDS).index(one.wind))
    return str(seat.at), seat.room, str(seat.table) if seat.moved_to else "", [_sitter(one) for one in sitters]


def _sitter(seat: PublicSeat) -> tuple[Any, ...]:
    sitter = seat.sitter
    named = (sitter.name, "") if sitter.number else ("", sitter.name)
    filler = f"({_('filler')})" if sitter.kind == "filler" else ""
    holder = _("for %(name)s") % {"name": seat.holder.name} if seat.replaced else ""
    return seat.wind, sitter.number or "", named[0], sitter.latin_name, filler, holder, named[1]
