"""Whether what is released is provisional or official, and since when (rulings: Ranking, Publication)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Appeal, Correction, OfficialMark
from scoring.rules.appeals import is_decided
from scoring.selectors.appeals import appeals_of, appeals_until, second_until, settings_of, standing_of
from scoring.selectors.closing import closing_of
from scoring.selectors.standings import last_released
from tournament.models import Event, Session


@dataclass(frozen=True)
class ReleaseStatus:
    """The results up to session ``until``: official since a moment, or provisional.

    ``appeals_until`` is None where no clock says when the session ended. ``undecided`` appeals and ``correcting``
    tables keep it provisional. ``changes_at``: when it may change though nobody does anything.
    """

    until: int = 0
    released_at: datetime | None = None
    official_since: datetime | None = None
    appeals_until: datetime | None = None
    undecided: int = 0
    correcting: int = 0
    changes_at: datetime | None = None

    @property
    def official(self) -> bool:
        """Whether the results stand."""
        return self.official_since is not None


def release_status(event: Event, until: int | None = None, now: datetime | None = None) -> ReleaseStatus:
    """How what is released up to session ``until`` (None: the last released one) stands; 0: nothing is released.

    Official from the latest of: its release, the end of its appeal time, the decisions on its appeals, its corrections.
    The appeal time runs from the end that the chief referee gave the clock (3.12.2). Where there was no clock an
    official says by name that it is over; without that it is over when the event is closed, or its last day past.
    """
    now = now or timezone.now()
    number = last_released(event) if until is None else until
    session = event.sessions.filter(number=number, released_at__isnull=False).first()
    if session is None:
        return ReleaseStatus()
    session.event = event
    appeals = list(appeals_of(event).filter(session__number__lte=number))
    waiting = _undecided(event, appeals, now)
    corrected, correcting = _corrections(event, number)
    timed = appeals_until(session)
    over = timed or _over_without_clock(session)
    stands = over is not None and over <= now and not waiting and not correcting
    moments = (session.released_at, over, *corrected, *map(_decided_at, appeals))
    return ReleaseStatus(
        until=number,
        released_at=session.released_at,
        official_since=max(filter(None, moments)) if stands else None,
        appeals_until=timed,
        undecided=len(waiting),
        correcting=correcting,
        changes_at=min(filter(None, (_later(now, over), *(second_until(one) for one in waiting))), default=None),
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


def _undecided(event: Event, appeals: Iterable[Appeal], now: datetime) -> list[Appeal]:
    minutes = settings_of(event).second_minutes
    return [one for one in appeals if not is_decided(standing_of(one), minutes, now)]


def _corrections(event: Event, until: int) -> tuple[list[datetime], int]:
    """When tables of released sessions up to ``until`` were corrected, and how many are being corrected."""
    sessions = event.sessions.filter(number__lte=until)
    ends = Correction.objects.filter(sheet__table__session__in=sessions).values_list("corrected_at", flat=True)
    found = list(ends)
    return [end for end in found if end], found.count(None)


def _decided_at(appeal: Appeal) -> datetime | None:
    """When nothing could change the appeal any more."""
    return second_until(appeal) or standing_of(appeal).decided_at


def _over_without_clock(session: Session) -> datetime | None:
    """When the appeal time of a session without clock was over; None: nobody can tell yet."""
    mark = OfficialMark.objects.filter(session__event=session.event_id, session__number__gte=session.number).first()
    if mark:
        return mark.at
    closing = closing_of(session.event)
    if closing:
        return closing.closed_at
    last = session.event.ends
    return timezone.make_aware(datetime.combine(last + timedelta(days=1), time())) if last else None


def _later(now: datetime, moment: datetime | None) -> datetime | None:
    return moment if moment and moment > now else None
