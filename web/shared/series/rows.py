"""The events of a series as rows of a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import get_language, ngettext

from common.infrastructure.single_flight import cache_key
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

    @property
    def size(self) -> str:
        """How many players it has; empty while that is unknown."""
        players = self.source.players
        words = ngettext("%(players)s player", "%(players)s players", players) % {"players": players}
        return words if players else ""


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


def rows_key(series: Series, rows: Sequence[EventRow]) -> str:
    """Return a cache key of the events as a reader sees them: it changes with everything that is shown."""
    shown = [
        (row.source.row.slug, row.source.event, row.source.starts, row.name, row.number, row.size, str(row.state),
         [(other.slug, other.name) for other in row.others])
        for row in rows
    ]  # fmt: skip
    return cache_key(settings.VERSION, get_language(), series.slug, shown)
