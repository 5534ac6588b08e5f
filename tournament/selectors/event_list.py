"""The list of all events."""

from datetime import date

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from common.search import finds
from tournament.models import Entry, Event, Group, Session, Team


def listed_events(query: str = "") -> QuerySet[Event]:
    """The events that are no rehearsals, the newest first; with ``query`` those whose name or place has all its words.

    Each has ``players`` (entered players, without fillers and reserves) and ``released`` (sessions whose results are
    public).
    """
    events = Event.objects.filter(rehearsal=False).order_by(F("starts").desc(nulls_last=True), "-pk")
    if query:
        named = Event.objects.values_list("pk", "name", "place")
        events = events.filter(pk__in=[pk for pk, name, place in named if finds(query, name, place)])
    return events.annotate(
        players=_counted(Entry.objects.filter(kind=Entry.Kind.PLAYER)),
        released=_counted(Session.objects.filter(released_at__isnull=False)),
    )


def units_of(event: Event) -> tuple[int, int]:
    """How many teams and how many groups the event has."""
    counts = _counted(Team.objects.all()), _counted(Group.objects.all())
    return Event.objects.filter(pk=event.pk).values_list(*counts).get()


def _counted(rows: QuerySet) -> Coalesce:
    """How many of ``rows`` each event has."""
    mine = rows.filter(event=OuterRef("pk")).order_by().values("event")
    return Coalesce(Subquery(mine.annotate(number=Count("pk")).values("number")), 0)


def event_state(event: Event, released: int, today: date) -> str:
    """Where the event stands: "over" (all its sessions are public), "running", "coming" or "waiting" for results."""
    if released >= event.planned_sessions:
        return "over"
    if released:
        return "running"
    if event.starts is None or event.starts > today:
        return "coming"
    return "running" if today <= (event.ends or event.starts) else "waiting"
