"""Standings of players, teams and groups, and the cross table of all sessions."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django_countries import countries

from common.i18n.search import finds
from common.numbers import number_in
from common.templatetags.pinju import country
from ranking.teams.selectors import country_codes
from scoring.formats.selectors.coming_cuts import coming_cut
from scoring.formats.selectors.team_cuts import coming_team_cut
from scoring.standings.selectors.lines import cross_lines, group_lines, player_lines, team_lines
from scoring.standings.selectors.standings import NamedEntry
from web.live.fragments import fragment, live
from web.pocket.own_cards import followed_players
from web.pocket.results import standings_tables as tables
from web.pocket.results.cross_table import cross_table_html
from web.pocket.sharing.texts import results_text
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context

ROWS = 100
#: Page of standings -> the page that shows instead what a hall published, while only that is public.
HALL_PAGES = {
    "standings": "pocket:published-standings",
    "teams": "pocket:published-teams",
    "groups": "pocket:published-groups",
    "all": "pocket:published-standings",
}


class EntryLine(Protocol):
    """A line of the individual standings."""

    @property
    def entry(self) -> NamedEntry: ...


Line = TypeVar("Line", bound=EntryLine)


@get_only
def individual(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the individual standings, filtered by words, team or country."""
    return _standings_page(request, slug, "standings", _("Standings"))


@get_only
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the team standings."""
    return _standings_page(request, slug, "teams", _("Team standings"))


@get_only
def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the group standings."""
    return _standings_page(request, slug, "groups", _("Group standings"))


@get_only
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every player's result in every session."""
    return _standings_page(request, slug, "all", _("All sessions"))


def matching_lines(lines: list[Line], query: Mapping[str, str]) -> list[Line]:
    """Return the lines of the given team and country whose number equals ``q`` or whose names contain its words."""
    team, words = (query.get(name, "").strip() for name in ("team", "q"))
    codes = _codes(query)
    return [
        line
        for line in lines
        if (not team or str(line.entry.team) == team)
        and (not codes or line.entry.country in codes)
        and (not words or words == str(line.entry.number) or _named(words, line.entry))
    ]


def _codes(query: Mapping[str, str]) -> list[str]:
    """Return every code of the country in the address, such as NL and NED; of an unknown code only itself."""
    written = query.get("country", "").strip()[:100]
    return country_codes(written) if written else []


def _named(words: str, entry: NamedEntry) -> bool:
    return finds(words, entry.name, entry.latin_name, entry.team_name or "", country(entry.country))


def _filters(request: HttpRequest, reader: ViewerContext) -> dict[str, Any]:
    """Return the choices and current values of the filters."""
    codes = {entry.country for entry in reader.standings.names.values() if entry.country}
    return {
        "q": request.GET.get("q", "")[:100].strip(),
        "team": request.GET.get("team", ""),
        "country": next((code for code in _codes(request.GET) if code in codes), request.GET.get("country", "")),
        "team_choices": sorted((str(number), name) for number, name in reader.standings.team_names.items()),
        "country_choices": sorted(((code, country(code)) for code in codes), key=lambda choice: choice[1]),
    }


def _standings_page(request: HttpRequest, slug: str, name: str, title: str) -> HttpResponse:
    reader = viewer_context(request, slug)
    if reader.event.from_hall:
        return redirect(HALL_PAGES[name], slug)
    context = {
        "reader": reader,
        "title": title,
        "name": name,
        "live": live(request, reader, name),
        "followed": followed_players(request, reader),
        "files": bool(reader.view.last_session),
        "has_teams": bool(reader.standings.team_names),
        "has_groups": bool(reader.standings.group_names),
        "coming": coming_cut(reader.standings),
        "preview_text": results_text(reader),
    }
    if name == "standings" and context["files"] and len(reader.standings.names) > 1:
        context["filters"] = _filters(request, reader)
    return render(request, "pocket/results/standings.html", context)


@fragment("standings", reads=("page", "q", "team", "country"), shows_status=True)
def standings_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render a page of the individual standings; filtered lines keep their ranks."""
    lines = player_lines(reader.standings)
    matching = matching_lines(lines, request.GET)
    if lines and reader.standings.last and not matching:
        return _with_corrections(reader, _nobody_found(reader, request.GET))
    coming = coming_cut(reader.standings)
    caption = _("Individual standings")
    table = tables.Players(matching, event=reader.event, coming=coming, caption=caption, request=request)
    return _render_table(request, reader, table)


def _nobody_found(reader: ViewerContext, query: Mapping[str, str]) -> str:
    """Render the notice that no line matches; a team or country that the event does not have is named."""
    team, codes = query.get("team", "").strip()[:100], _codes(query)
    content = {}
    if team and team not in map(str, reader.standings.team_names):
        text = _("No team of this event has the number “%(team)s”.") % {"team": team}
        content = {"title": _("No such team"), "text": text}
    elif codes and all(entry.country not in codes for entry in reader.standings.names.values()):
        if codes[0] in countries.countries:
            content = {"text": _("No player of this event plays for %(country)s.") % {"country": country(codes[0])}}
        else:
            text = _("“%(code)s” is not a country code.") % {"code": codes[0]}
            content = {"title": _("No such country"), "text": text}
    return render_to_string("pocket/results/_nobody_found.html", content)


@fragment("teams", reads=("page",), shows_status=True)
def teams_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    lines = team_lines(reader.standings)
    table = tables.Units(
        lines, event=reader.event, caption=_("Team standings"), page="pocket:team", whose=_("Team"),
        coming=coming_team_cut(reader.standings), request=request,
    )  # fmt: skip
    return _render_table(request, reader, table)


@fragment("groups", reads=("page",), shows_status=True)
def groups_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    lines = group_lines(reader.standings)
    caption = _("Group standings")
    table = tables.Units(
        lines, event=reader.event, caption=caption, page="pocket:group", whose=_("Group"), request=request
    )
    return _render_table(request, reader, table)


@fragment("all", shows_status=True)
def cross_table_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the cross table without pages, as people print and photograph it."""
    if not reader.standings.last:
        content: str = render_to_string("pocket/results/_no_results.html", {"reader": reader})
    else:
        content = cross_table_html(reader.event, reader.standings.last, cross_lines(reader.standings))
    return _with_corrections(reader, content)


def _with_corrections(reader: ViewerContext, content: str) -> str:
    """The list, above it which tables are under correction, and below it what was corrected after its release."""
    context = {"list": mark_safe(content), "notes": reader.corrections, "slug": reader.event.slug}
    return render_to_string("pocket/results/_list.html", context)


def _render_table(request: HttpRequest, reader: ViewerContext, table: tables.Ranks) -> str:
    """Render the table, or the notice that there is no result."""
    if not reader.standings.last or not table.data:
        content: str = render_to_string("pocket/results/_no_results.html", {"reader": reader, "none": not table.data})
    else:
        content = paginated(request, table)
    return _with_corrections(reader, content)


def paginated(request: HttpRequest, table: tables.Ranks) -> str:
    """Render the requested page of the table."""
    table.paginate(page=_page_number(request, table), per_page=ROWS)
    return str(table.as_html(request))


def _page_number(request: HttpRequest, table: tables.Ranks) -> int:
    """Return the requested page: the last one if it is too high, the first if it is not a number."""
    requested = request.GET.get("page", "1")
    pages = -(-len(table.data) // ROWS)
    return min(max(number_in(requested) or 1, 1), pages)
