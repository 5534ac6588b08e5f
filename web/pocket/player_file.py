"""The file of a version that all phones share: each player's rank, points and next seat, in one language.

What a page shows of its reader and of followed players comes from here (web/pocket/own_cards.py). It holds only what
the public lists show. A value whose name ends in ``_html`` is markup, with the links and labels of those lists.
"""

from typing import Any

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.templatetags.pinju import DASH, country_code
from scoring.draw_release.selectors.played import coming_session
from scoring.formats.selectors.coming_cuts import ComingCut, coming_cut
from scoring.standings.selectors.lines import PlayerLine, player_lines
from tournament.draws.selectors.draws import released_draw
from tournament.seating.selectors.seats import PublicSeat, PublicStop, stops_of
from tournament.wording import WINDS
from web.pocket.results.players import calls_of
from web.shared.formats.cuts import need_text, side_text
from web.shared.scores import competition, movement, named_wind, points, seat_player, wind
from web.shared.viewer import ViewerContext

Values = dict[str, Any]


def player_file(reader: ViewerContext) -> Values:
    """Return the file: the players in the order of the standings, and the tables of the coming session by number."""
    lines = {line.entry.number: line for line in player_lines(reader.standings)}
    entries = reader.standings.names
    over = reader.status.last_session >= reader.event.planned_sessions
    draw = released_draw(reader.event)
    session = coming_session(draw) if draw else 0
    stops = stops_of(draw, session) if draw and not over else {}
    stop_of_table = {stop.seat.table: stop for stop in stops.values()}
    calls_by_number = calls_of(reader)
    coming = coming_cut(reader.standings)
    players = []
    for number in dict.fromkeys([*lines, *entries]):
        entry = entries[number]
        player: Values = {"number": number, "name": entry.name, "latin": entry.latin_name}
        player |= {"country_html": country_code(entry.country), "listed": number in lines}
        player |= _result(lines[number]) if number in lines else {}
        player |= _cut(coming, number) if coming else {}
        player |= _seat(stops[number].seat, number) if number in stops else {}
        players.append(player | calls_by_number.get(number, {}))
    return {
        "event": {
            "session": session,
            "seatless": "" if over else _why_seatless(reader, session),
            "seated": reader.seated,
        },
        "players": players,
        "tables": {str(number): _table(stop, reader.event.slug) for number, stop in stop_of_table.items()},
    }


def _why_seatless(reader: ViewerContext, session: int) -> str:
    if reader.seated:
        return _("No seat in session %(number)s.") % {"number": session}
    return _("Seats appear here as soon as the draw is released.")


def _result(line: PlayerLine) -> Values:
    return {
        "played": bool(line.standing.results),
        "rank": str(line.standing.rank or DASH),
        "points_html": points(line.standing.table_points),
        "competition": competition(line.standing.competition_points),
        "moved_html": movement(line.moved),
    }


def _cut(coming: ComingCut, number: int) -> Values:
    return {"cut": side_text(coming, number), "need": need_text(coming.needs.get(number))}


def _seat(seat: PublicSeat, number: int) -> Values:
    elsewhere = seat.sitter.name if seat.replaced and seat.sitter.number != number else ""
    return {
        "seatless": "",
        "chart_table": str(seat.table),
        "elsewhere": elsewhere,
        "wind": seat.wind,
        "wind_html": named_wind(seat.wind),
    }


def _table(stop: PublicStop, slug: str) -> Values:
    seats = sorted((stop.seat, *stop.others), key=lambda seat: list(WINDS).index(seat.wind))
    return {
        "table": str(stop.seat.at),
        "room": stop.seat.room,
        "chart": str(stop.seat.table) if stop.seat.moved_to else "",
        "starts": date_format(localtime(stop.starts), "DATETIME_FORMAT") if stop.starts else "",
        "seats": [
            {"wind": seat.wind, "html": format_html("{} <span>{}</span>", wind(seat.wind), seat_player(seat, slug))}
            for seat in seats
        ],
    }
