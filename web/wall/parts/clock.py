"""The clock of a screen: the time of day and what comes before a session, the time left during it."""

from datetime import timedelta
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from scoring.progress.selectors.progress import session_to_play
from tournament.clocks.rules import State
from tournament.events.models.stages import Session
from web.live.clock import clock_context, latest_clock
from web.shared.viewer import ViewerContext

#: Number of sessions that the screen lists before a session.
MOST = 4
#: The screen counts down to a session that is nearer, also past midnight.
SOON = timedelta(hours=12)
#: States of a clock in which the screen shows the time of day.
BEFORE = (State.AHEAD, State.SEATS, State.ENDED)


def has_clock(reader: ViewerContext) -> bool:
    """Return whether there is a clock, or a planned start of a session to come."""
    return latest_clock(reader) is not None or bool(_to_come(reader))


def clock_page(reader: ViewerContext) -> str:
    """Render the clock with its gong, for a screen."""
    time, now = latest_clock(reader), timezone.now()
    context: dict[str, Any] = {"now": now, "at_time": reader.event.play_settings.get_at_time_display()}
    if time is not None:
        context |= clock_context(time) | {"total": 60 * time.clock.minutes}
    context["before"] = before = time is None or time.clock.state(now) in BEFORE
    if before:
        context["coming"] = coming = _to_come(reader)
        context["soon"] = any(session.starts and session.starts - now < SOON for session in coming[:1])
    return render_to_string("wall/_clock.html", context)


def _to_come(reader: ViewerContext) -> list[Session]:
    """Return the planned sessions from the one to play next; none after the last."""
    event, time = reader.event, latest_clock(reader)
    first = session_to_play(event)
    if time is not None and time.clock.ended and time.session == first:
        return []
    return list(event.sessions.filter(number__gte=first, starts__isnull=False).order_by("number")[:MOST])
