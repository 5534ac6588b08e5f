"""Whether released results are provisional or official, and since when (rulings: Ranking, Publication)."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cache
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.appeals.models.appeals import Appeal
from scoring.appeals.rules import deadline, is_decided
from scoring.appeals.selectors.appeals import appeals_of, second_until, standing_of
from scoring.releases.models.releases import OfficialMark
from scoring.sheets.models.corrections import Correction
from tournament.events.models.events import Event
from tournament.events.models.stages import Session


@dataclass(frozen=True)
class ReleaseStatus:
    """The status of the results up to ``last_session`` (0: none is released): official since a time, or provisional.

    ``appeals_until`` is None without a clock that says when the session ended. ``undecided`` appeals and a correction
    in progress (``correcting``) keep the results provisional; ``corrected``: whether a table was corrected.
    ``changes_at``: when time alone may change the status.
    """

    last_session: int = 0
    released_at: datetime | None = None
    official_since: datetime | None = None
    appeals_until: datetime | None = None
    undecided: int = 0
    correcting: bool = False
    corrected: bool = False
    changes_at: datetime | None = None

    @property
    def official(self) -> bool:
        return self.official_since is not None

    @property
    def by_hand(self) -> bool:
        """Whether an official may declare the results official: no clock ends the appeal time, and nothing is open."""
        blocked = self.official or self.undecided or self.correcting or self.appeals_until
        return bool(self.last_session and not blocked)

    @property
    def label(self) -> str:
        """The label for pages and papers; empty while nothing is released."""
        if not self.last_session:
            return ""
        if self.official_since:
            return _("official since %(time)s") % {"time": _time_text(self.official_since)}
        if self.correcting:
            return _("provisional: a table is being corrected")
        if self.undecided:
            return _("provisional: an appeal is not decided")
        if self.appeals_until:
            return _("provisional until %(time)s, the end of the appeal time") % {
                "time": _time_text(self.appeals_until)
            }
        return _("provisional")

    @property
    def word(self) -> str:
        """The label in one word, where there is no room for times and reasons."""
        if not self.last_session:
            return ""
        return _("official") if self.official else _("provisional")


def release_status(event: Event, last_session: int | None = None, now: datetime | None = None) -> ReleaseStatus:
    """Return the status of the results up to session ``last_session`` (None: the last released one).

    They are official from the latest of: the release, the end of the appeal time, the decisions on appeals, the
    corrections. The appeal time runs from the end of the clock that the chief referee gave (3.12.2). Without a clock it
    ends when an official declares so, else when the event is closed or its last day has passed. One query, three with
    appeals.
    """
    now = now or timezone.now()
    rows = _sessions_with_moments().filter(event=event, released_at__isnull=False)
    if last_session is not None:
        rows = rows.filter(number__lte=last_session)
    last = rows.order_by("number").last()
    if last is None:
        return ReleaseStatus()
    session: Any = last  # with the annotations of `_sessions_with_moments`
    appeals = list(appeals_of(event).filter(session__number__lte=session.number)) if session.appealed else []
    waiting = _undecided(event, appeals, now)
    timed = deadline(session.ended, session.minutes)
    over = timed or session.marked or session.closed or _day_after(event)
    official = over is not None and over <= now and not waiting and not session.correcting
    moments = (session.released_at, over, session.corrected, *map(_decided_at, appeals))
    coming = (over if over and over > now else None, *(second_until(appeal) for appeal in waiting))
    return ReleaseStatus(
        last_session=session.number,
        released_at=session.released_at,
        official_since=max(filter(None, moments)) if official else None,
        appeals_until=timed,
        undecided=len(waiting),
        correcting=session.correcting,
        corrected=session.corrected is not None,
        changes_at=min(filter(None, coming), default=None),
    )


def against_making_official(session: Session) -> str:
    """Return why an official cannot declare the session's results official, as a sentence; empty if possible."""
    status = release_status(session.event, session.number)
    if status.official:
        return _("These results are already official.")
    if status.undecided:
        return _("An appeal is not decided yet.")
    if status.correcting:
        return _("A table is being corrected.")
    if status.appeals_until:
        return _("The appeal time is still running. The results become official automatically when it ends.")
    return ""


def _time_text(moment: datetime) -> str:
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")


@cache
def _sessions_with_moments() -> QuerySet[Session]:
    """Return all sessions with what decides their status: clock's end, marks, closing, corrections, appeals.

    Built once, because that takes longer than the query.
    """
    corrections = Correction.objects.filter(
        sheet__table__session__event=OuterRef("event"), sheet__table__session__number__lte=OuterRef("number")
    )
    corrected = corrections.filter(corrected_at__isnull=False).order_by("-corrected_at").values("corrected_at")
    marks = OfficialMark.objects.filter(session__event=OuterRef("event"), session__number__gte=OuterRef("number"))
    return Session.objects.annotate(
        ended=F("clock__ended_at"),
        minutes=F("event__appeals_settings__appeal_minutes"),
        marked=Subquery(marks.order_by("at").values("at")[:1]),
        closed=F("event__closing__closed_at"),
        correcting=Exists(corrections.filter(corrected_at=None)),
        corrected=Subquery(corrected[:1]),
        appealed=Exists(Appeal.objects.filter(event=OuterRef("event"), session__number__lte=OuterRef("number"))),
    )


def _undecided(event: Event, appeals: list[Appeal], now: datetime) -> list[Appeal]:
    if not appeals:
        return []  # without the query of the settings
    minutes = event.appeals_settings.second_minutes
    return [appeal for appeal in appeals if not is_decided(standing_of(appeal), minutes, now)]


def _decided_at(appeal: Appeal) -> datetime | None:
    """Return when the decision on the appeal became final."""
    return second_until(appeal) or standing_of(appeal).decided_at


def _day_after(event: Event) -> datetime | None:
    """Return the end of the event's last day."""
    last = event.ends or event.starts
    return timezone.make_aware(datetime.combine(last + timedelta(days=1), time())) if last else None
