"""``/api/v1/rankings``: rankings that bodies declare over the record."""

from datetime import date
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from ranking.rankings.models import Ranking, RankingSnapshot
from ranking.rankings.selectors.lines import NamedLine, RankedLines
from ranking.rankings.selectors.rankings import ranking_by_slug, rankings_of, snapshot_on
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
    """A country: the mean of its best three players, and its number of ranked players."""

    rank: int
    country: str
    points: str
    players: int


class DayOut(RankingOut):
    """A page of a ranking as of a day, with its rule as data, and on the first page the countries."""

    rule: dict[str, Any]
    lines: list[LineOut]
    countries: list[CountryOut]
    next: int | None


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
    return {"rankings": [_head(row, row.computed[0]) for row in rows]}


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
    row = ranking_by_slug(ranking)
    snapshot = snapshot_on(row, day) if row else None
    if row is None or snapshot is None:
        return absent("ranking")
    lines, following = page_of(RankedLines(snapshot), start)
    countries = [] if start else [_country(one) for one in snapshot.countries.all()]
    page = {"rule": snapshot.rule, "lines": [_line(line) for line in lines], "countries": countries, "next": following}
    return Status(200, _head(row, snapshot) | page)


def _head(row: Ranking, snapshot: RankingSnapshot) -> dict[str, Any]:
    return {"id": row.slug, "name": row.name, "body": row.body.name, "day": snapshot.day, "players": snapshot.size}


def _line(named: NamedLine) -> dict[str, Any]:
    line = named.line
    parts = {name: _text(getattr(line, name)) for name in ("part_a", "part_b")}
    figures = {"rank": line.rank, "country": line.country, "points": str(line.points), "results": line.results}
    return person_of(named.name) | figures | parts | {"movement": named.movement}


def _country(row: Any) -> dict[str, Any]:
    return {"rank": row.rank, "country": row.country, "points": str(row.points), "players": row.players}


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
