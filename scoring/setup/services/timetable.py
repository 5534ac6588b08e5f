"""Plan the sessions of an event: set and shift their starts, add and remove the last one."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from common.actions.engine import CALLS, CLOCK, LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from scoring.settings.models.standings import StandingsSettings
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.rules.time_zones import at_same_hour
from tournament.events.rules.timetable import plain_start
from tournament.people.models.accounts import Role

#: The maximum of sessions of an event, as in the event file.
MOST_SESSIONS = 99
#: The maximum shift of a timetable in minutes: a day.
MOST_MINUTES = 24 * 60


@action("event.plan_sessions", summary=_("Set when the sessions start"), roles=[Role.Name.ORGANIZER], subject="event")
def plan_sessions(
    _context: ActionContext,
    event: Event,
    *,
    starts: dict[int, datetime | None],
    base: Mapping[str, str | None] | None = None,
) -> Done:
    """Set the planned starts (number of the session -> time, None: open); later sessions must start later.

    ``base``: "starts-n" -> the time that the form showed (``plain_start``); unchanged ones keep their current value.
    Raises Refused at the field "starts-n" of the session that does not fit, Conflict where another person changed the
    same start (optimistic locking).
    """
    _add_missing_sessions(event)
    sessions = {session.number: session for session in event.sessions.order_by("number")}
    unknown = starts.keys() - sessions.keys()
    if unknown:
        raise Refused(_("There is no session %(number)d.") % {"number": min(unknown)})
    wanted = fields_to_write(
        base or {},
        {f"starts-{number}": plain_start(time) for number, time in starts.items()},
        {f"starts-{number}": plain_start(sessions[number].starts) for number in starts},
    )
    changed = {number: time for number, time in starts.items() if f"starts-{number}" in wanted}
    before = {number: sessions[number].starts for number, time in changed.items() if sessions[number].starts != time}
    for number in before:
        sessions[number].starts = starts[number]
    _check_order(sessions)
    Session.objects.bulk_update([sessions[number] for number in before], ["starts"])
    after = {number: starts[number] for number in before}
    answer = {"event": event.slug}
    times = (_time_texts(before), _time_texts(after))
    return Done(answer, audit_subject(event), *times, (LIVE, PUBLIC), changed=bool(before))


def keep_hours(_context: ActionContext, event: Event, before: ZoneInfo) -> None:
    """Let what is to come keep its hours by the clock after the event's time zone changed from ``before``.

    A session that has begun, or whose results are public, keeps its moment.
    """
    sessions = list(event.sessions.filter(starts__isnull=False, clock=None, released_at=None))
    for session in sessions:
        assert session.starts is not None
        session.starts = at_same_hour(session.starts, before, event.zone)
    Session.objects.bulk_update(sessions, ["starts"])
    registration = event.registration_settings
    for name in ("opens", "closes"):
        moment = getattr(registration, name)
        if moment is not None:
            setattr(registration, name, at_same_hour(moment, before, event.zone))
    registration.save(update_fields=["opens", "closes"])


@action("event.add_session", summary=_("Plan one more session"), roles=[Role.Name.ORGANIZER], subject="event")
def add_session(_context: ActionContext, event: Event) -> Done:
    """Add a session to the event and its last stage. Refused at the maximum. The answer: ``sessions``, their count."""
    _add_missing_sessions(event)
    number = event.planned_sessions + 1
    if number > MOST_SESSIONS:
        raise Refused(_("An event has at most %(most)d sessions.") % {"most": MOST_SESSIONS})
    Session.objects.create(event=event, number=number)
    return _set_planned_sessions(event, number)


@action(
    "event.remove_session",
    summary=_("Remove the last planned session"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def remove_session(_context: ActionContext, event: Event) -> Done:
    """Remove the last planned session. Refused if anything needs it. The answer: ``sessions``, their count."""
    number = event.planned_sessions
    session = event.sessions.filter(number=number).first()
    if number == 1:
        raise Refused(_("An event has at least one session."))
    if session and (session.tables.exists() or session.released_at):
        raise Refused(_("Session %(number)d already has tables.") % {"number": number})
    if event.stages.filter(last_session=number, first_session=number).exists():
        raise Refused(_("Session %(number)d is a separate stage.") % {"number": number})
    if StandingsSettings.objects.filter(event=event, team_sessions=number).exists():
        raise Refused(_("Session %(number)d counts for teams. Change that setting first.") % {"number": number})
    if session:
        session.delete()
    return _set_planned_sessions(event, number - 1)


@action(
    "event.shift_sessions",
    summary=_("Shift the timetable"),
    roles=[Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE],
    subject="event",
)
def shift_sessions(_context: ActionContext, event: Event, *, first: int, minutes: int) -> Done:
    """Shift the planned starts of the sessions from ``first`` on by ``minutes`` (below 0: earlier).

    Started sessions keep their start. Raises Refused if a session would not start after the earlier ones.
    """
    if not minutes or abs(minutes) > MOST_MINUTES:
        raise Refused(_("Enter 1 to %(most)d minutes.") % {"most": MOST_MINUTES}, where="minutes")
    sessions = {session.number: session for session in event.sessions.select_related("clock").order_by("number")}
    moved = [
        session
        for number, session in sessions.items()
        if number >= first and session.starts and not getattr(getattr(session, "clock", None), "started_at", None)
    ]
    before = {session.number: session.starts for session in moved}
    for session in moved:
        assert session.starts is not None
        session.starts += timedelta(minutes=minutes)
    try:
        _check_order(sessions)
    except Refused as refused:
        raise Refused(refused.message, where="minutes") from refused
    Session.objects.bulk_update(moved, ["starts"])
    after = {session.number: session.starts for session in moved}
    answer = {"sessions": sorted(after)}
    raises = (LIVE, PUBLIC, CLOCK, CALLS)
    return Done(answer, audit_subject(event), _time_texts(before), _time_texts(after), raises, changed=bool(moved))


def _set_planned_sessions(event: Event, sessions: int) -> Done:
    before, event.planned_sessions = event.planned_sessions, sessions
    event.save(update_fields=["planned_sessions"])
    event.stages.filter(last_session=before).update(last_session=sessions)
    answer = {"sessions": sessions}
    return Done(answer, audit_subject(event), {"sessions": before}, answer, (LIVE, PUBLIC))


def _add_missing_sessions(event: Event) -> None:
    """Add rows of planned sessions that an imported event lacks."""
    known = set(event.sessions.values_list("number", flat=True))
    missing = set(range(1, event.planned_sessions + 1)) - known
    Session.objects.bulk_create(Session(event=event, number=number) for number in sorted(missing))


def _check_order(sessions: dict[int, Session]) -> None:
    last: Session | None = None
    for number, session in sorted(sessions.items()):
        if session.starts and last and last.starts and session.starts <= last.starts:
            raise Refused(
                _("This must be after the start of session %(number)d.") % {"number": last.number},
                where=f"starts-{number}",
            )
        last = session if session.starts else last


def _time_texts(times: dict[int, datetime | None]) -> dict[str, str | None]:
    return {str(number): time.isoformat() if time else None for number, time in times.items()}


def audit_subject(event: Event) -> str:
    return f"event:{event.slug}"
