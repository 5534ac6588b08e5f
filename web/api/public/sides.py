"""``/api/v1/record``: hands, opponents and series of countries and teams."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Field, Schema, Status

from ranking.lists.selectors.figures import state_of
from ranking.lists.selectors.players import named
from ranking.lists.selectors.scopes import Scope
from ranking.series.selectors.progress import ways_of
from ranking.series.selectors.table import series_of_team
from ranking.series.selectors.visits import team_key
from ranking.teams.selectors import (
    MemberTables,
    MetSide,
    country_codes,
    country_results,
    member_tables,
    met_countries,
    met_teams,
    team_results,
)
from web.api.public.persons import SeriesWayOut, series_way
from web.api.public.reading import Answers, Person, Start, Text, absent, page_of, person_of, public_router
from web.api.public.record import BalanceOut

Name = Annotated[Text, Field(min_length=1)]


class MemberBestOut(Person):
    """One of the first members by a statistic; the value is exact, as text."""

    rank: int
    value: str


class SideHandsOut(Schema):
    """The recorded hands of the members of a team or country at all stored tables, and their first ones by statistic.

    A hand counts once for each member at the table.
    """

    name: str
    hands: int
    won: int
    dealt_in: int
    bests: dict[str, list[MemberBestOut]]


class MetSideOut(Schema):
    """A country (its code) or team that was met at stored tables; the balance is over pairs of players."""

    name: str
    balance: BalanceOut


class MetSidesOut(Schema):
    """A page of the countries or teams that were met, most pairs of players first."""

    name: str
    opponents: list[MetSideOut]
    next: int | None


class TeamSeriesOut(Schema):
    """The series of teams in which a team has a line."""

    name: str
    series: list[SeriesWayOut]


router = public_router("teams")


@router.get(
    "/record/countries/{country}/hands",
    response={200: SideHandsOut, **Answers},
    summary=gettext_noop("Hands of a country"),
    description=gettext_noop(
        "Return how the recorded hands of a country's players ended, and their highest hands and longest runs."
    ),
)
def country_hands(request: HttpRequest, country: Text) -> Any:
    """Answer with the hands of a country's players, by any of its codes."""
    codes = country_codes(country.upper())
    results = country_results(codes)
    if not results.events:
        return absent("country")
    return Status(200, _hands(codes[0], member_tables(results, codes, state_of(Scope()))))


@router.get(
    "/record/teams/hands",
    response={200: SideHandsOut, **Answers},
    summary=gettext_noop("Hands of a team"),
    description=gettext_noop(
        "Return how the recorded hands of the members of teams with exactly this `name` ended, and their highest hands "
        "and longest runs."
    ),
)
def team_hands(request: HttpRequest, name: Name) -> Any:
    """Answer with the hands of a team's members."""
    results = team_results(name)
    if not results.events:
        return absent("name")
    return Status(200, _hands(name, member_tables(results, ["", name], state_of(Scope()))))


@router.get(
    "/record/countries/{country}/opponents",
    response={200: MetSidesOut, **Answers},
    summary=gettext_noop("Opponents of a country"),
    description=gettext_noop(
        "Return up to 500 countries from position `start` on whose players a country's players met at tables."
    ),
)
def country_opponents(request: HttpRequest, country: Text, start: Start = 0) -> Any:
    """Answer with the countries that a country's players met."""
    codes = country_codes(country.upper())
    if not country_results(codes).events:
        return absent("country")
    return Status(200, _met(codes[0], met_countries(codes, state_of(Scope())), start))


@router.get(
    "/record/teams/opponents",
    response={200: MetSidesOut, **Answers},
    summary=gettext_noop("Opponents of a team"),
    description=gettext_noop(
        "Return up to 500 teams from position `start` on that teams with exactly this `name` met at tables."
    ),
)
def team_opponents(request: HttpRequest, name: Name, start: Start = 0) -> Any:
    """Answer with the teams that a team met."""
    if not team_results(name).events:
        return absent("name")
    return Status(200, _met(name, met_teams(name, state_of(Scope())), start))


@router.get(
    "/record/teams/series",
    response={200: TeamSeriesOut, **Answers},
    summary=gettext_noop("Series of a team"),
    description=gettext_noop(
        "Return the series of teams in which the team with exactly this `name` has a line, with the ranks after each "
        "event."
    ),
)
def team_series(request: HttpRequest, name: Name) -> Any:
    """Answer with the series of a team."""
    if not team_results(name).events:
        return absent("name")
    ways = ways_of(series_of_team(name), team_key(name))
    return Status(200, {"name": name, "series": [series_way(way) for way in ways]})


def _hands(name: str, tables: MemberTables) -> dict[str, Any]:
    firsts = {key: named(first) for key, first in tables.records.items()}
    lines = {
        key: [person_of(row.name) | {"rank": row.line.rank, "value": str(row.line.value)} for row in rows]
        for key, rows in firsts.items()
    }
    return {"name": name, "hands": tables.hands, "won": tables.won, "dealt_in": tables.dealt_in, "bests": lines}


def _met(name: str, met: Sequence[MetSide], start: int) -> dict[str, Any]:
    rows, following = page_of(met, start)
    shown = [{"name": row.key, "balance": row.balance} for row in rows]
    return {"name": name, "opponents": shown, "next": following}
