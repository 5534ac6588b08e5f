"""The players of an event, and the page of each player."""

from typing import Any

import django_tables2 as tables
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.formats import time_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.search import finds
from common.i18n.wording import listed
from common.numbers import number_in
from common.templatetags.pinju import country, country_code
from scoring.draw_release.selectors.played import coming_session
from scoring.formats.selectors.coming_cuts import coming_cut
from scoring.progress.selectors.missing import Waiting
from scoring.releases.selectors.corrections import corrections_about
from scoring.settings.selectors import in_mados
from scoring.standings.selectors.hand_statistics import hands_in, player_hands
from scoring.standings.selectors.labels import why_unranked
from scoring.standings.selectors.player_record import player_record
from scoring.standings.selectors.rank_history import rank_history
from scoring.standings.selectors.standings import NamedEntry
from tournament.draws.selectors.draws import released_draw
from tournament.seating.selectors.seats import PublicStop, way_of
from tournament.wording import WIND_NAMES
from web.live.fragments import calls, fragment, live
from web.pocket.check_in import check_in_context
from web.pocket.phone import phone_context
from web.pocket.plots.pictures import hands_of_player, ranks_in_words, ranks_of, session_scores
from web.pocket.results.meetings import meetings
from web.pocket.sharing.texts import player_text
from web.pocket.subjects import numbers_of
from web.shared.formats.cuts import need_text, side_text
from web.shared.formats.team_needs import team_need_text
from web.shared.labels.game_words import drawn_heading
from web.shared.requests.methods import get_only
from web.shared.tables import FIGURE, NAMING, BaseTable, numbered, paginate
from web.shared.viewer import ViewerContext, viewer_context

ROWS = 50

KINDS = {"filler": gettext_lazy("filler"), "reserve": gettext_lazy("reserve")}


class Players(BaseTable):
    """All entries by number; on a phone the table keeps its columns."""

    labelled = False
    number = tables.Column(gettext_lazy("No."), attrs=FIGURE)
    name = tables.Column(gettext_lazy("Name"), attrs=NAMING)
    country = tables.Column(gettext_lazy("Country"), default="")
    team_name = tables.Column(gettext_lazy("Team"), attrs={"td": {"class": "player-team"}})

    class Meta:
        orderable = False

    def __init__(self, *args: Any, slug: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player_page = numbered("pocket:player", slug)
        self.team_page = numbered("pocket:team", slug)

    @property
    def caption(self) -> str:
        return _("Players by number")

    def render_name(self, record: NamedEntry) -> SafeString:
        link = self.player_page(record.number)
        latin = format_html(' <span class="muted">{}</span>', record.latin_name) if record.latin_name else ""
        labels = (KINDS.get(record.kind), why_unranked(record, record.status))
        text = listed(label for label in labels if label)
        note = format_html(' <span class="note">{}</span>', text) if text else ""
        return format_html('<a href="{}">{}</a>{}{}', link, record.name, latin, note)

    def render_country(self, value: str) -> SafeString | str:
        return country_code(value)

    def render_team_name(self, record: NamedEntry) -> SafeString | str:
        if record.team is None:
            return record.team_name or ""
        return format_html('<a href="{}">{}</a>', self.team_page(record.team), record.team_name)


@get_only
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """List all entries, or those matching a name, number or country."""
    reader = viewer_context(request, slug)
    query = request.GET.get("q", "")[:100].strip()
    everybody = list(reader.standings.names.values())
    without = () if reader.standings.team_names else ("team_name",)
    table = Players(_matching(query, everybody), slug=slug, exclude=without)
    paginate(request, table, per_page=ROWS)
    context = {"reader": reader, "table": table, "q": query, "everybody": len(everybody)}
    return render(request, "pocket/results/players.html", context)


def _matching(query: str, entries: list[NamedEntry]) -> list[NamedEntry]:
    """Return the entries whose number is ``query``, or whose names or country contain all its words."""
    if query.isdecimal():
        return [entry for entry in entries if entry.number == number_in(query)]
    return [
        entry
        for entry in entries
        if finds(query, entry.name, entry.latin_name, entry.country, country(entry.country), entry.team_name or "")
    ]


@get_only
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the page of one player."""
    reader = viewer_context(request, slug)
    context = {
        "reader": reader,
        "live": live(request, reader, "player", str(number)),
        "entry": reader.standings.names.get(number),
        "preview_text": player_text(reader, number),
        **phone_context(request, reader, number),
        **check_in_context(reader, number),
    }
    return render(request, "pocket/results/players_detail.html", context)


@fragment("player", reads=("subject",), extra_version=calls, shows_status=True)
def player_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render the player's rank with its reasons, session by session."""
    [number] = numbers_of(request)
    standings = reader.standings
    ranks = reader.cached("player ranks", lambda: rank_history(standings.individual, standings.last))
    record = player_record(standings, number, ranks.get(number, ()))
    if record is None:
        raise Http404
    context = {"reader": reader, "event": reader.event, "record": record, **calls_of(reader).get(number, {})}
    coming_stage = coming_cut(standings)
    if coming_stage is not None:
        context |= {"cut": side_text(coming_stage, number), "need": need_text(coming_stage.needs.get(number))}
    team = standings.names[number].team
    if team and standings.has_knockout:
        context["team_need"] = team_need_text(standings, team)
    hands = hands_in(reader.event, reader.view, number)
    own_hands = player_hands(hands, number)
    without_winner = ("drawn", "aborted") if in_mados(reader.event) else ("drawn",)
    stops, coming = _stops(reader, number)
    opponents = meetings(record.sessions, stops)
    context |= {
        "chart": session_scores(record.sessions),
        "ranks": ranks_of(ranks.get(number, ()), record.ranked),
        "ranks_in_words": ranks_in_words(ranks.get(number, ())),
        "hands": own_hands,
        "ends": hands_of_player(own_hands, hands, drawn_heading(reader.event), without_winner),
        "meetings": opponents,
        "to_meet": any(opponent.coming for opponent in opponents),
        "coming": coming,
    }
    context |= {"notes": corrections_about(reader.corrections, number=number), "slug": reader.event.slug}
    return render_to_string("pocket/results/_player.html", context)


def _stops(reader: ViewerContext, number: int) -> tuple[list[PublicStop], PublicStop | None]:
    """Return the player's path through the drawn sessions, and its coming stop until all results are released."""
    draw = released_draw(reader.event) if reader.event.seated else None
    if draw is None:
        return [], None
    stops = way_of(draw, number)
    if reader.status.last_session >= reader.event.planned_sessions:
        return stops, None
    session = coming_session(draw)
    return stops, next((stop for stop in stops if stop.seat.session == session), None)


def calls_of(reader: ViewerContext) -> dict[int, dict[str, Any]]:
    """Return for each called player's number where the player is called to and what coming late costs, for pages."""
    waiting = Waiting(reader.event)
    if not waiting.called:
        return {}
    first, last = (time_format(localtime(limit), "H:i") for limit in waiting.limits) if waiting.limits else ("", "")
    return {
        called.entry.number: {
            "called": True,
            "called_table": str(called.seat.at) if called.seat else "",
            "called_wind": str(WIND_NAMES[called.seat.wind]) if called.seat else "",
            "called_session": waiting.session,
            "called_first": first,
            "called_last": last,
        }
        for called in waiting.called
    }
