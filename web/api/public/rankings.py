"""``/api/v1/rankings``: rankings that bodies declare over the record."""

from datetime import date
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from ranking.rankings.models import RankedEvent, Ranking, RankingLine, RankingSnapshot
from ranking.rankings.rules.rating import chance_ahead
from ranking.rankings.rules.rule import Kind, Rule
from ranking.rankings.selectors.comparison import days_of_both, results_of_both
from ranking.rankings.selectors.explanation import ExplainedResult
from ranking.rankings.selectors.lines import NamedLine, RankedLines, line_of, named
from ranking.rankings.selectors.names import named_person
from ranking.rankings.selectors.rankings import ranking_by_slug, rankings_of, rule_of, snapshot_on
from ranking.rankings.selectors.rating import strength_of
from web.api.interface import mistakes
from web.api.public.reading import (
    Answers,
    ListAnswers,
    Person,
    Start,
    Text,
    absent,
    page_of,
    person_of,
    public_router,
)


class RankingOut(Schema):
    """A ranking: its names by language, its body, the day of the newest result, and how many players are ranked."""

    id: str
    name: dict[str, str]
    body: str
    day: date
    players: int


class RankingsOut(Schema):
    """The rankings that were computed."""

    rankings: list[RankingOut]


class LineOut(Person):
    """A line: points and their parts as decimal text; parts are null for a formula of a body's own."""

    rank: int | None
    country: str
    points: str
    part_a: str | None
    part_b: str | None
    results: int
    movement: int | None


class CountryOut(Schema):
    """A country: the mean of its best three players, its ranked players, and those `above` 700 points (MERS only)."""

    rank: int
    country: str
    points: str
    players: int
    above: int | None


class DayOut(RankingOut):
    """A page of a ranking as of a day, with its rule as data, and on the first page the countries."""

    rule: dict[str, Any]
    lines: list[LineOut]
    countries: list[CountryOut]
    next: int | None


class PlacesOut(Schema):
    """An event with the places of both players (null: not there)."""

    event: str
    name: str
    ends: date
    players: int
    places: tuple[int | None, int | None]


class RanksOfDayOut(Schema):
    """The ranks and points of both players on a day (null: none)."""

    day: date
    ranks: tuple[int | None, int | None]
    points: tuple[str | None, str | None]


class PairOut(RankingOut):
    """Two players of a ranking: lines, places in the events, and ranks on all days.

    Of a rating, `chance` is the chance in percent that the first is ahead at a table, and there are no events.
    """

    lines: tuple[LineOut, LineOut]
    chance: int | None
    events: list[PlacesOut]
    days: list[RanksOfDayOut]


router = public_router("rankings")


@router.get(
    "/rankings",
    response={200: RankingsOut, **ListAnswers},
    summary=gettext_noop("Rankings of bodies"),
    description=gettext_noop("Return the rankings that were computed, with the day of the newest one."),
)
def rankings(request: HttpRequest) -> dict[str, Any]:
    """Answer with the rankings."""
    rows: list[Any] = [row for row in rankings_of() if row.computed]  # type: ignore[attr-defined]
    return {"rankings": [ranking_out(row, row.computed[0]) for row in rows]}


@router.get(
    "/rankings/{ranking}",
    response={200: DayOut, **Answers},
    summary=gettext_noop("Ranking of a body"),
    description=gettext_noop(
        "Return up to 500 players from position `start` on, as of the newest day, or of the newest one until `day`. "
        "Names of players who ask not to be shown are initials."
    ),
)
def ranking(request: HttpRequest, ranking: Text, day: date | None = None, start: Start = 0) -> Any:
    """Answer with a page of the ranking; 404 if nothing was computed until the day."""
    row, snapshot = with_snapshot(ranking, day)
    if row is None or snapshot is None:
        return not_computed(row, day)
    lines, following = page_of(RankedLines(snapshot), start)
    countries = [] if start else countries_of(snapshot)
    page = {
        "rule": snapshot.rule,
        "lines": [line_out(line) for line in lines],
        "countries": countries,
        "next": following,
    }
    return Status(200, ranking_out(row, snapshot) | page)


