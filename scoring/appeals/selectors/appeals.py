"""The appeals of an event: until when they are in time, which are open, and each with everything about it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from scoring.appeals import rules
from scoring.appeals.models import Appeal, AppealStep
from scoring.appeals.rules import Instance, Standing, State
from scoring.settings.models import AppealSettings
from tournament.clocks.models import SessionClock
from tournament.clocks.selectors.clocks import ended_at
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.stages import Session


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
    last = last_step(appeal)
    return Standing(State(appeal.status), Instance(last.instance), last.decided_at, appeal.late)


def second_until(appeal: Appeal) -> datetime | None:
    """Until when the appeal's decision can be taken to the arbitration committee; None: it cannot."""
    return rules.second_until(standing_of(appeal), settings_of(appeal.event).second_minutes)


def last_step(appeal: Appeal) -> AppealStep:
    """The step that is open, or was decided last."""
    return list(appeal.steps.all())[-1]


def leader_of(entry: Entry) -> str:
    """The name of the player's team leader; empty if there is none."""
    return entry.team.leader if entry.team else ""


def fee_end(appeal: Appeal) -> str:
    """What becomes of the appeal's fee: "returned" or "kept"; empty while its end is not certain (3.12.2)."""
    settings, standing = settings_of(appeal.event), standing_of(appeal)
    if not rules.is_decided(standing, settings.second_minutes, timezone.now()):
        return ""
    # Whoever withdraws at the second step was heard at the first.
    heard = any(step.heard_at for step in appeal.steps.all()) or appeal.steps.count() > 1
    returns = settings.fee_inadmissible == AppealSettings.FeeInadmissible.RETURNED
    return rules.fee_goes(standing.state, heard=heard, returns_inadmissible=returns)


def appeals_by(event: Event, entry: Entry | None, team: Team | None) -> QuerySet[Appeal]:
    """The appeals that concern a player (or without one the players of a team), by number."""
    own = {"entry": entry} if entry else {"team": team}
    return full(appeals_of(event).filter(**own))


def full(rows: QuerySet[Appeal]) -> QuerySet[Appeal]:
    """With everything that a page of one appeal shows."""
    return rows.select_related(
        "session", "entry__team", "team", "foul", "ruling", "sheet__table__session"
    ).prefetch_related("steps__signatures", "steps__text")


@dataclass(frozen=True)
class RunningTime:
    """An ended session, and until when appeals about it are in time."""

    session: int
    until: datetime


def running_times(event: Event, now: datetime | None = None) -> list[RunningTime]:
    """The sessions whose time for appeals runs now, the one that ends first before the others."""
    minutes, at = settings_of(event).appeal_minutes, now or timezone.now()
    ends = SessionClock.objects.filter(session__event=event, ended_at__gt=at - timedelta(minutes=minutes))
    rows = ends.order_by("ended_at").values_list("session__number", "ended_at")
    return [RunningTime(number, ended + timedelta(minutes=minutes)) for number, ended in rows if ended]
