"""What a body made public: events that entered its record, and pins whose holders agreed to be named."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from ranking.bodies.models import Body
from ranking.links.selectors import private_persons
from ranking.pins.models.applications import Certificate
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.rules.statuses import TAKEN
from tournament.events.models.entries import Entry
from tournament.people.rules import public_name

#: The ranks named with an event.
FIRST = 3


@dataclass(frozen=True)
class Placed:
    """A rank of an event in the record, with the name that everybody may see."""

    rank: int
    name: str


def recorded_news(body: Body, most: int) -> list[tuple[RecordedEvent, list[Placed]]]:
    """Return the events that entered the body's record last, newest first, each with its first three.

    A person who asks not to be shown, in that event or with the whole record, has initials.
    """
    events = list(body.recorded_events.order_by("-confirmed_at", "-pk")[:most])
    rows = OfficialResult.objects.filter(recorded__in=events, individual_rank__lte=FIRST).exclude(
        status__in=list(TAKEN)
    )
    results = list(rows.select_related("person__merged_into").order_by("individual_rank", "row"))
    private = private_persons({row.person.kept.pk for row in results})
    refused = set(
        Entry.objects.filter(event__in=[event.event_id for event in events], name_consent=False).values_list(
            "event", "number"
        )
    )
    placed: dict[int, list[Placed]] = defaultdict(list)
    of_event = {event.pk: event.event_id for event in events}
    for row in results:
        shown = row.person.kept.pk not in private and (of_event[row.recorded_id], row.number) not in refused
        placed[row.recorded_id].append(Placed(row.individual_rank or 0, public_name(row.name, shown)))
    return [(event, placed[event.pk]) for event in events]


def pin_news(body: Body, most: int) -> list[Certificate]:
    """Return the valid pins that the body granted last, newest first, as far as the register shows them (A9 7.4).

    Pins of people whose record is not public are left out.
    """
    private = private_persons()
    rows: QuerySet[Certificate] = Certificate.objects.filter(body=body, public=True, revoked_at=None)
    rows = rows.exclude(Q(person__in=private) | Q(person__merged_into__in=private)).select_related("application")
    return list(rows.order_by("-application__decided_at", "-pk")[:most])
