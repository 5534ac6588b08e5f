"""The results of a country or of a team over the record: places over the years, placings, members."""

from collections.abc import Sequence
from datetime import date
from itertools import islice
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django_countries import countries

from common.templatetags.pinju import country as country_name
from ranking.lists.rules import STATISTICS
from ranking.lists.selectors.figures import state_of
from ranking.lists.selectors.players import named
from ranking.lists.selectors.scopes import Scope
from ranking.rankings.selectors.wording import name_of, points_text
from ranking.series.selectors.table import series_of_team
from ranking.series.selectors.visits import team_key
from ranking.teams.rules import Results
from ranking.teams.selectors import (
    MemberTables,
    MetSide,
    country_codes,
    country_ranks,
    country_results,
    member_tables,
    met_countries,
    met_teams,
    team_results,
)
from web.pocket.lists.labels import NAMES, value_text
from web.pocket.plots.columns import bars, columns
from web.pocket.plots.placings import placing_columns, placings
from web.pocket.plots.records import series_rows
from web.pocket.plots.years import years
from web.pocket.sharing.of_record import results_text
from web.pocket.teams.tables import EventTable, MemberTable, OpponentTable
from web.shared.requests.methods import get_only
from web.shared.tables import paginate

EVENTS, OPPONENTS, MEMBERS = 10, 10, 50


@get_only
def country(request: HttpRequest, code: str) -> HttpResponse:
    """Show the results of everybody who played for a country, even none yet; 404 for a code that no country has."""
    codes = country_codes(code)
    if codes[0] != code:
        return redirect("teams:country", codes[0])
    results = country_results(codes)
    if not results.events and code not in countries.countries:
        raise Http404
    ranks = [(row, name_of(row.snapshot.ranking), points_text(row.points)) for row in country_ranks(codes)]
    state = state_of(Scope())
    context = {"title": country_name(code), "ranks": ranks} | _tables_context(member_tables(results, codes, state))
    return _page(request, results, met_countries(codes, state), context, team=False)


@get_only
def team(request: HttpRequest, name: str) -> HttpResponse:
    """Show the results of all teams of this name; 404 without any."""
    if "\0" in name:  # PostgreSQL takes none
        raise Http404
    results = team_results(name)
    if not results.events:
        raise Http404
    state = state_of(Scope())
    series = series_rows(series_of_team(name), team_key(name))
    context = {"title": name, "series": series} | _tables_context(member_tables(results, ["", name], state))
    return _page(request, results, met_teams(name, state), context, team=True)


def _page(
    request: HttpRequest, results: Results, met: Sequence[MetSide], more: dict[str, Any], *, team: bool
) -> HttpResponse:
    events = EventTable(results.events[::-1], team=team)
    members = MemberTable(results.members)
    opponents = OpponentTable(met, team=team)
    paginate(request, events, per_page=EVENTS)
    paginate(request, opponents, per_page=OPPONENTS)
    paginate(request, members, per_page=MEMBERS)
    placed = placings(results.counts)
    context = {
        "team": team,
        "results": results,
        "picture": f"{request.path}picture.png" if results.events else "",
        "preview_text": results_text(results),
        "events": events,
        "opponents": opponents if met else None,
        "members": members,
        "years": years(_marks(results)),
        "placings": placed,
        "placed": placing_columns(placed),
        "by_year": columns([(str(row.year), row.members) for row in results.years]) if results.years else None,
    }
    return render(request, "pocket/teams/results.html", context | more)


def _tables_context(tables: MemberTables) -> dict[str, Any]:
    """Return how the recorded hands of the members ended, and their records with names."""
    others = tables.hands - tables.won - tables.dealt_in
    ends = [(_("Won"), "", tables.won), (_("Discarded the winning tile"), "lost", tables.dealt_in)]
    rows = iter(named([line for first in tables.records.values() for line in first]))
    records = []
    for key, first in tables.records.items():
        values = [(value_text(STATISTICS[key], row.line.value), row.name) for row in islice(rows, len(first))]
        if values:
            records.append((NAMES[key], key, values))
    return {"ends": bars([*ends, (_("Neither"), "other", others)]) if tables.hands else [], "records": records}


def _marks(results: Results) -> list[tuple[date, int, int]]:
    return [(event.day, event.rank, event.field) for event in results.events if event.day and event.rank]
