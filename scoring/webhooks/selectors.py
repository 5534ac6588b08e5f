"""What webhooks have to be told, and what is to be sent now."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from scoring.sheets.models.corrections import Correction
from scoring.webhooks.models import Delivery, Webhook
from tournament.events.models.events import Event, can_be_public
from tournament.events.models.stages import Session

#: How far back facts are looked for: a server that was off for longer does not tell old news.
LOOKED_BACK = timedelta(days=7)
#: The kind of the job that sends deliveries.
SEND_WEBHOOKS = "webhooks.send"
#: Deliveries that the page of the webhooks shows of each.
SHOWN = 10


@dataclass(frozen=True)
class News:
    """A public fact: ``fact`` names it once, ``body`` is what is sent; ``event`` is None for rankings."""

    event: Event | None
    kind: str
    fact: str
    body: dict[str, Any]


#: Functions of later rooms: the facts since a time, in any order; filled in ``apps.py``.
NEWS: list[Callable[[datetime], Iterable[News]]] = []


def webhooks() -> list[tuple[Webhook, list[Delivery]]]:
    """Return the webhooks, each with its last deliveries."""
    return [(row, list(row.deliveries.select_related("event")[:SHOWN])) for row in Webhook.objects.all()]


def has_news() -> bool:
    """Return whether there is a webhook at all; the sweep of a hall without one asks no more."""
    return Webhook.objects.exists()


def news_for(webhook: Webhook) -> Iterator[News]:
    """Yield the facts since the webhook was added that it has not been told, oldest first; none of rehearsals."""
    since = max(webhook.made_at, timezone.now() - LOOKED_BACK)
    told = set(webhook.deliveries.filter(made_at__gte=since).values_list("fact", flat=True))
    of_rooms = [news for source in NEWS for news in source(since)]
    all_news = sorted([*_releases(since), *_corrections(since), *of_rooms], key=lambda news: news.body["at"])
    yield from (news for news in all_news if news.fact not in told)


def _releases(since: datetime) -> Iterator[News]:
    sessions = Session.objects.filter(can_be_public("event__"), released_at__gte=since).select_related("event")
    for session in sessions:
        assert session.released_at is not None
        at = session.released_at.isoformat()
        yield _news(session.event, Delivery.Kind.RELEASE, f"release {session.pk} {at}", session=session.number, at=at)


def _corrections(since: datetime) -> Iterator[News]:
    rows = Correction.objects.filter(can_be_public("sheet__table__session__event__"), corrected_at__gte=since)
    for row in rows.select_related("sheet__table__session__event"):
        assert row.corrected_at is not None
        table = row.sheet.table
        figures = {"session": table.session.number, "table": table.number, "at": row.corrected_at.isoformat()}
        yield _news(table.session.event, Delivery.Kind.CORRECTION, f"correction {row.pk}", **figures)


def _news(event: Event, kind: Delivery.Kind, fact: str, **figures: Any) -> News:
    about = {"kind": kind.value, "event": {"id": event.slug, "name": event.name}}
    return News(event, kind.value, fact, about | figures)


def due_deliveries() -> QuerySet[Delivery]:
    """Return what is to be sent now."""
    return Delivery.objects.filter(next_at__lte=timezone.now()).order_by("made_at", "pk")
