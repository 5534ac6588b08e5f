"""The list of all events."""

from datetime import date
from enum import StrEnum
from functools import cache
from typing import Any

from django.db.models import Case, Count, F, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from common.i18n.search import finds
from tournament.events.models.entries import Group, Team
from tournament.events.models.events import Event, can_be_public
from tournament.events.models.stages import Session
from tournament.events.selectors.players import players_taking_part


def listed_events(query: str = "") -> QuerySet[Event]:
    """Return the events that are neither rehearsals nor copies set aside, newest first.

    With ``query`` only those whose name or venue match.

    An event matches if its name or venue contains all words of the query. Each has ``players`` (those who take part,
    without fillers and reserves) and ``released`` (number of released sessions).
    """
    if not query:
        return _all_listed().all()
    names = Event.objects.values_list("pk", "name", "venue")
    return _all_listed().filter(pk__in=[pk for pk, name, venue in names if finds(query, name, venue)])


def running_first(events: QuerySet[Event], today: date) -> QuerySet[Event]:
    """Return the listed events with those of today before all others."""
    of_today = When(starts__lte=today, last_day__gte=today, then=Value(0))
    rows = events.alias(last_day=Coalesce("ends", "starts"), turn=Case(of_today, default=Value(1)))
    return rows.order_by("turn", *events.query.order_by)


@cache
def _all_listed() -> QuerySet[Event]:
    """Return the listed events with their counts; built once, because that takes longer than the query."""
    listed = Event.objects.filter(can_be_public())
    events = listed.order_by(F("starts").desc(nulls_last=True), "-pk")
    return events.annotate(
        players=_counted(players_taking_part()),
        released=_counted(Session.objects.filter(released_at__isnull=False)),
    )


def event_size(event: Event) -> tuple[int, int, int]:
    """Return the numbers of players who take part, of teams and of groups of the event."""
    return _sizes().get(pk=event.pk)


@cache
def _sizes() -> QuerySet[Event, tuple[int, int, int]]:
    """Return the numbers of players, teams and groups of all events; built once for all requests."""
    counts = _counted(players_taking_part()), _counted(Team.objects.all()), _counted(Group.objects.all())
    return Event.objects.values_list(*counts)


def _counted(rows: QuerySet[Any]) -> Coalesce:
    """Return the number of ``rows`` per event, as a subquery."""
    rows_of_event = rows.filter(event=OuterRef("pk")).order_by().values("event")
    return Coalesce(Subquery(rows_of_event.annotate(number=Count("pk")).values("number")), 0)


class EventState(StrEnum):
    """The state of an event in the list of events."""

    #: All its sessions are released.
    OVER = "over"
    RUNNING = "running"
    COMING = "coming"
    #: Its last day is over, but no session is released.
    WAITING = "waiting"


def event_state(event: Event, released: int, today: date) -> EventState:
    """Return the state of the event on the day ``today``; ``released`` is the number of released sessions."""
    if released >= event.planned_sessions:
        return EventState.OVER
    if released:
        return EventState.RUNNING
    if event.starts is None or event.starts > today:
        return EventState.COMING
    return EventState.RUNNING if today <= (event.ends or event.starts) else EventState.WAITING
