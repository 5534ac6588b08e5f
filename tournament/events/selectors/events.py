"""Events and what belongs to them."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef, QuerySet

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event, Official
from tournament.events.models.halls import HallPlan
from tournament.events.models.stages import Stage
from tournament.events.models.tables import Table

#: What later rooms say of an event that is looked up by its id: annotation -> condition (``tournament/wiring.py``).
FLAGS: dict[str, Exists] = {}


def event_by_slug(slug: str, *related: str) -> Event | None:
    """Return the event with this id, with its head and the ``related`` rows; None if there is none.

    Its ``staged`` says whether it has stages. Each of ``FLAGS`` is another such attribute.
    """
    staged = Exists(Stage.objects.filter(event=OuterRef("pk")))
    events = Event.objects.select_related("head", *related).annotate(**FLAGS, staged=staged)
    return events.filter(slug=slug).first()


def event_ids() -> set[str]:
    """The ids of all events."""
    return set(Event.objects.values_list("slug", flat=True))


def entries_of(event: Event) -> QuerySet[Entry]:
    """The entries by number, with person, team, group, lot, arrival and withdrawals."""
    entries = event.entries.select_related("person", "team", "group", "lot", "arrival")
    return entries.prefetch_related("withdrawals").order_by("number")


def officials_of(event: Event) -> QuerySet[Official]:
    """The officials' list in its order."""
    return event.officials.order_by("order")


def hall_of(event: Event) -> HallPlan | None:
    """The plan of the hall with its places; None if there is none yet."""
    return HallPlan.objects.filter(event=event).prefetch_related("places").first()


def timetable_of(event: Event) -> list[tuple[int, datetime]]:
    """Number and planned start of each session that has one, in order."""
    timed = event.sessions.filter(starts__isnull=False).order_by("number")
    return [(number, starts) for number, starts in timed.values_list("number", "starts") if starts]


def tables_needed(event: Event) -> int:
    """How many tables the event's players fill, or those drawn if these are more."""
    players = event.entries.filter(kind=Entry.Kind.PLAYER).count()
    drawn = Table.objects.filter(session__event=event).aggregate(last=Max("number"))["last"] or 0
    return max(-(-players // 4), drawn)


def stages_of(event: Event) -> QuerySet[Stage]:
    """The stages in order, with the entries that play in them."""
    return event.stages.prefetch_related("stage_entries__entry").order_by("number")


class EventStateStamp(NamedTuple):
    """What everybody sees of an event is as it was while these values are, but for what the time changes."""

    event: int
    public: int
    calls: int
    clock: int
    audit_seq: int

    def __str__(self) -> str:
        return ".".join(map(str, self))


def event_state_stamp(slug: str) -> EventStateStamp | None:
    """The state that a poll is answered from; None if there is no such event."""
    columns = ("pk", "head__public", "head__calls", "head__clock", "head__audit_seq")
    found = Event.objects.filter(slug=slug).values_list(*columns)[:1]
    return next((EventStateStamp(*row) for row in found), None)
