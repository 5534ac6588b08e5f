"""The card of who reads: the next table and seat, with whom, when, and how he or she stands.

Written by hand, not by a template: after a release each phone of a full hall asks for a card of its own.
"""

from datetime import datetime
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from common.templatetags.pinju import DASH
from scoring.draw_release.selectors.played import coming_session
from scoring.standings.selectors.lines import PlayerLine
from scoring.standings.selectors.standings import NamedEntry
from tournament.draws.selectors.draws import released_draw
from tournament.seating.selectors.seats import PublicSeat, PublicStop, stops_of
from web.live.reading import Reading
from web.shared.scores import competition, movement, points, seat_player, wind, wind_name
from web.shared.tables import numbered


def card(reader: Reading, entry: NamedEntry, line: PlayerLine | None) -> SafeString:
    """The card of ``entry`` with its line of the standings (None: it has none)."""
    page = numbered("pocket:player", reader.event.slug)(entry.number)
    return format_html(
        '<section class="sheet stack mine" aria-labelledby="mine-title">'
        '<h2 id="mine-title"><a href="{}">{}</a> <span class="note">{}</span></h2>{}'
        '<p class="row-line">{}{}<a href="{}">{}</a></p></section>',
        page,
        entry.name,
        _("Number %(number)s") % {"number": entry.number},
        _next_seat(reader, entry.number),
        _standing(line) if line and line.standing.results else "",
        _to_all_seats(reader, entry.number) if reader.seated else "",
        page,
        _("My results"),
    )


def _next_seat(reader: Reading, number: int) -> SafeString | str:
    """Where the player sits next, or why no seat is named; nothing once every session's results are public."""
    if reader.status.until >= reader.event.planned_sessions:
        return ""
    coming, stops = _coming(reader)
    if stop := stops.get(number):
        return _seat(stop, number, reader.event.slug, get_language())
    if reader.seated:
        words = _("No seat in session %(number)s.") % {"number": coming}
    else:
        words = _("Seats appear here as soon as the draw is released.")
    return format_html('<p class="muted">{}</p>', words)


def _coming(reader: Reading) -> tuple[int, dict[int, PublicStop]]:
    """The session that people come for, and everybody's seat in it; read once for each version of the event."""

    def read() -> tuple[int, dict[int, PublicStop]]:
        draw = released_draw(reader.event)
        coming = coming_session(draw) if draw else 0
        return coming, stops_of(draw, coming) if draw else {}

    return reader.standings.once(("coming stops", None), read)


@lru_cache(maxsize=4096)
def _seat(stop: PublicStop, number: int, slug: str, language: str | None) -> SafeString:
    """When and where, and with whom; a release, which changes the ranks, finds it made."""
    seat, starts = stop.seat, ""
    if stop.starts:
        starts = format_html(' <span class="muted">{}</span>', _moment(stop.starts, language))
    elsewhere = seat.replaced and seat.sitter.number != number
    others = ((wind(other.wind), seat_player(other, slug)) for other in stop.others)
    return format_html(
        '<p class="way-head">{}{}</p>{}<p class="way-seat"><b>{}</b>{} <span>{} {}</span>{}</p>'
        '<ul class="seat-list">{}</ul>',
        _("Session %(number)s") % {"number": seat.session},
        starts,
        format_html("<p>{}</p>", _("%(name)s plays here") % {"name": seat.sitter.name}) if elsewhere else "",
        _("Table %(number)s") % {"number": seat.at},
        format_html(" <span>{}</span>", seat.room) if seat.room else "",
        wind(seat.wind),
        wind_name(seat.wind),
        _moved(seat) if seat.moved_to else "",
        format_html_join("", "<li>{} <span>{}</span></li>", others),
    )


@lru_cache(maxsize=256)
def _moment(starts: datetime, language: str | None) -> str:
    return date_format(localtime(starts), "DATETIME_FORMAT")


def _moved(seat: PublicSeat) -> SafeString:
    """What the chart calls the table."""
    return format_html(
        ' <span class="note">{}</span>', _("moved, table %(number)s on the chart") % {"number": seat.table}
    )


def _standing(line: PlayerLine) -> SafeString:
    """Rank, movement and points."""
    standing = line.standing
    return format_html(
        '<span>{} <b class="figure">{}</b> {}</span> <span>{} <small>{}</small> {} <small>{}</small></span> ',
        _("Rank"),
        standing.rank or DASH,
        movement(line.moved),
        points(standing.table_points),
        _("TP"),
        competition(standing.competition_points),
        _("CP"),
    )


def _to_all_seats(reader: Reading, number: int) -> SafeString:
    return format_html(
        '<a href="{}">{}</a> ', numbered("pocket:seat-way", reader.event.slug)(number), _("All my seats")
    )
