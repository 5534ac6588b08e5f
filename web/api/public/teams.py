"""``/api/v1/record``: the results of countries and teams."""

from datetime import date
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Field, Schema, Status

from ranking.teams.rules import PLACES, Results
from ranking.teams.selectors import (
    NamedEvent,
    country_codes,
    country_results,
    named_events,
    named_members,
    team_results,
)
from web.api.public.reading import Answers, Person, Start, Text, absent, page_of, person_of, public_router


class MemberOut(Person):
    """A member of a team or country: number of results, and the best rank."""

    results: int
    best: int | None


class PlaceOut(Schema):
    """The best place of a country's players in an event, or the team's; `field`: the number of players or teams."""

    event: str
    day: date | None
    rank: int | None
    field: int
    members: int


class UnitOut(Schema):
    """A team or country: places by event, the newest first, how often each range of places was reached, members."""

    name: str
    events: list[PlaceOut]
    placings: dict[str, int]
    members: list[MemberOut]
    next: int | None


router = public_router("teams")


@router.get(
    "/record/countries/{country}",
    response={200: UnitOut, **Answers},
    summary=gettext_noop("Results of a country"),
    description=gettext_noop("Return the places of everybody who played for a country, and up to 500 members."),
)
def country(request: HttpRequest, country: Text, start: Start = 0) -> Any:
    """Answer with the results of a country, by any of its codes."""
    codes = country_codes(country.upper())
    results = country_results(codes)
    return Status(200, _unit(codes[0], results, start)) if results.events else absent("country")


@router.get(
    "/record/teams",
    response={200: UnitOut, **Answers},
    summary=gettext_noop("Results of a team"),
    description=gettext_noop("Return the places of all teams with exactly this `name`, and up to 500 members."),
)
def team(request: HttpRequest, name: Annotated[Text, Field(min_length=1)], start: Start = 0) -> Any:
    """Answer with the results of a team."""
    results = team_results(name)
    return Status(200, _unit(name, results, start)) if results.events else absent("name")


def _unit(name: str, results: Results, start: int) -> dict[str, Any]:
    events = named_events(results.events[::-1]) if not start else []
    members, following = page_of(results.members, start)
    return {
        "name": name,
        "events": [_place(event) for event in events],
        "placings": {_places(*places): count for places, count in zip(PLACES, results.counts, strict=True)},
        "members": [
            person_of(named.name) | {"results": named.member.results, "best": named.member.best}
            for named in named_members(members)
        ],
        "next": following,
    }


def _place(event: NamedEvent) -> dict[str, Any]:
    place = event.place
    figures = {"day": place.day, "rank": place.rank, "field": place.field, "members": place.members}
    return {"event": event.recorded.slug} | figures


def _places(first: int, last: int | None) -> str:
    return str(first) if first == last else f"{first}-{last or ''}"
