"""What webhooks are told of series."""

from collections.abc import Iterator
from datetime import datetime

from ranking.series.models import Series
from ranking.series.selectors.results import published_at, sources_of
from scoring.webhooks.models import Delivery
from scoring.webhooks.selectors import News


def series_told(since: datetime) -> Iterator[News]:
    """Yield the series whose ranking counts an event with results that became public since then."""
    kind = Delivery.Kind.SERIES.value
    for series in Series.objects.all():
        counting = [source for source in sources_of(series.events.all()) if source.counts]
        times = published_at(counting)
        for source in counting:
            row = source.row
            at = times.get((row.slug, row.session))
            if at is None or at < since:
                continue
            about = {"series": {"id": series.slug, "name": series.name}, "event": row.slug, "session": row.session}
            fact = f"series {series.pk} {row.pk} {at.isoformat()}"
            yield News(None, kind, fact, {"kind": kind} | about | {"at": at.isoformat()})
