"""What webhooks are told of series."""

from collections.abc import Iterator
from datetime import datetime

from ranking.record.models.records import RecordedEvent
from ranking.series.models import SeriesEvent
from ranking.series.selectors.results import published_at, sources_of
from scoring.webhooks.models import Delivery
from scoring.webhooks.selectors import News
from tournament.events.models.stages import Session


def series_told(since: datetime) -> Iterator[News]:
    """Yield the series whose ranking counts an event with results that became public, or official, since then."""
    rows = SeriesEvent.objects.select_related("series").filter(slug__in=_published_since(since))
    counting = [source for source in sources_of(rows) if source.counts]
    times = published_at(counting)
    slugs = {source.row.slug for source in counting}
    official = dict(RecordedEvent.objects.filter(slug__in=slugs).values_list("slug", "confirmed_at"))
    for source in counting:
        row = source.row
        # An event that came as a file was released elsewhere, long before it counts here.
        known = [times.get((row.slug, row.session)), None if row.session else official.get(row.slug)]
        at = max(filter(None, known), default=None)
        if at is None or at < since:
            continue
        kind, series = Delivery.Kind.SERIES.value, row.series
        about = {"series": {"id": series.slug, "name": series.name}, "event": row.slug, "session": row.session}
        fact = f"series {row.pk} {at.isoformat()}"
        yield News(None, kind, fact, {"kind": kind} | about | {"at": at.isoformat()})


def _published_since(since: datetime) -> set[str]:
    """Return the ids of events with something new: the sweep of every minute reads the results of no others."""
    recorded = RecordedEvent.objects.filter(confirmed_at__gte=since).values_list("slug", flat=True)
    released = Session.objects.filter(released_at__gte=since).values_list("event__slug", flat=True)
    return {*recorded, *released}
