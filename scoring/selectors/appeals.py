"""The appeals of an event: until when they are in time, which are open, and each with everything about it."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from scoring.models import Appeal, AppealSettings
from scoring.rules import appeals as rules
from scoring.rules.appeals import Instance, Standing, State
from tournament.models import Event, Session
from tournament.selectors.clocks import ended_at


def appeals_until(session: Session) -> datetime | None:
    """Until when an appeal about the session is in time (3.12.2); None while the chief referee has not ended it."""
    return rules.deadline(ended_at(session), settings_of(session.event).appeal_minutes)


def undecided(event: Event, until_session: int | None = None) -> int:
    """How many appeals can still change something, of the sessions up to ``until_session`` (None: of all).

    A decision that can still be taken to the arbitration committee is none yet.
    """
    rows = appeals_of(event)
    if until_session is not None:
        rows = rows.filter(session__number__lte=until_session)
    minutes, now = settings_of(event).second_minutes, timezone.now()
    return sum(not rules.is_decided(standing_of(row), minutes, now) for row in rows)


def settings_of(event: Event) -> AppealSettings:
    """The event's settings of appeals."""
    return event.appeals_settings


def appeals_of(event: Event) -> QuerySet[Appeal]:
    """The event's appeals by number, each with its steps."""
    return Appeal.objects.filter(event=event).select_related("session").prefetch_related("steps")


def standing_of(appeal: Appeal) -> Standing:
    """The appeal as its rules see it; its steps should be prefetched where there are many."""
    last = list(appeal.steps.all())[-1]
    return Standing(State(appeal.status), Instance(last.instance), last.decided_at, appeal.late)


def second_until(appeal: Appeal) -> datetime | None:
    """Until when the appeal's decision can be taken to the arbitration committee; None: it cannot."""
    return rules.second_until(standing_of(appeal), settings_of(appeal.event).second_minutes)
