"""The register of sanctioned events (A9 4.4): which entry sanctions an event."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from ranking.bodies.models import Body
from ranking.record.models.records import RecordedEvent
from ranking.record.models.sanctions import SanctionedEvent
from tournament.events.models.events import Event


@dataclass(frozen=True)
class EventKey:
    """What the register looks up of an event: its id, its sanction number and its first day."""

    slug: str
    number: str
    starts: date | None


def key_of_event(event: Event | RecordedEvent) -> EventKey:
    return EventKey(event.slug, event.sanction_number, event.starts)


def entry_of(key: EventKey) -> SanctionedEvent | None:
    """Return the valid entry that sanctions the event; None if there is none.

    An entry names the event by its id. Without an id it must have the number and the first day that the event states,
    and must not count for another event yet: a copied number sanctions nothing.
    """
    valid = valid_entries().filter(Q(recorded=None) | Q(recorded__slug=key.slug))
    named = valid.filter(slug=key.slug).first()
    if named or not key.number:
        return named
    return valid.filter(slug="", number=key.number, starts=key.starts).first()


def valid_entries() -> QuerySet[SanctionedEvent]:
    """Return the entries that are not withdrawn, the newest first."""
    return SanctionedEvent.objects.filter(withdrawn_at=None)


def register_entries(query: str) -> QuerySet[SanctionedEvent]:
    """Return the whole register, withdrawn entries too; each word of ``query`` is in name, number or id."""
    rows = SanctionedEvent.objects.select_related("body", "recorded")
    for word in query.split():
        rows = rows.filter(Q(name__icontains=word) | Q(number__icontains=word) | Q(slug__icontains=word))
    return rows


def recorded_for(entry: SanctionedEvent) -> RecordedEvent | None:
    """Return the event in the record that a new entry sanctions; None if it is not in the record yet."""
    rows = RecordedEvent.objects.select_related("event__ledger", "body__ledger").filter(register_entry=None)
    if entry.slug:
        return rows.filter(slug=entry.slug).first()
    return rows.filter(sanction_number=entry.number, starts=entry.starts).first()


def keeps_register(body: Body) -> bool:
    """Return whether the body sanctions events: only the world body does (A9 4.4, 5)."""
    return body.kind == Body.Kind.WORLD