@router.get(
    "/rankings/{ranking}/players/{person}/with/{other}",
    response={200: PairOut, **Answers},
    summary=gettext_noop("Two players of a ranking"),
    description=gettext_noop(
        "Return the lines of two players as of the newest day or of the newest one until `day`, their places in the "
        "events, and their ranks on all days."
    ),
)
def comparison(request: HttpRequest, ranking: Text, person: int, other: int, day: date | None = None) -> Any:
    """Answer with two lines; 404 if there is no such ranking, or if either player is hidden or has no line."""
    row, snapshot = with_snapshot(ranking, day)
    if row is None or snapshot is None:
        return not_computed(row, day)
    first, second = named_person(person), named_person(other)
    lines = [line_of(snapshot, side) if side else None for side in (first, second)]
    if first is None or second is None or lines[0] is None or lines[1] is None or first == second:
        return absent("person" if lines[0] is None else "other")
    pair = {
        "lines": [line_out(line) for line in named(snapshot, [line for line in lines if line])],
        "days": [_day(*ranks_of_day) for ranks_of_day in days_of_both(row, first, second)],
        **_compared(rule_of(snapshot), lines[0], lines[1]),
    }
    return Status(200, ranking_out(row, snapshot) | pair)


def with_snapshot(slug: str, day: date | None) -> tuple[Ranking | None, RankingSnapshot | None]:
    """Return a ranking, and its newest snapshot or the newest one until ``day``; None for what does not exist."""
    row = ranking_by_slug(slug)
    return row, snapshot_on(row, day) if row else None


def not_computed(ranking: Ranking | None, day: date | None) -> Status[Any]:
    """Return the answer for a ranking that does not exist, or was not computed, or only after the ``day``."""
    if ranking and day and snapshot_on(ranking):
        return Status(404, mistakes("day", "nothing was computed until this day"))
    return absent("ranking")


def _compared(rule: Rule, first: RankingLine, second: RankingLine) -> dict[str, Any]:
    if rule.kind is Kind.RATING:
        return {"chance": round(100 * chance_ahead(strength_of(first), strength_of(second))), "events": []}
    return {"chance": None, "events": [_places(*row) for row in results_of_both((first, second), rule)]}


def _places(event: RankedEvent, *results: ExplainedResult | None) -> dict[str, Any]:
    figures = {"event": event.slug, "name": event.name, "ends": event.ends, "players": event.players}
    return figures | {"places": [result.place if result else None for result in results]}


def _day(day: date, *lines: RankingLine | None) -> dict[str, Any]:
    ranks = [line.rank if line else None for line in lines]
    return {"day": day, "ranks": ranks, "points": [text_or_none(line.points) if line else None for line in lines]}


def ranking_out(row: Ranking, snapshot: RankingSnapshot) -> dict[str, Any]:
    return {"id": row.slug, "name": row.name, "body": row.body.name, "day": snapshot.day, "players": snapshot.size}


def line_out(named: NamedLine) -> dict[str, Any]:
    line = named.line
    parts = {name: text_or_none(getattr(line, name)) for name in ("part_a", "part_b")}
    figures = {"rank": line.rank, "country": line.country, "points": str(line.points), "results": line.results}
    return person_of(named.name) | figures | parts | {"movement": named.movement}


def countries_of(snapshot: RankingSnapshot) -> list[dict[str, Any]]:
    mers = rule_of(snapshot).kind is Kind.MERS
    return [
        {
            "rank": row.rank,
            "country": row.country,
            "points": str(row.points),
            "players": row.players,
            "above": row.above if mers else None,
        }
        for row in snapshot.countries.all()
    ]


def text_or_none(value: Any) -> str | None:
    return None if value is None else str(value)
