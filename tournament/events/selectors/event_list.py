"""The list of all events."""

from datetime import date
from enum import StrEnum
from typing import Any

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from common.i18n.search import finds
from tournament.events.models.entries import Entry, Group, Team
from tournament.events.models.events import Event
from tournament.events.models.stages import Session


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


def _counted(rows: QuerySet[Any]) -> Coalesce:
    """How many of ``rows`` each event has."""
    mine = rows.filter(event=OuterRef("pk")).order_by().values("event")
    return Coalesce(Subquery(mine.annotate(number=Count("pk")).values("number")), 0)


class EventState(StrEnum):
    """The state of an event in the list of events."""

    #: All its sessions are public.
    OVER = "over"
    RUNNING = "running"
    COMING = "coming"
    #: Its last day is over, but no results are public.
    WAITING = "waiting"


def event_state(event: Event, released: int, today: date) -> EventState:
    """The state of the event on the day ``today``; ``released``: how many of its sessions are public."""
    if released >= event.planned_sessions:
        return EventState.OVER
    if released:
        return EventState.RUNNING
    if event.starts is None or event.starts > today:
        return EventState.COMING
    return EventState.RUNNING if today <= (event.ends or event.starts) else EventState.WAITING
