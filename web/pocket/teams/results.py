"""The results of a country or of a team over the record: places over the years, placings, members."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django_countries import countries

from common.templatetags.pinju import country as country_name
from ranking.rankings.selectors.wording import name_of, points_text
from ranking.teams.rules import Results
from ranking.teams.selectors import country_codes, country_ranks, country_results, team_results
from web.pocket.plots.columns import columns
from web.pocket.plots.placings import placing_columns, placings
from web.pocket.plots.years import years
from web.pocket.sharing.of_record import results_text
from web.pocket.teams.tables import EventTable, MemberTable
from web.shared.requests.methods import get_only
from web.shared.tables import paginate

EVENTS, MEMBERS = 10, 50


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
    return _page(request, results, title=country_name(code), team=False, ranks=ranks)


@get_only
def team(request: HttpRequest, name: str) -> HttpResponse:
    """Show the results of all teams of this name; 404 without any."""
    if "\0" in name:  # PostgreSQL takes none
        raise Http404
    results = team_results(name)
    if not results.events:
        raise Http404
    return _page(request, results, title=name, team=True)


def _page(request: HttpRequest, results: Results, *, title: str, team: bool, **more: Any) -> HttpResponse:
    events = EventTable(results.events[::-1], team=team)
    members = MemberTable(results.members)
    paginate(request, events, per_page=EVENTS)
    paginate(request, members, per_page=MEMBERS)
    placed = placings(results.counts)
    context = {
        "title": title,
        "team": team,
        "results": results,
        "picture": f"{request.path}picture.png" if results.events else "",
        "preview_text": results_text(results),
        "events": events,
        "members": members,
        "years": years(_marks(results)),
        "placings": placed,
        "placed": placing_columns(placed),
        "by_year": columns([(str(row.year), row.members) for row in results.years]) if results.years else None,
    }
    return render(request, "pocket/teams/results.html", context | more)


def _marks(results: Results) -> list[tuple[date, int, int]]:
    return [(event.day, event.rank, event.field) for event in results.events if event.day and event.rank]
