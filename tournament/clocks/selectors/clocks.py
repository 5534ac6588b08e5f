"""The clocks of an event's sessions, extra minutes of tables, and announcements."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet, Sum

from common.i18n.text_fields import text_languages
from common.i18n.texts import text_for
from tournament.clocks.models import Announcement, ExtraTime, SessionClock
from tournament.clocks.rules import Clock, Stop
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Table


@dataclass(frozen=True)
class SessionTime:
    """The clock of the session with this number."""

    session: int
    clock: Clock


def ended_at(session: Session) -> datetime | None:
    """Return when the chief referee ended the session; None before."""
    return SessionClock.objects.filter(session=session).values_list("ended_at", flat=True).first()


def clock_of(session: Session) -> Clock:
    """Return the clock of the session; an unused one has the length of the settings."""
    row = _rows(SessionClock.objects.filter(session=session)).first()
    return as_clock(row) if row else _unused(session.event)


def running(event: Event) -> SessionTime | None:
    """Return the session in play: the last one whose clock began and has not ended; None if there is none."""
    row = _rows(_begun(event).filter(ended_at=None)).last()
    return SessionTime(row.session.number, as_clock(row)) if row else None


def latest(event: Event) -> SessionTime | None:
    """Return the session in play, else the one that ended last; None before the first clock began."""
    rows = list(_rows(_begun(event)))
    row = next((clock for clock in reversed(rows) if clock.ended_at is None), rows[-1] if rows else None)
    return SessionTime(row.session.number, as_clock(row)) if row else None


def extra_minutes(tables: Iterable[Table]) -> dict[int, int]:
    """Return id of each table -> its extra minutes."""
    ids = [table.pk for table in tables]
    sums = ExtraTime.objects.filter(table__in=ids).order_by().values_list("table").annotate(Sum("minutes"))
    return dict.fromkeys(ids, 0) | dict(sums)


def as_clock(row: SessionClock) -> Clock:
    """Return a stored clock as the clock of the rules."""
    stops = tuple(Stop(stop.kind, stop.begins_at, stop.ends_at, stop.silent) for stop in row.stops.all())  # type: ignore[arg-type]
    return Clock(row.minutes, row.notice_minutes, row.checked_at, row.started_at, row.ended_at, stops)


def announcements_of(event: Event) -> list[Announcement]:
    """Return all announcements of the event, newest first."""
    return list(event.announcements.order_by("-number"))


def current_announcements(announcements: Iterable[Announcement], now: datetime) -> list[Announcement]:
    """Return the announcements that are shown now."""
    return [
        announcement
        for announcement in announcements
        if announcement.taken_back_at is None
        and announcement.from_at <= now
        and (announcement.until_at is None or now < announcement.until_at)
    ]


def announcement_text(announcement: Announcement, language: str | None) -> tuple[str, str]:
    """Return language and text for a reader of ``language`` (a page's code), with a fallback to another language."""
    key, text = text_for(announcement.texts, language or "")
    return text_languages().get(key, key), text


def _begun(event: Event) -> QuerySet[SessionClock]:
    """Return the clocks with a seat check or a start; an undone start leaves a row with neither."""
    begun = Q(checked_at__isnull=False) | Q(started_at__isnull=False)
    return SessionClock.objects.filter(begun, session__event=event)


def _rows(clocks: QuerySet[SessionClock]) -> QuerySet[SessionClock]:
    return clocks.select_related("session").prefetch_related("stops").order_by("session__number")


def _unused(event: Event) -> Clock:
    play = event.play_settings
    return Clock(play.session_minutes, play.notice_minutes)
