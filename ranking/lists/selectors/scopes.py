"""Which events of the record a list is over, and what readers can choose."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from ranking.opponents.selectors.tables import COMPARABLE
from ranking.record.models.records import RecordedEvent
from ranking.series.models import Series, SeriesEvent
from tournament.events.models.events import Event


@dataclass(frozen=True, slots=True)
class Scope:
    """The events of a list; an empty value or None does not limit it.

    ``event`` and ``series`` are ids in addresses, ``year`` is that of the first day, ``country`` that of the event.
    """

    event: str = ""
    series: str = ""
    year: int | None = None
    country: str = ""

    def limit(self, rows: QuerySet[RecordedEvent]) -> QuerySet[RecordedEvent]:
        """Return those of the events that are in this scope."""
        if self.event:
            rows = rows.filter(slug=self.event)
        if self.series:
            rows = rows.filter(_in_series(self.series))
        if self.year:
            rows = rows.filter(starts__year=self.year)
        return rows.filter(country=self.country) if self.country else rows


def listed_events() -> QuerySet[RecordedEvent]:
    """Return the events of the record whose results can be compared, the newest first, without web events."""
    rows = RecordedEvent.objects.filter(rules__in=COMPARABLE).exclude(scope=Event.Scope.WEB)
    return rows.exclude(event__rehearsal=True)


def stored_events() -> QuerySet[RecordedEvent]:
    """Return the events of the record whose tables are stored here, the newest first."""
    return listed_events().filter(event__isnull=False)


def series_of(events: QuerySet[RecordedEvent]) -> QuerySet[Series]:
    """Return the series with one of these events, by name."""
    slugs = events.order_by().values("slug")
    counted = SeriesEvent.objects.filter(slug__in=slugs).values("series")
    return Series.objects.filter(Q(pk__in=counted) | Q(final__in=slugs)).order_by("name", "pk")


def _in_series(slug: str) -> Q:
    """Return the condition of the events that count in a series, and of its final."""
    counted = SeriesEvent.objects.filter(series__slug=slug).values("slug")
    final = Series.objects.filter(slug=slug).exclude(final="").values("final")
    return Q(slug__in=counted) | Q(slug__in=final)
