"""``/api/v1/rankings/RANKING/events`` and ``players/PERSON``: where the points of a ranking come from."""

from datetime import date
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from ranking.rankings.models import RankedEvent, RankingLine
from ranking.rankings.rules.formula import filled_up
from ranking.rankings.rules.rule import Kind, Rule
from ranking.rankings.selectors.explanation import ExplainedResult, explained, rating_steps
from ranking.rankings.selectors.lines import history_of, line_of, named
from ranking.rankings.selectors.names import named_person
from ranking.rankings.selectors.rankings import rule_of
from web.api.public.rankings import (
    LineOut,
    RankingOut,
    line_out,
    not_computed,
    ranking_out,
    text_or_none,
    with_snapshot,
)
from web.api.public.reading import Answers, Start, Text, absent, page_of, public_router


class RankedEventOut(Schema):
    """An event that counts; `stated`: the federation published its weight. Of a rating, weight and factor are null."""

    event: str
    name: str
    country: str
    ends: date
    days: int
    players: int
    countries: int
    qualification: bool | None
    weight: str | None
    stated: bool | None
    factor: str | None


class RankedEventsOut(RankingOut):
    """A page of the events that count, the newest first."""

    events: list[RankedEventOut]
    next: int | None


class ExplainedOut(RankedEventOut):
    """A result behind the points: `value` times `weight` times age factor is `product` (exact, as text).

    It counts in part A, in part B, or in both; in an own formula part A is the points.
    """

    place: int
    value: str
    product: str
    part_a: bool
    part_b: bool


class StepOut(RankedEventOut):
    """An event of a rating: the tables there, and the points after it (exact, as text)."""

    tables: int
    after: str


class DayRankOut(Schema):
    """The rank and points on a day."""

    day: date
    rank: int | None
    points: str | None


class RankedPlayerOut(RankingOut):
    """A player of a ranking: the line, the results behind it (of a rating: the steps), and all days, newest first.

    `missing`: results until the player is ranked; `filled`: missing results that count as 0 with weight 1.
    """

    line: LineOut
    missing: int
    filled: int
    results: list[ExplainedOut]
    steps: list[StepOut]
    days: list[DayRankOut]


router = public_router("rankings")


@router.get(
    "/rankings/{ranking}/events",
    response={200: RankedEventsOut, **Answers},
    summary=gettext_noop("Events of a ranking"),
    description=gettext_noop(
        "Return up to 500 events that count from position `start` on, the newest first, with their weights and age "
        "factors, as of the newest day or of the newest one until `day`."
    ),
)
def events(request: HttpRequest, ranking: Text, day: date | None = None, start: Start = 0) -> Any:
    """Answer with a page of the events; 404 if nothing was computed until the day."""
    row, snapshot = with_snapshot(ranking, day)
    if row is None or snapshot is None:
        return not_computed(row, day)
    rows, following = page_of(snapshot.events.all(), start)
    kind = rule_of(snapshot).kind
    return Status(
        200, ranking_out(row, snapshot) | {"events": [_event(result, kind) for result in rows], "next": following}
    )


@router.get(
    "/rankings/{ranking}/players/{person}",
    response={200: RankedPlayerOut, **Answers},
    summary=gettext_noop("Player of a ranking"),
    description=gettext_noop(
        "Return the line of a player as of the newest day or of the newest one until `day`, every result behind the "
        "points and where it counts, and the ranks on all days."
    ),
)
def player(request: HttpRequest, ranking: Text, person: int, day: date | None = None) -> Any:
    """Answer with an explained line; 404 if there is no such ranking, or if the player is hidden or has no line."""
    row, snapshot = with_snapshot(ranking, day)
    if row is None or snapshot is None:
        return not_computed(row, day)
    person_row = named_person(person)
    line = line_of(snapshot, person_row) if person_row else None
    if person_row is None or line is None:
        return absent("person")
    rule = rule_of(snapshot)
    days = [
        {"day": day.snapshot.day, "rank": day.rank, "points": text_or_none(day.points)}
        for day in reversed(history_of(row, person_row))
    ]
    figures = {"missing": max(0, rule.least - line.results), "filled": filled_up(rule, line.results), "days": days}
    [shown] = named(snapshot, [line])
    return Status(200, ranking_out(row, snapshot) | figures | {"line": line_out(shown)} | _explanation(line, rule))


def _explanation(line: RankingLine, rule: Rule) -> dict[str, Any]:
    if rule.kind is not Kind.RATING:
        return {"results": [_result(result, rule.kind) for result in explained(line, rule)], "steps": []}
    steps = [
        _event(event, rule.kind) | {"tables": tables, "after": str(points)}
        for event, tables, points in rating_steps(line)
    ]
    return {"results": [], "steps": steps}


def _result(result: ExplainedResult, kind: Kind) -> dict[str, Any]:
    figures = {"place": result.place, "value": str(result.value), "product": str(result.product)}
    return _event(result.event, kind) | figures | {"part_a": result.use.part_a, "part_b": result.use.part_b}


def _event(event: RankedEvent, kind: Kind) -> dict[str, Any]:
    shown = ("name", "country", "ends", "days", "players", "countries")
    weights = {
        "qualification": event.qualification,
        "weight": str(event.weight),
        "stated": event.stated,
        "factor": str(event.factor),
    }
    figures = {"event": event.slug} | {name: getattr(event, name) for name in shown}
    return figures | (dict.fromkeys(weights) if kind is Kind.RATING else weights)
