"""The session's clock and what is announced, as live fragments for Wall, Pocket, Table and Floor."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import never_cache

from common.numbers import number_in
from common.states import for_each
from scoring.progress.selectors.progress import all_played, session_to_come
from tournament.clocks.models import Announcement
from tournament.clocks.rules import Clock, State
from tournament.clocks.selectors.clocks import (
    SessionTime,
    announcement_text,
    announcements_of,
    current_announcements,
    extra_minutes,
    latest,
)
from tournament.events.models.tables import Table
from web.live.fragments import fragment, live
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context

#: Tone (see the signs of templates) and label of a clock's state.
STATES = for_each(
    State,
    {
        State.AHEAD: ("idle", gettext_lazy("not begun")),
        State.SEATS: ("wait", gettext_lazy("Please take your seats")),
        State.RUNNING: ("live", gettext_lazy("Play")),
        State.PAUSE: ("warn", gettext_lazy("The clock is stopped")),
        State.BREAK: ("wait", gettext_lazy("Break")),
        State.OVER: ("stop", gettext_lazy("Time is over")),
        State.ENDED: ("ok", gettext_lazy("Session ended")),
    },
)


def latest_clock(reader: ViewerContext) -> SessionTime | None:
    """Return the clock that counts now, read once for each version of it."""
    # In a tuple, because the cache takes None for a missing value.
    return reader.cached(f"clock {reader.event.ledger.clock}", lambda: (latest(reader.event),))[0]


def _state(reader: ViewerContext) -> str:
    time = latest_clock(reader)
    # Without a clock the text depends on the day.
    return f"{reader.event.ledger.clock}.{time.clock.state(timezone.now()) if time else f'{timezone.localdate():%m%d}'}"


@fragment("clock", reads=("subject",), extra_version=_state)
def clock_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render the time left, what happens at its end, and the gong; ``subject``: a table, for its extra minutes."""
    time = latest_clock(reader)
    table = number_in(request.GET.get("subject", ""))
    at_time = reader.event.play_settings.get_at_time_display()
    context: dict[str, Any] = {"event": reader.event, "at_time": at_time}
    if time is None:
        context["coming"] = coming = session_to_come(reader.event)
        if coming and coming.starts:
            day, today = timezone.localdate(coming.starts), timezone.localdate()
            context |= {"is_today": day == today, "is_past": day < today}
        return render_to_string("live/_clock.html", context)
    extra = _extra(reader, time.session, table) if table else 0
    return render_to_string("live/_clock.html", context | clock_context(time, extra))


def clock_context(time: SessionTime, extra: int = 0) -> dict[str, Any]:
    """Return what the clock's template shows: state, end, seconds left, times of the gong; ``extra`` minutes."""
    now = timezone.now()
    clock: Clock = time.clock.with_extra(extra)
    state, stop = clock.state(now), clock.current_stop(now)
    left = clock.left(now)
    tone, label = STATES[state]
    return {
        "session": time.session,
        "clock": clock,
        "state": state,
        "tone": tone,
        "label": label,
        "ends": clock.ends(now),
        "left": int(left.total_seconds()) if left is not None else None,
        "resumes": stop.ends_at if stop else None,
        "silent": stop is not None and stop.silent,
        "rings": [[what, _milliseconds(at)] for what, at in clock.gongs(now)],
        "extra": extra,
    }


@get_only
@never_cache
def now(_request: HttpRequest) -> HttpResponse:
    """Answer the server's time in milliseconds, with which a page corrects its own clock."""
    return HttpResponse(str(_milliseconds(timezone.now())), content_type="text/plain")


@get_only
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """Show only the clock, for a device that sounds the gong."""
    reader = viewer_context(request, slug)
    context: dict[str, Any] = {"reader": reader, "clock": live(request, reader, "clock")}
    if latest_clock(reader) is None:
        coming = session_to_come(reader.event)
        is_near = coming is not None and coming.starts and timezone.localdate(coming.starts) >= timezone.localdate()
        context |= {"coming": coming, "waits": not is_near, "over": coming is None and all_played(reader.event)}
    return render(request, "live/clock.html", context | {"announcements": live(request, reader, "announcements")})


def _current(reader: ViewerContext) -> list[Announcement]:
    announcements = reader.cached(f"announcements {reader.event.ledger.clock}", lambda: announcements_of(reader.event))
    return current_announcements(announcements, timezone.now())


def _numbers(reader: ViewerContext) -> str:
    return "-".join(str(announcement.number) for announcement in _current(reader))


@fragment("announcements", extra_version=_numbers)
def announcements_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the current announcements in the active language; a text in another language is marked as such."""
    language = get_language()
    texts = [announcement_text(announcement, language) for announcement in _current(reader)]
    return render_to_string("live/_announcements.html", {"announced": texts})


def _extra(reader: ViewerContext, session: int, number: int) -> int:
    tables = Table.objects.filter(session__event=reader.event, session__number=session, number=number)
    return sum(extra_minutes(tables).values())


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
