"""The events of a series as rows of a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from common.states import for_each
from ranking.series.models import Series
from ranking.series.selectors.results import Source, SourceState
from ranking.series.selectors.table import SeriesTable
from ranking.series.selectors.values import Label
from ranking.series.selectors.wording import SOURCE_STATES, event_name

TONES = for_each(
    SourceState,
    {
        SourceState.OFFICIAL: "ok",
        SourceState.PROVISIONAL: "wait",
        SourceState.WAITING: "idle",
        SourceState.GONE: "warn",
    },
)


@dataclass(frozen=True)
class EventRow:
    """An event: its number in the ranking (None while it does not count), its state, and other series with it."""

    source: Source
    name: str
    number: int | None
    tone: str
    state: Label
    others: Sequence[Series]


def event_rows(table: SeriesTable, others: Mapping[str, Sequence[Series]]) -> list[EventRow]:
    """Return the events of the series in their order."""
    numbers = {id(source): number for number, source in enumerate(table.counting, start=1)}
    return [
        EventRow(
            source,
            event_name(source),
            numbers.get(id(source)),
            TONES[source.state],
            SOURCE_STATES[source.state],
            others.get(source.row.slug, []),
        )
        for source in table.sources
    ]
