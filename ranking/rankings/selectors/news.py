"""What webhooks are told of rankings."""

from collections.abc import Iterator
from datetime import datetime

from ranking.rankings.selectors.rankings import public_snapshots
from scoring.webhooks.models import Delivery
from scoring.webhooks.selectors import News


def rankings_told(since: datetime) -> Iterator[News]:
    """Yield the rankings that were computed since then."""
    for snapshot in public_snapshots().filter(computed_at__gte=since).select_related("ranking"):
        assert snapshot.computed_at is not None
        ranking, at = snapshot.ranking, snapshot.computed_at.isoformat()
        about = {"ranking": {"id": ranking.slug, "name": ranking.name}, "day": snapshot.day.isoformat(), "at": at}
        kind = Delivery.Kind.RANKING.value
        yield News(None, kind, f"ranking {snapshot.pk} {at}", {"kind": kind} | about)
