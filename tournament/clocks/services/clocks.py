"""The chief referee's clock: seat check, start, pause, break, end (3.5.6, 3.5.7.2)."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import CALLS, CLOCK, LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused, Unusual
from tournament.clocks.models import ClockStop, SessionClock
from tournament.events.models.stages import Session
from tournament.events.rules.timetable import LONGEST_BREAK
from tournament.people.models.accounts import Role

#: Roles that control the clock, and roles that give a table extra minutes.
TIMERS = [Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE]
GIVERS = [*TIMERS, Role.Name.REFEREE]
STATES = {"unreleased": Answer.SAFE, "released": Answer.REFUSED}
WITH_REASON = {"unreleased": Answer.ASKS, "released": Answer.REFUSED}
#: Maximum length of a break, and of one grant of extra minutes.
MOST = 120


@action(
    "session.check_seats",
    summary=_("Begin the seat check of a session"),
    roles=GIVERS,
    subject="session",
    states=STATES,
)
def check_seats(_context: ActionContext, session: Session) -> Done:
    """Begin the seat check: players go to their seats, referees check the seating (3.5.7.2)."""
    clock = _clock_row(session)
    if clock.checked_at or clock.started_at:
        return unchanged(session)
    clock.checked_at = _now()
    clock.save()
    return _clock_done(session, None, {"seats_checked": clock.checked_at})


@action("session.start", summary=_("Start the clock of a session"), roles=TIMERS, subject="session", states=STATES)
def start_session(_context: ActionContext, session: Session) -> Done:
    """Start play now, with the length of the settings. Lateness counts from now (3.11.2.1).

    Refused while another session is in play. A second call changes nothing.
    """
    clock = _clock_row(session)
    if clock.started_at:
        return unchanged(session)
    running = SessionClock.objects.filter(session__event=session.event, started_at__isnull=False, ended_at=None)
    other = running.select_related("session").first()
    if other:
        raise Refused(_("Session %(number)d is still being played: end it first.") % {"number": other.session.number})
    play = session.event.play_settings
    clock.started_at = _now()
    clock.minutes, clock.notice_minutes = play.session_minutes, play.notice_minutes
    clock.save()
    session.late_from = clock.started_at
    session.save(update_fields=["late_from"])
    return _clock_done(session, None, {"started": clock.started_at}, CALLS, LIVE, PUBLIC)


@action(
    "session.start_back",
    summary=_("Undo the start of a session"),
    roles=TIMERS,
    subject="session",
    states=WITH_REASON,
)
def undo_start(_context: ActionContext, session: Session) -> Done:
    """Undo the start: its stops are deleted, and lateness counts from the planned start again."""
    clock = _running_clock(session)
    before = {"started": clock.started_at}
    clock.stops.all().delete()
    clock.started_at, clock.minutes, clock.notice_minutes = None, 0, 0
    clock.save()
    session.late_from = None
    session.save(update_fields=["late_from"])
    return _clock_done(session, before, None, CALLS, LIVE, PUBLIC)


@action("session.pause", summary=_("Stop the clock of a session"), roles=TIMERS, subject="session", states=STATES)
def pause(_context: ActionContext, session: Session) -> Done:
    """Stop the clock until an official resumes it."""
    clock = _running_clock(session)
    if _current_stop(clock):
        return unchanged(session)
    stop = clock.stops.create(kind=ClockStop.Kind.PAUSE, begins_at=_now())
    return _clock_done(session, None, {"pause": stop.begins_at})


@action("session.break", summary=_("Begin the break of a session"), roles=TIMERS, subject="session", states=STATES)
def take_break(
    _context: ActionContext,
    session: Session,
    *,
    minutes: int,
    silent: bool = False,
    acknowledged: tuple[str, ...] = (),
) -> Done:
    """Stop the clock for ``minutes``, after which it resumes by itself; ``silent``: without a gong.

    Asked: "long", if the breaks of the session are longer than 15 minutes together (3.5.6).
    """
    if not 1 <= minutes <= MOST:
        raise Refused(_("A break lasts 1 to %(most)d minutes.") % {"most": MOST}, where="minutes")
    clock = _running_clock(session)
    if _current_stop(clock):
        raise Refused(_("The clock is already stopped."))
    total = minutes + _break_minutes(clock)
    if total > LONGEST_BREAK and "long" not in acknowledged:
        question = _("The rules allow breaks of at most 15 minutes in a session (3.5.6); this makes %(minutes)d.")
        raise Unusual({"long": question % {"minutes": total}}, where="minutes")
    begins = _now()
    ends = begins + timedelta(minutes=minutes)
    clock.stops.create(kind=ClockStop.Kind.BREAK, begins_at=begins, ends_at=ends, silent=silent)
    return _clock_done(session, None, {"break": begins, "until": ends, "silent": silent})


def _break_minutes(clock: SessionClock) -> int:
    """Return the whole minutes of the breaks so far."""
    breaks = clock.stops.filter(kind=ClockStop.Kind.BREAK, ends_at__isnull=False)
    total = sum((stop.ends_at - stop.begins_at for stop in breaks if stop.ends_at), timedelta())
    return total // timedelta(minutes=1)


@action("session.go_on", summary=_("Continue the clock of a session"), roles=TIMERS, subject="session", states=STATES)
def go_on(_context: ActionContext, session: Session) -> Done:
    """Resume the clock: end the pause, or the break early."""
    stop = _current_stop(_running_clock(session))
    if stop is None:
        return unchanged(session)
    stop.ends_at = max(_now(), stop.begins_at)
    stop.save(update_fields=["ends_at"])
    return _clock_done(session, {stop.kind: stop.begins_at}, {"until": stop.ends_at})


@action(
    "session.end",
    summary=_("End a session"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="session",
    states={**STATES, "released": Answer.SAFE},
)
def end_session(context: ActionContext, session: Session) -> Done:
    """End the session, by the chief referee; the appeal time starts now (3.12.2).

    Also where its results were released before: closing the event waits for it.
    """
    clock = _clock_row(session)
    if clock.started_at is None:
        raise Refused(_("This session has not been started."))
    if clock.ended_at:
        return unchanged(session)
    # Not before the start, also after the system's clock was set back.
    clock.ended_at, clock.ended_by = max(_now(), clock.started_at), context.actor.name[:150]
    stop = _current_stop(clock)
    if stop:
        stop.ends_at = max(clock.ended_at, stop.begins_at)
        stop.save(update_fields=["ends_at"])
    clock.save()
    return _clock_done(session, None, {"ended": clock.ended_at}, LIVE, PUBLIC)


@action(
    "session.end_back",
    summary=_("Undo the end of a session"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="session",
    states=WITH_REASON,
)
def undo_end(_context: ActionContext, session: Session) -> Done:
    """Undo the end of the session; the appeal time will start with its next end."""
    clock = _clock_row(session)
    if clock.ended_at is None:
        return unchanged(session)
    before = {"ended": clock.ended_at}
    clock.ended_at, clock.ended_by = None, ""
    clock.save()
    return _clock_done(session, before, None, LIVE, PUBLIC)


def _now() -> datetime:
    """Return the time to the second, as in the event file."""
    return timezone.now().replace(microsecond=0)


def _clock_row(session: Session) -> SessionClock:
    """Return the session's clock, stored or new; the session is locked, so there is only one."""
    return SessionClock.objects.filter(session=session).first() or SessionClock(session=session)


def _running_clock(session: Session) -> SessionClock:
    clock = _clock_row(session)
    if clock.started_at is None:
        raise Refused(_("This session has not been started."))
    if clock.ended_at:
        raise Refused(_("This session is over."))
    return clock


def _current_stop(clock: SessionClock) -> ClockStop | None:
    now = timezone.now()
    return next(
        (stop for stop in clock.stops.all() if stop.ends_at is None or stop.begins_at <= now < stop.ends_at), None
    )


def unchanged(session: Session) -> Done:
    return Done({"session": session.number}, f"session:{session.number}", changed=False)


def _clock_done(session: Session, before: Any, after: Any, *raised: str) -> Done:
    return Done({"session": session.number}, f"session:{session.number}", before, after, (CLOCK, *raised))
