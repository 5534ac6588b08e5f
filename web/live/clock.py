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
from scoring.progress.selectors.progress import session_to_come
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
from web.live.fragments import fragment, live, once
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context

#: The tone (see the signs of templates) and the label of a clock's state.
STATES = for_each(
    State,
    {
        State.AHEAD: ("idle", gettext_lazy("not begun")),
        State.SEATS: ("wait", gettext_lazy("Please take your seats")),
        State.RUNNING: ("live", gettext_lazy("Play")),
        State.PAUSE: ("warn", gettext_lazy("The clock stands still")),
        State.BREAK: ("wait", gettext_lazy("Break")),
        State.OVER: ("stop", gettext_lazy("Time is over")),
        State.ENDED: ("ok", gettext_lazy("Session ended")),
    },
)


def latest_clock(reader: ViewerContext) -> SessionTime | None:
    """The clock that counts now, read once for each version of it."""
    found = once(reader, ("clock", str(reader.event.head.clock)), lambda: (latest(reader.event),))
    return found[0]


def _state(reader: ViewerContext) -> str:
    found = latest_clock(reader)
    return f"{reader.event.head.clock}.{found.clock.state(timezone.now()) if found else ''}"


@fragment("clock", reads=("subject",), extra=_state, says_where=False)
def clock_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """What is left of the session, what happens at time, when the gong sounds; ``subject``: at this table."""
    found = latest_clock(reader)
    table = number_in(request.GET.get("subject", ""))
    at_time = reader.event.play_settings.get_at_time_display()
    context: dict[str, Any] = {"event": reader.event, "at_time": at_time}
    if found is None:
        context["coming"] = session_to_come(reader.event)
        return render_to_string("live/_clock.html", context)
    extra = _extra(reader, found.session, table) if table else 0
    return render_to_string("live/_clock.html", context | clock_context(found, extra))


def clock_context(found: SessionTime, extra: int = 0) -> dict[str, Any]:
    """What the clock's template shows: state, end, what is left, the moments of the gong."""
    now = timezone.now()
    clock: Clock = found.clock.with_extra(extra)
    state, stop = clock.state(now), clock.current_stop(now)
    left = clock.left(now)
    tone, label = STATES[state]
    return {
        "session": found.session,
        "clock": clock,
        "state": state,
        "tone": tone,
        "label": label,
        "ends": clock.ends(now),
        "left": int(left.total_seconds()) if left is not None else None,
        "resumes": stop.until if stop else None,
        "silent": stop is not None and stop.silent,
        "rings": [[what, _milliseconds(at)] for what, at in clock.gongs(now)],
        "extra": extra,
    }


@get_only
@never_cache
def now(request: HttpRequest) -> HttpResponse:
    """The server's time in milliseconds: a page measures with it how far its own clock is off."""
    return HttpResponse(str(_milliseconds(timezone.now())), content_type="text/plain")


@get_only
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """The clock alone, on a phone or a tablet that is to sound the gong."""
    reader = viewer_context(request, slug)
    context = {"reader": reader, "clock": live(request, reader, "clock")}
    return render(request, "live/clock.html", context | {"announcements": live(request, reader, "announcements")})


def _standing(reader: ViewerContext) -> list[Announcement]:
    found = once(reader, ("announcements", str(reader.event.head.clock)), lambda: announcements_of(reader.event))
    return current_announcements(found, timezone.now())


def _announced(reader: ViewerContext) -> str:
    return "-".join(str(one.number) for one in _standing(reader))


@fragment("announcements", extra=_announced, says_where=False)
def announcements_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """What is announced now, each in the reader's language, or marked as another where it has no text in it."""
    here = get_language()
    texts = [announcement_text(one, here) for one in _standing(reader)]
    return render_to_string("live/_announcements.html", {"announced": texts})


def _extra(reader: ViewerContext, session: int, number: int) -> int:
    tables = Table.objects.filter(session__event=reader.event, session__number=session, number=number)
    return sum(extra_minutes(tables).values())


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
