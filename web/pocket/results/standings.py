"""Standings of players, teams and groups, and the cross table of all sessions."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from common.i18n.search import finds
from common.numbers import number_in
from common.templatetags.pinju import country
from scoring.standings.selectors.lines import PlayerLine, cross_lines, group_lines, player_lines, team_lines
from scoring.standings.selectors.standings import NamedEntry
from web.live.fragments import fragment, live
from web.live.reading import Reading, reading
from web.pocket.remembering import followed
from web.pocket.results import standings_tables as tables
from web.pocket.results.cross_table import cross_table_html
from web.shared.requests.methods import get_only

ROWS = 100


@get_only
def individual(request: HttpRequest, slug: str) -> HttpResponse:
    """Who leads; or where those stand who are found by words, team or country."""
    return _page(request, slug, "standings", _("Standings"))


@get_only
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Which team leads."""
    return _page(request, slug, "teams", _("Team standings"))


@get_only
def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """Which group leads."""
    return _page(request, slug, "groups", _("Group standings"))


@get_only
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Every player's result in every session."""
    return _page(request, slug, "all", _("All sessions"))


def found_lines(lines: list[PlayerLine], asked: Mapping[str, str]) -> list[PlayerLine]:
    """The lines of the team and country asked for whose number is the words, or whose names have them all."""
    team, code, words = (asked.get(name, "").strip() for name in ("team", "country", "q"))
    return [
        line
        for line in lines
        if (not team or str(line.entry.team) == team)
        and (not code or line.entry.country == code)
        and (not words or words == str(line.entry.number) or _named(words, line.entry))
    ]


def _named(words: str, entry: NamedEntry) -> bool:
    return finds(words, entry.name, entry.latin_name, entry.team_name or "", country(entry.country))


def _filters(request: HttpRequest, reader: Reading) -> dict[str, Any]:
    """What can be looked for in the individual standings, and what is."""
    codes = {entry.country for entry in reader.standings.names.values() if entry.country}
    return {
        "q": request.GET.get("q", "")[:100].strip(),
        "team": request.GET.get("team", ""),
        "country": request.GET.get("country", ""),
        "team_choices": sorted((str(number), name) for number, name in reader.standings.team_names.items()),
        "country_choices": sorted(((code, country(code)) for code in codes), key=lambda one: one[1]),
    }


def _page(request: HttpRequest, slug: str, name: str, title: str) -> HttpResponse:
    reader = reading(request, slug)
    context = {
        "reader": reader,
        "title": title,
        "name": name,
        "live": live(request, reader, name),
        "followed": followed(request, reader),
        "files": bool(reader.view.until),
        "has_teams": bool(reader.standings.team_names),
        "has_groups": bool(reader.standings.group_names),
    }
    if name == "standings" and len(reader.standings.names) > 1:
        context["filters"] = _filters(request, reader)
    return render(request, "pocket/results/standings.html", context)


@fragment("standings", reads=("page", "q", "team", "country"))
def standings_fragment(request: HttpRequest, reader: Reading) -> str:
    """The individual standings, a page of them; of those who are looked for with the ranks that they have."""
    lines = player_lines(reader.standings)
    shown = found_lines(lines, request.GET)
    if lines and reader.standings.last and not shown:
        return _with_corrections(reader, render_to_string("pocket/results/_nobody_found.html"))
    table = tables.Players(shown, slug=reader.event.slug, caption=_("Individual standings"), request=request)
    return _table(request, reader, table)


@fragment("teams", reads=("page",))
def teams_fragment(request: HttpRequest, reader: Reading) -> str:
    """The team standings."""
    lines = team_lines(reader.standings)
    return _table(request, reader, _units(request, reader, lines, "pocket:team", _("Team"), _("Team standings")))


@fragment("groups", reads=("page",))
def groups_fragment(request: HttpRequest, reader: Reading) -> str:
    """The group standings."""
    lines = group_lines(reader.standings)
    return _table(request, reader, _units(request, reader, lines, "pocket:group", _("Group"), _("Group standings")))


@fragment("all")
def cross_table_fragment(request: HttpRequest, reader: Reading) -> str:
    """The cross table, whole: it is what people print and photograph."""
    if not reader.standings.last:
        content: str = render_to_string("pocket/results/_no_results.html", {"reader": reader})
    else:
        content = cross_table_html(reader.event, reader.standings.last, cross_lines(reader.standings))
    return _with_corrections(reader, content)


def _with_corrections(reader: Reading, content: str) -> str:
    """The list, and below it what was corrected after its release."""
    context = {"list": mark_safe(content), "notes": reader.corrections, "slug": reader.event.slug}
    return render_to_string("pocket/results/_list.html", context)


def _units(
    request: HttpRequest, reader: Reading, lines: list[Any], page: str, whose: str, caption: str
) -> tables.Units:
    return tables.Units(lines, slug=reader.event.slug, caption=caption, page=page, whose=whose, request=request)


def _table(request: HttpRequest, reader: Reading, table: tables.Ranks) -> str:
    """The list, or what there is to say without any result."""
    if not reader.standings.last or not table.data:
        content: str = render_to_string("pocket/results/_no_results.html", {"reader": reader, "none": not table.data})
    else:
        table.paginate(page=_page_number(request, table), per_page=ROWS)
        content = table.as_html(request)
    return _with_corrections(reader, content)


def _page_number(request: HttpRequest, table: tables.Ranks) -> int:
    """The page asked for; the last one if there are not so many, the first if it is no number."""
    asked = request.GET.get("page", "1")
    pages = -(-len(table.data) // ROWS)
    return min(max(number_in(asked) or 1, 1), pages)
