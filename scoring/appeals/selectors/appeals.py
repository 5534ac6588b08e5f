"""The appeals of an event, their deadlines, their states for the rules, and the end of their fees."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min, QuerySet
from django.utils import timezone

from scoring.appeals import rules
from scoring.appeals.models.additions import AppealCorrection
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealStep
from scoring.appeals.rules import Instance, Standing, State
from scoring.settings.models.appeals import AppealSettings
from scoring.sheets.models.sheets import Sheet
from tournament.clocks.models import SessionClock
from tournament.clocks.selectors.clocks import ended_at
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.stages import Session


def appeals_until(session: Session) -> datetime | None:
    """Return the deadline of appeals about the session (3.12.2); None until the chief referee has ended it.

    Without a clock it is the moment when an official declared the results official (`session.make_official`), which
    ends the appeal time.
    """
    timed = rules.deadline(ended_at(session), session.event.appeals_settings.appeal_minutes)
    return timed or _declared_over(session)


def _declared_over(session: Session) -> datetime | None:
    """Return when the results up to the session were first declared official; the room of releases stores that."""
    later = session.event.sessions.filter(number__gte=session.number)
    return later.aggregate(at=Min("official_mark__at"))["at"]


def undecided(event: Event, until_session: int | None = None) -> int:
    """Count the appeals without a final decision, of the sessions up to ``until_session`` (None: of all).

    A decision that can still be taken to the arbitration committee is not final.
    """
    rows = appeals_of(event)
    if until_session is not None:
        rows = rows.filter(session__number__lte=until_session)
    minutes, now = event.appeals_settings.second_minutes, timezone.now()
    return sum(not rules.is_decided(standing_of(row), minutes, now) for row in rows)


def undecided_of(session: Session) -> list[Appeal]:
    """Return the appeals about the session without a final decision, by number."""
    minutes, now = session.event.appeals_settings.second_minutes, timezone.now()
    rows = appeals_of(session.event).filter(session=session).select_related("session", "entry").order_by("number")
    return [row for row in rows if not rules.is_decided(standing_of(row), minutes, now)]


def appeals_of(event: Event) -> QuerySet[Appeal]:
    """Return the event's appeals by number, with their steps."""
    return Appeal.objects.filter(event=event).select_related("session").prefetch_related("steps")


def corrections_of(appeal: Appeal) -> tuple[list[AppealCorrection], list[AppealCorrection]]:
    """Return the corrections that are made, and those of sheets that are reopened and not signed again."""
    made: list[AppealCorrection] = []
    under_way: list[AppealCorrection] = []
    for row in appeal.corrections.select_related("sheet__table__session", "foul"):
        is_made = row.sheet is None or row.sheet.state in Sheet.COUNTED
        (made if is_made else under_way).append(row)
    return made, under_way


def standing_of(appeal: Appeal) -> Standing:
    """Return the appeal for the rules; prefetch the steps of many appeals."""
    last = last_step(appeal)
    return Standing(State(appeal.status), Instance(last.instance), last.decided_at, appeal.late)


def second_until(appeal: Appeal) -> datetime | None:
    """Return the deadline for taking the decision to the arbitration committee; None if that is not possible."""
    return rules.second_until(standing_of(appeal), appeal.event.appeals_settings.second_minutes)


def last_step(appeal: Appeal) -> AppealStep:
    """Return the open step, or the one that was decided last."""
    return list(appeal.steps.all())[-1]


def leader_of(entry: Entry) -> str:
    """Return the name of the player's team leader; empty if there is none."""
    return entry.team.leader if entry.team else ""


def fee_end(appeal: Appeal) -> str:
    """Return how the appeal's fee ends: "returned" or "kept"; empty until the decision is final (3.12.2)."""
    settings, standing = appeal.event.appeals_settings, standing_of(appeal)
    if not rules.is_decided(standing, settings.second_minutes, timezone.now()):
        return ""
    steps = list(appeal.steps.all())
    first = State(steps[0].outcome) if len(steps) > 1 else None
    heard = any(step.heard_at for step in steps)
    returns = settings.fee_inadmissible == AppealSettings.FeeInadmissible.RETURNED
    return rules.fee_goes(standing.state, heard=heard, returns_inadmissible=returns, first=first)


def appeals_by(event: Event, entry: Entry | None, team: Team | None) -> QuerySet[Appeal]:
    """Return the appeals of a player, or of a team's players without ``entry``, by number."""
    own = {"entry": entry} if entry else {"team": team}
    return full(appeals_of(event).filter(**own))


def full(rows: QuerySet[Appeal]) -> QuerySet[Appeal]:
    """Load these appeals with everything that an appeal's page shows."""
    return rows.select_related(
        "session", "entry__team", "team", "foul", "ruling", "sheet__table__session"
    ).prefetch_related("steps__signatures", "steps__text")


@dataclass(frozen=True)
class RunningTime:
    """An ended session and the deadline of appeals about it."""

    session: int
    deadline: datetime


def running_times(event: Event, now: datetime | None = None) -> list[RunningTime]:
    """Return the sessions whose appeal time is running, the earliest deadline first."""
    minutes = event.appeals_settings.appeal_minutes
    now = now or timezone.now()
    ends = SessionClock.objects.filter(session__event=event, ended_at__gt=now - timedelta(minutes=minutes))
    rows = ends.order_by("ended_at").values_list("session__number", "ended_at")
    return [RunningTime(number, ended + timedelta(minutes=minutes)) for number, ended in rows if ended]
