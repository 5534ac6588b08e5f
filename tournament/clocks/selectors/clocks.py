"""The clocks of an event's sessions, a table's extra minutes, and what is announced."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet, Sum

from tournament.clocks.models import Announcement, ExtraTime, SessionClock
from tournament.clocks.rules import Clock, Stop
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Table

#: The languages of an announcement, in the order in which one stands in for a missing one, by code of the page.
LANGUAGES = {"zh-hans": "zh", "en": "en", "ja": "ja"}


@dataclass(frozen=True)
class SessionTime:
    """The clock of the session with this number."""

    session: int
    clock: Clock


def ended_at(session: Session) -> datetime | None:
    """When the chief referee ended the session; None while that has not been done."""
    return SessionClock.objects.filter(session=session).values_list("ended_at", flat=True).first()


def clock_of(session: Session) -> Clock:
    """The clock of the session; one that nothing happened on yet has the length of the settings."""
    row = _rows(SessionClock.objects.filter(session=session)).first()
    return as_clock(row) if row else _unused(session.event)


def running(event: Event) -> SessionTime | None:
    """The session that is being played: the last one whose clock began and is not ended; None if there is none."""
    row = _rows(_begun(event).filter(ended_at=None)).last()
    return SessionTime(row.session.number, as_clock(row)) if row else None


def latest(event: Event) -> SessionTime | None:
    """The session that is being played, else the one that ended last; None before the first clock began."""
    rows = list(_rows(_begun(event)))
    row = next((one for one in reversed(rows) if one.ended_at is None), rows[-1] if rows else None)
    return SessionTime(row.session.number, as_clock(row)) if row else None


def extra_minutes(tables: Iterable[Table]) -> dict[int, int]:
    """Id of each table -> the minutes that it plays longer."""
    ids = [table.pk for table in tables]
    sums = ExtraTime.objects.filter(table__in=ids).order_by().values_list("table").annotate(Sum("minutes"))
    return dict.fromkeys(ids, 0) | dict(sums)


def as_clock(row: SessionClock) -> Clock:
    """A stored clock as the rules know it."""
    stops = tuple(Stop(stop.kind, stop.since, stop.until, stop.silent) for stop in row.stops.all())  # type: ignore[arg-type]
    return Clock(row.minutes, row.notice_minutes, row.checked_at, row.started_at, row.ended_at, stops)


def announcements_of(event: Event) -> list[Announcement]:
    """All announcements of the event, the newest first."""
    return list(event.announcements.order_by("-number"))


def standing(announcements: Iterable[Announcement], now: datetime) -> list[Announcement]:
    """Those of the announcements that are shown now."""
    return [
        one
        for one in announcements
        if one.taken_back_at is None and one.from_at <= now and (one.until_at is None or now < one.until_at)
    ]


def announcement_text(announcement: Announcement, language: str | None) -> tuple[str, str]:
    """Language and text for a reader of ``language`` (a code of the pages); another one where that has no text."""
    wanted = LANGUAGES.get(language or "", "zh")
    texts: dict[str, Any] = {code: getattr(announcement, name) for code, name in LANGUAGES.items()}
    mine = next((code for code, name in LANGUAGES.items() if name == wanted), "en")
    return next((code, text) for code, text in [(mine, texts[mine]), *texts.items()] if text)


def _begun(event: Event) -> QuerySet[SessionClock]:
    """The clocks with a seat check or a start; a start that was taken back leaves a row with neither."""
    begun = Q(checked_at__isnull=False) | Q(started_at__isnull=False)
    return SessionClock.objects.filter(begun, session__event=event)


def _rows(clocks: QuerySet[SessionClock]) -> QuerySet[SessionClock]:
    return clocks.select_related("session").prefetch_related("stops").order_by("session__number")


def _unused(event: Event) -> Clock:
    play = event.play_settings
    return Clock(play.session_minutes, play.notice_minutes)
