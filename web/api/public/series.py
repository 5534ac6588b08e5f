"""``/api/v1/series``: series of events and their rankings."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from ranking.series.models import Series
from ranking.series.rules.ranking import Qualification, Worth
from ranking.series.selectors.results import Source
from ranking.series.selectors.series import public_series, series_by_slug
from ranking.series.selectors.table import NamedLine, SeriesTable, series_table
from web.api.public.reading import Answers, ListAnswers, Person, Start, Text, absent, page_of, public_router

#: The most events of which each line says what they are worth, as on the page: more take too long.
MOST_WORTHS = 16


class SeriesOut(Schema):
    """A series: the body that keeps it (may be empty), its final (an event's id; may be empty), its events."""

    id: str
    name: str
    body: str
    final: str
    events: int


class SeriesListOut(Schema):
    """Series, the newest first."""

    series: list[SeriesOut]
    next: int | None


class SeriesEventOut(Schema):
    """An event of a series, or one `session` of it (null: the whole event).

    `state` of its results: "official" or "provisional", which count, "waiting", or "gone" if it is no longer here.
    """

    event: str
    session: int | None
    name: str
    starts: date | None
    players: int
    state: str


class WorthOut(Schema):
    """What an event is worth to a line: exact points with the bonus, as text, and whether they count by the rule."""

    points: str
    bonus: str
    counts: bool


class QualificationOut(Schema):
    """Where a line is at the cut of the final: `chance` is "in", "out", "equal" or "not-ranked".

    `margin`: exact points ahead of the best line that is out, or behind the last one that is in (null: there is none).
    """

    chance: str
    margin: str | None


class SeriesLineOut(Person):
    """A line: exact points as text, visits, and `movement` since the event before (null: new).

    `worths` belong to the newest events of `counted`, at most 16, in the same order (null: no visit). `qualification`
    is null in a series without a final.
    """

    rank: int | None
    country: str
    points: str
    visits: int
    movement: int | None
    worths: list[WorthOut | None]
    qualification: QualificationOut | None


class SeriesRankingOut(SeriesOut):
    """A page of the ranking after the first `after` events that count, with their ids in order, and the rule as data.

    `schedule` has all events, also those that do not count yet, on the first page.
    """

    after: int
    counted: list[str]
    rule: dict[str, Any]
    schedule: list[SeriesEventOut]
    lines: list[SeriesLineOut]
    next: int | None


router = public_router("series")


@router.get(
    "/series",
    response={200: SeriesListOut, **ListAnswers},
    summary=gettext_noop("Series of events"),
    description=gettext_noop("Return up to 500 series from position `start` on, the newest first."),
)
def series_list(request: HttpRequest, start: Start = 0) -> dict[str, Any]:
    """Answer with a page of the series."""
    rows, following = page_of(public_series(), start)
    return {"series": [_head(row, row.size) for row in rows], "next": following}


@router.get(
    "/series/{series}",
    response={200: SeriesRankingOut, **Answers},
    summary=gettext_noop("Ranking of a series"),
    description=gettext_noop(
        "Return up to 500 lines of the ranking from position `start` on, after all events that count, or with `after` "
        "after the first ones. Names of players who ask not to be shown are initials."
    ),
)
def series(request: HttpRequest, series: Text, after: Start | None = None, start: Start = 0) -> Any:
    """Answer with the ranking of the series."""
    row = series_by_slug(series)
    if row is None:
        return absent("series")
    table = series_table(row, after=after)
    return Status(200, _head(row, len(table.sources)) | _ranking(row, table, start))


def _head(row: Series, events: int) -> dict[str, Any]:
    body = row.body.name if row.body else ""
    return {"id": row.slug, "name": row.name, "body": body, "final": row.final, "events": events}


def _ranking(row: Series, table: SeriesTable, start: int) -> dict[str, Any]:
    lines, following = page_of(table.lines, start)
    first = max(0, table.after - MOST_WORTHS)
    return {
        "after": table.after,
        "counted": [source.row.slug for source in table.counting[: table.after]],
        "rule": row.rule,
        "schedule": [] if start else [_event(source) for source in table.sources],
        "lines": [_line(line, line.cells[first : table.after]) for line in lines],
        "next": following,
    }


def _event(source: Source) -> dict[str, Any]:
    names = ("name", "starts", "players", "state")
    place = {"event": source.row.slug, "session": source.row.session or None}
    return place | {name: getattr(source, name) for name in names}


def _line(line: NamedLine, worths: Sequence[Worth | None]) -> dict[str, Any]:
    names = ("name", "latin_name", "person", "country", "rank", "visits", "movement")
    return {name: getattr(line, name) for name in names} | {
        "points": str(line.points),
        "worths": [_worth(worth) if worth else None for worth in worths],
        "qualification": _qualification(line.qualification) if line.qualification else None,
    }


def _worth(worth: Worth) -> dict[str, Any]:
    return {"points": str(worth.points), "bonus": str(worth.bonus), "counts": worth.counted}


def _qualification(qualification: Qualification) -> dict[str, Any]:
    margin = qualification.margin
    return {"chance": qualification.chance, "margin": None if margin is None else str(margin)}
