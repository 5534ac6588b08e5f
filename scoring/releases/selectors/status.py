"""Whether what is released is provisional or official, and since when (rulings: Ranking, Publication)."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.appeals.models import Appeal
from scoring.appeals.rules import deadline, is_decided
from scoring.appeals.selectors.appeals import appeals_of, second_until, settings_of, standing_of
from scoring.releases.models.releases import OfficialMark
from scoring.sheets.models.corrections import Correction
from tournament.events.models.events import Event
from tournament.events.models.stages import Session


@dataclass(frozen=True)
class ReleaseStatus:
    """The results up to session ``until`` (0: nothing is released): official since a moment, or provisional.

    ``appeals_until`` is None where no clock says when the session ended. ``undecided`` appeals and a table that is
    ``correcting`` keep them provisional; ``corrected``: whether any was. ``changes_at``: when that may change though
    nobody does anything.
    """

    until: int = 0
    released_at: datetime | None = None
    official_since: datetime | None = None
    appeals_until: datetime | None = None
    undecided: int = 0
    correcting: bool = False
    corrected: bool = False
    changes_at: datetime | None = None

    @property
    def official(self) -> bool:
        """Whether the results stand."""
        return self.official_since is not None

    @property
    def by_hand(self) -> bool:
        """Whether an official may declare by name that they stand: no clock tells it, and nothing else is open."""
        open_yet = self.official or self.undecided or self.correcting or self.appeals_until
        return bool(self.until and not open_yet)


def release_status(event: Event, until: int | None = None, now: datetime | None = None) -> ReleaseStatus:
    """How what is released up to session ``until`` (None: the last released one) stands. One query, three with appeals.

    Official from the latest of: its release, the end of its appeal time, the decisions on its appeals, its corrections.
    The appeal time runs from the end that the chief referee gave the clock (3.12.2). Where there was no clock an
    official says by name that it is over; without that it is over when the event is closed, or its last day past.
    """
    now = now or timezone.now()
    rows = event.sessions.filter(released_at__isnull=False)
    found = _with_moments(rows if until is None else rows.filter(number__lte=until)).order_by("number").last()
    if found is None:
        return ReleaseStatus()
    session: Any = found  # with the moments that were put beside its columns
    appeals = list(appeals_of(event).filter(session__number__lte=session.number)) if session.appealed else []
    waiting = _undecided(event, appeals, now)
    timed = deadline(session.ended, session.minutes)
    over = timed or session.marked or session.closed or _day_after(event)
    stands = over is not None and over <= now and not waiting and not session.correcting
    moments = (session.released_at, over, session.corrected, *map(_decided_at, appeals))
    coming = (over if over and over > now else None, *(second_until(one) for one in waiting))
    return ReleaseStatus(
        until=session.number,
        released_at=session.released_at,
        official_since=max(filter(None, moments)) if stands else None,
        appeals_until=timed,
        undecided=len(waiting),
        correcting=session.correcting,
        corrected=session.corrected is not None,
        changes_at=min(filter(None, coming), default=None),
    )


def against_making_official(session: Session) -> str:
    """Why nobody can declare the session's results official by hand, as a sentence; empty if somebody can."""
    status = release_status(session.event, session.number)
    if status.official:
        return _("These results are official already.")
    if status.undecided:
        return _("An appeal is not decided yet.")
    if status.correcting:
        return _("A table is being corrected.")
    if status.appeals_until:
        return _("The appeal time is still running: the results become official by themselves.")
    return ""


def status_text(status: ReleaseStatus) -> str:
    """The mark that stands on pages and papers; empty while nothing is released."""
    if not status.until:
        return ""
    if status.official_since:
        return _("official since %(time)s") % {"time": _shown(status.official_since)}
    if status.correcting:
        return _("provisional: a table is being corrected")
    if status.undecided:
        return _("provisional: an appeal is not decided")
    if status.appeals_until:
        return _("provisional until %(time)s, the end of the appeal time") % {"time": _shown(status.appeals_until)}
    return _("provisional")


def _shown(moment: datetime) -> str:
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")


def _with_moments(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """The sessions with what decides about each: the clock's end, marks, closing, corrections, appeals."""
    corrections = Correction.objects.filter(
        sheet__table__session__event=OuterRef("event"), sheet__table__session__number__lte=OuterRef("number")
    )
    corrected = corrections.filter(corrected_at__isnull=False).order_by("-corrected_at").values("corrected_at")
    marks = OfficialMark.objects.filter(session__event=OuterRef("event"), session__number__gte=OuterRef("number"))
    return sessions.annotate(
        ended=F("clock__ended_at"),
        minutes=F("event__appeals_settings__appeal_minutes"),
        marked=Subquery(marks.order_by("at").values("at")[:1]),
        closed=F("event__closing__closed_at"),
        correcting=Exists(corrections.filter(corrected_at=None)),
        corrected=Subquery(corrected[:1]),
        appealed=Exists(Appeal.objects.filter(event=OuterRef("event"), session__number__lte=OuterRef("number"))),
    )


def _undecided(event: Event, appeals: list[Appeal], now: datetime) -> list[Appeal]:
    return [one for one in appeals if not is_decided(standing_of(one), settings_of(event).second_minutes, now)]


def _decided_at(appeal: Appeal) -> datetime | None:
    """When nothing could change the appeal any more."""
    return second_until(appeal) or standing_of(appeal).decided_at


def _day_after(event: Event) -> datetime | None:
    """When the event's last day was over."""
    last = event.ends or event.starts
    return timezone.make_aware(datetime.combine(last + timedelta(days=1), time())) if last else None
