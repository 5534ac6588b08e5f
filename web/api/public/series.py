"""``/api/v1/series``: series of events and their rankings."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from ranking.series.models import Series
from ranking.series.selectors.series import public_series, series_by_slug
from ranking.series.selectors.table import NamedLine, SeriesTable, series_table
from web.api.public.reading import Answers, ListAnswers, Person, Start, Text, absent, page_of, public_router


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


class SeriesLineOut(Person):
    """A line: exact points as text, visits, and `movement` since the event before (null: new)."""

    rank: int | None
    country: str
    points: str
    visits: int
    movement: int | None


class SeriesRankingOut(SeriesOut):
    """The ranking after the first `after` events that count, with their ids in order, and the rule as data."""

    after: int
    counted: list[str]
    rule: dict[str, Any]
    lines: list[SeriesLineOut]


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
        "Return the ranking after all events that count, or with `after` after the first ones. "
        "Names of players who ask not to be shown are initials."
    ),
)
def series(request: HttpRequest, series: Text, after: Start | None = None) -> Any:
    """Answer with the ranking of the series."""
    row = series_by_slug(series)
    if row is None:
        return absent("series")
    table = series_table(row, after=after)
    return Status(200, _head(row, len(table.sources)) | _ranking(row, table))


def _head(row: Series, events: int) -> dict[str, Any]:
    body = row.body.name if row.body else ""
    return {"id": row.slug, "name": row.name, "body": body, "final": row.final, "events": events}


def _ranking(row: Series, table: SeriesTable) -> dict[str, Any]:
    counted = [source.row.slug for source in table.counting[: table.after]]
    return {"after": table.after, "counted": counted, "rule": row.rule, "lines": [_line(line) for line in table.lines]}


def _line(line: NamedLine) -> dict[str, Any]:
    figures = {"rank": line.rank, "points": str(line.points), "visits": line.visits, "movement": line.movement}
    return figures | {
        "name": line.name,
        "latin_name": line.latin_name,
        "person": line.person,
        "country": line.country,
    }
