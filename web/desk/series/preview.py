"""What a rule gives on past events before it is saved."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest

from ranking.series.models import SeriesEvent
from ranking.series.rules.rule import Rule
from ranking.series.selectors.table import SeriesTable, table_of
from web.shared.series.rows import EventRow, event_rows
from web.shared.series.table import SeriesRanking


@dataclass(frozen=True)
class Preview:
    """The ranking by a rule that is not saved, and its events."""

    table: SeriesTable
    ranking: SeriesRanking
    rows: list[EventRow]


def asks_preview(request: HttpRequest) -> bool:
    """Return whether the form was sent with the button "Preview"."""
    return request.method == "POST" and "preview" in request.POST


def preview_of(rule: Rule, rows: Iterable[SeriesEvent], saved: Mapping[int | str, int | None] | None = None) -> Preview:
    """Return the ranking by ``rule``; ``saved`` (key -> rank) is compared with it."""
    table = table_of(rule, rows)
    return Preview(table, SeriesRanking(table, saved=saved), event_rows(table, {}))
