"""The line-up of a team: which reserve plays which number in a session."""

from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused, WrongState
from scoring.sheets.selectors.people.substitution import substitutions
from scoring.sheets.services.people.substituting import CHOOSERS, open_seat, sit_again, sit_instead
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.presence.models.line_ups import LineUp
from tournament.presence.selectors.line_ups import of_one_team
from tournament.presence.selectors.presence import plays_in


@action("team.line_up", summary=_("Set who plays a team's numbers in a session"), roles=CHOOSERS, subject="event")
def set_line_up(context: ActionContext, event: Event, *, session: int, reserve: Entry, holder: Entry | None) -> Done:
    """Let ``reserve`` play the number of ``holder`` in the session; None: no number (3.5.3; rulings: Ranking, Team).

    With a chart the reserve sits on the seat from hand 1 on, refused once the table plays. Without a chart the line-up
    waits for it.
    """
    reserve = _entry_of_event(event, reserve, "reserve")
    planned = _planned_session(event, session)
    if holder is not None:
        holder = _entry_of_event(event, holder, "holder")
        _check_substitute(planned, reserve, holder)
    before = _played_by(event, planned, reserve)
    if before != holder:
        if before is not None:
            _give_back(planned, before)
        if holder is not None:
            _line_up(context, planned, reserve, holder)
    facts = {"session": session, "by": reserve.number}
    answer = {**facts, "holder": holder.number if holder else None}
    return Done(
        answer,
        f"session:{session}",
        {**facts, "holder": before.number if before else None},
        answer,
        (LIVE, PUBLIC),
        changed=before != holder,
    )


def _planned_session(event: Event, number: int) -> Session:
    """Return the planned session; create its row if an imported event has none yet."""
    if not 1 <= number <= event.planned_sessions:
        raise Refused(_("The event has sessions 1 to %(last)d.") % {"last": event.planned_sessions}, where="session")
    session, _made = Session.objects.get_or_create(event=event, number=number)
    if session.released_at:
        raise WrongState(_("The results of session %(number)d are public.") % {"number": number})
    return session


def _entry_of_event(event: Event, entry: Entry, where: str) -> Entry:
    """Read the entry again under the event's lock."""
    fresh = event.entries.prefetch_related("withdrawals").filter(pk=entry.pk).first()
    if fresh is None:
        raise Refused(_("This does not belong to this event."), where=where)
    return fresh


def _check_substitute(session: Session, reserve: Entry, holder: Entry) -> None:
    if not of_one_team(reserve, holder):
        names = {"reserve": reserve.name, "name": holder.name}
        raise Refused(_("%(reserve)s is not a reserve of the team of %(name)s.") % names, where="holder")
    if not plays_in(reserve, session.number):
        figures = {"name": reserve.name, "number": session.number}
        raise Refused(_("%(name)s is out of the event in session %(number)d.") % figures, where="holder")


def _played_by(event: Event, session: Session, reserve: Entry) -> Entry | None:
    """Return the holder whose number the reserve plays in the session so far."""
    seated = [
        substitution.holder
        for substitution in substitutions(event, session.number)
        if substitution.sitting.entry_id == reserve.pk and substitution.sitting.table.session_id == session.pk
    ]
    waiting = LineUp.objects.filter(session=session, by=reserve).select_related("holder").first()
    if seated:
        return seated[0]
    return waiting.holder if waiting else None


def _give_back(session: Session, holder: Entry) -> None:
    if not LineUp.objects.filter(session=session, holder=holder).delete()[0]:
        sit_again(open_seat(session, holder))


def _line_up(context: ActionContext, session: Session, reserve: Entry, holder: Entry) -> None:
    other = _taken_by(session, holder)
    if other:
        raise Refused(_("%(name)s already plays this number in the session.") % {"name": other}, where="holder")
    if session.tables.exists():
        sit_instead(context, open_seat(session, holder), reserve)
    else:
        LineUp.objects.create(session=session, holder=holder, by=reserve)


def _taken_by(session: Session, holder: Entry) -> str:
    """Return the name of the holder's substitute in the session; empty without one."""
    for substitution in substitutions(session.event, session.number):
        sitting = substitution.sitting
        if substitution.holder == holder and sitting.table.session_id == session.pk:
            return sitting.entry.name if sitting.entry else sitting.name
    waiting = LineUp.objects.filter(session=session, holder=holder).select_related("by").first()
    return waiting.by.name if waiting else ""
