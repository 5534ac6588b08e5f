"""The sheets and session penalties of an event."""

from django.db.models import QuerySet

from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.events import Event


def sheets_of(event: Event) -> QuerySet[Sheet]:
    return Sheet.objects.filter(table__session__event=event)


def session_penalties(event: Event) -> QuerySet[SessionPenalty]:
    """Return the penalties of the event's sessions that belong to no table, in order."""
    return SessionPenalty.objects.filter(session__event=event).select_related("entry", "paid_to")
