"""The planned sessions of an event: when each starts, one more, one less."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from common.actions.engine import CALLS, CLOCK, LIVE, PUBLIC, Call, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from scoring.settings.models import StandingsSettings
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.rules.timetable import plain_start
from tournament.people.models.accounts import Role

#: The most sessions that an event has (the event file says so).
MOST_SESSIONS = 99
#: The most minutes that a timetable is shifted at once: a day.
MOST_MINUTES = 24 * 60


@action("event.plan_sessions", summary=_("Set when the sessions start"), roles=[Role.Name.ORGANIZER], subject="event")
def plan_sessions(
    call: Call, event: Event, *, starts: dict[int, datetime | None], base: Mapping[str, str | None] | None = None
) -> Done:
    """Set the planned start of the sessions named by number (None: open); later ones start later.

    ``base``: "starts-n" -> the time that the form showed (``plain_start``); what was not changed there stays as it is
    by now. Raises Refused beside the field "starts-n" of the session that does not fit, Conflict where somebody else
    changed the same.
    """
    _complete(event)
    sessions = {session.number: session for session in event.sessions.order_by("number")}
    if unknown := starts.keys() - sessions.keys():
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
    return Done(answer, _about(event), _texts(before), _texts(after), (LIVE, PUBLIC), changed=bool(before))


@action("event.add_session", summary=_("Plan one more session"), roles=[Role.Name.ORGANIZER], subject="event")
def add_session(call: Call, event: Event) -> Done:
    """Add a session after the last; the last stage has it too. The answer holds its number."""
    _complete(event)
    number = event.planned_sessions + 1
    if number > MOST_SESSIONS:
        raise Refused(_("An event has at most %(most)d sessions.") % {"most": MOST_SESSIONS})
    Session.objects.create(event=event, number=number)
    return _plan(event, number)


@action(
    "event.remove_session",
    summary=_("Take the last planned session away"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def remove_session(call: Call, event: Event) -> Done:
    """Take the last planned session away, while it has no table. The answer holds how many are left."""
    number = event.planned_sessions
    session = event.sessions.filter(number=number).first()
    if number == 1:
        raise Refused(_("An event has at least one session."))
    if session and (session.tables.exists() or session.released_at):
        raise Refused(_("Session %(number)d has tables already.") % {"number": number})
    if event.stages.filter(last_session=number, first_session=number).exists():
        raise Refused(_("Session %(number)d is a stage of its own.") % {"number": number})
    if StandingsSettings.objects.filter(event=event, team_sessions=number).exists():
        raise Refused(
            _("Session %(number)d is among those that count for teams: change that setting first.") % {"number": number}
        )
    if session:
        session.delete()
    return _plan(event, number - 1)


@action(
    "event.shift_sessions",
    summary=_("Shift the timetable"),
    roles=[Role.Name.ORGANIZER, Role.Name.CHIEF_REFEREE],
    subject="event",
)
def shift_sessions(call: Call, event: Event, *, first: int, minutes: int) -> Done:
    """Shift the planned starts of the sessions from ``first`` on by ``minutes`` (below 0: earlier).

    Sessions that have been started keep theirs. Raises Refused where one would then not start after those before it.
    """
    if not minutes or abs(minutes) > MOST_MINUTES:
        raise Refused(_("Shift by 1 to %(most)d minutes.") % {"most": MOST_MINUTES}, where="minutes")
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
    return Done(answer, _about(event), _texts(before), _texts(after), raises, changed=bool(moved))


def _plan(event: Event, sessions: int) -> Done:
    before, event.planned_sessions = event.planned_sessions, sessions
    event.save(update_fields=["planned_sessions"])
    event.stages.filter(last_session=before).update(last_session=sessions)
    answer = {"sessions": sessions}
    return Done(answer, _about(event), {"sessions": before}, answer, (LIVE, PUBLIC))


def _complete(event: Event) -> None:
    """Make the rows of planned sessions that an imported event has not yet."""
    known = set(event.sessions.values_list("number", flat=True))
    missing = set(range(1, event.planned_sessions + 1)) - known
    Session.objects.bulk_create(Session(event=event, number=number) for number in sorted(missing))


def _check_order(sessions: dict[int, Session]) -> None:
    last: Session | None = None
    for number, session in sorted(sessions.items()):
        if session.starts and last and last.starts and session.starts <= last.starts:
            raise Refused(
                _("This is not after the start of session %(number)d.") % {"number": last.number},
                where=f"starts-{number}",
            )
        last = session if session.starts else last


def _texts(times: dict[int, datetime | None]) -> dict[str, str | None]:
    return {str(number): time.isoformat() if time else None for number, time in times.items()}


def _about(event: Event) -> str:
    return f"event:{event.slug}"
