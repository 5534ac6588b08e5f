"""The calendar of an event (RFC 5545): its sessions with their times, or its days while no time is planned."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.events.models.events import Event
from web.pocket.events import where
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context

#: Longer lines are folded (3.1).
LONGEST = 75


@get_only
def event_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the calendar as a file."""
    event = viewer_context(request, slug).event
    text = calendar_of(event, request.build_absolute_uri(reverse("pocket:event", args=[slug])))
    name = f'attachment; filename="{slug}.ics"'
    return HttpResponse(text, content_type="text/calendar; charset=utf-8", headers={"Content-Disposition": name})


def calendar_of(event: Event, address: str) -> str:
    """Return the calendar; ``address`` is that of the event's home."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Pinju//Pinju//EN", f"NAME:{_escaped(event.name)}"]
    for entry in _entries(event):
        place = [f"LOCATION:{_escaped(where(event))}"] if where(event) else []
        lines += ["BEGIN:VEVENT", *entry, *place, f"URL:{address}", "END:VEVENT"]
    return "\r\n".join([folded for line in [*lines, "END:VCALENDAR"] for folded in _folded(line)]) + "\r\n"


def _entries(event: Event) -> Iterable[list[str]]:
    made = f"DTSTAMP:{_utc(timezone.now())}"
    length = timedelta(minutes=event.play_settings.session_minutes)
    planned = [(session.number, session.starts) for session in event.sessions.order_by("number") if session.starts]
    for number, starts in planned:
        title = _("Session %(number)s") % {"number": number}
        yield [
            f"UID:{event.slug}-{number}@pinju",
            made,
            f"DTSTART:{_utc(starts)}",
            f"DTEND:{_utc(starts + length)}",
            f"SUMMARY:{_escaped(f'{event.name}: {title}')}",
        ]
    if not planned and event.starts:
        last = (event.ends or event.starts) + timedelta(days=1)
        yield [
            f"UID:{event.slug}@pinju",
            made,
            f"DTSTART;VALUE=DATE:{_day(event.starts)}",
            f"DTEND;VALUE=DATE:{_day(last)}",
            f"SUMMARY:{_escaped(event.name)}",
        ]


def _utc(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _day(day: date) -> str:
    return f"{day:%Y%m%d}"


def _escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\r\n", "\\n").replace("\n", "\\n")


def _folded(line: str) -> list[str]:
    """Return the line in parts of at most 75 bytes; parts after the first begin with a space."""
    parts = [""]
    for sign in line:
        if len((parts[-1] + sign).encode()) > LONGEST:
            parts.append(" ")
        parts[-1] += sign
    return parts
