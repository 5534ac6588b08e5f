"""The file of a version that all phones share: each player's rank, points and next seat, in one language.

What a page shows of its reader and of followed players comes from here: at loading through a template, later through
static/js/own_lines.js, which fills the same template from the same file. It holds only what the public lists show.
"""

import json
from collections.abc import Collection
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


class Placeholders(Values):
    """Values that make a template one for the script: ``{name}`` under each name."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


@fragment("players", extra=calls, content_type="application/json")
def players_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    return json.dumps(player_file(reader), ensure_ascii=False, separators=(",", ":"))


def own_values(reader: ViewerContext, numbers: Collection[int]) -> Values:
    """Return what the templates show of these players, the best first; own_lines.js does the same with the file."""
    key = ("player file", calls(reader), get_language() or "")
    file = once(reader, key, lambda: player_file(reader))
    rows = [row for row in file["players"] if row["number"] in numbers]
    players = [file["event"] | row | file["tables"].get(row.get("chart_table"), {}) for row in rows]
    for player in players:
        player |= _addresses(reader, player["number"])
        others = [sitter for sitter in player.get("sitters", ()) if sitter["wind"] != player["wind"]]
        player["others"] = [other | _addresses(reader, other["number"]) for other in others]
    return {"players": players, "listed": [player for player in players if player["listed"]]}


def placeholders(reader: ViewerContext) -> Values:
    """Return the values that make a template one for the script."""
    addresses = _addresses(reader, "{number}")
    player = Placeholders(addresses, others=[Placeholders(addresses)])
    return {"players": [player], "listed": [player]}


def _addresses(reader: ViewerContext, number: Any) -> Values:
    slug = reader.event.slug
    return {"page": numbered("pocket:player", slug)(number), "way": numbered("pocket:seat-way", slug)(number)}


def player_file(reader: ViewerContext) -> Values:
    """Return the file: the players in the order of the standings, and the tables of the coming session by number."""
    lines, places = player_lines(reader.standings), places_of(reader.standings)
    entries = sorted(reader.standings.names.values(), key=lambda entry: places.get(entry.number, len(lines)))
    over = reader.status.last_session >= reader.event.planned_sessions
    draw = released_draw(reader.event)
    session = coming_session(draw) if draw else 0
    stops = stops_of(draw, session) if draw and not over else {}
    starts = start_of(draw, session) if stops and draw else None
    waits = _("No seat in session %(number)s.") % {"number": session} if reader.seated else ""
    called = {player.entry.number for player in Waiting(reader.event).called}
    players = []
    for entry in entries:
        number = entry.number
        player = _player(entry, lines[places[number]] if number in places else None)
        player |= _seat(stops[number].seat, number) if number in stops else {}
        players.append(player | (call_of(reader, number) if number in called else {}))
    return {
        "event": {
            "session": session,
            "starts": date_format(localtime(starts), "DATETIME_FORMAT") if starts else "",
            "seatless": "" if over else waits or _("Seats appear here as soon as the draw is released."),
            "seated": reader.seated,
        },
        "players": players,
        "tables": {str(stop.seat.table): _table(stop) for stop in stops.values()},
    }


def _player(entry: NamedEntry, line: PlayerLine | None) -> Values:
    player: Values = {"number": entry.number, "name": entry.name, "latin": entry.latin_name, "listed": bool(line)}
    player |= {"code": entry.country, "country": country(entry.country)}
    if line:
        standing = line.standing
        player |= {"played": bool(standing.results), "rank": str(standing.rank or DASH)}
        player["points"], player["exact"] = exact_points(standing.table_points)
        player["competition"] = competition(standing.competition_points)
    if line and line.moved is not None:
        player["tone"], player["sign"], player["words"] = moved_words(line.moved)
    return player


def _seat(seat: PublicSeat, number: int) -> Values:
    elsewhere = seat.sitter.name if seat.replaced and seat.sitter.number != number else ""
    return {"seatless": "", "chart_table": str(seat.table), "elsewhere": elsewhere, **_wind(seat)}


def _table(stop: PublicStop) -> Values:
    seat = stop.seat
    sitters = sorted((seat, *stop.others), key=lambda sitting: list(WINDS).index(sitting.wind))
    moved = str(seat.table) if seat.moved_to else ""
    return {
        "table": str(seat.at),
        "room": seat.room,
        "chart": moved,
        "sitters": [_sitter(sitting) for sitting in sitters],
    }


def _sitter(seat: PublicSeat) -> Values:
    sitter = seat.sitter
    return {
        **_wind(seat),
        "number": sitter.number or "",
        "name" if sitter.number else "unnumbered": sitter.name,
        "latin": sitter.latin_name,
        "filler": f"({_('filler')})" if sitter.kind == "filler" else "",
        "holder": _("for %(name)s") % {"name": seat.holder.name} if seat.replaced else "",
    }


def _wind(seat: PublicSeat) -> Values:
    return {"wind": seat.wind, "glyph": str(WINDS[seat.wind]), "wind_name": str(WIND_NAMES[seat.wind])}
