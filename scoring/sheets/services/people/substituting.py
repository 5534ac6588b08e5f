"""Let a reserve of the team or a filler play a number of the chart in one session, from hand 1 on."""

from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused, WrongState
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.people.substitution import against_substitution, chart_seat
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.people.models.accounts import Role
from tournament.presence.selectors.presence import plays_in
from tournament.presence.services.calls import end_calls
from tournament.presence.services.fillers import new_filler

CHOOSERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE, Role.Name.REFEREE]
STATES = {"unreleased": Answer.SAFE, "released": Answer.REFUSED}


@action(
    "seat.substitute",
    summary=_("Let a reserve or a filler play a number in a session"),
    roles=CHOOSERS,
    subject="session",
    states=STATES,
)
def substitute(
    context: ActionContext, session: Session, *, holder: Entry, by: Entry, last_session: int | None = None
) -> Done:
    """Put ``by`` on the seat of ``holder`` from hand 1 on (3.5.3; rulings: Sessions, time, seats).

    Also in the later sessions up to ``last_session``. A reserve's result counts for the reserve and the team, a
    filler's does not count. Refused once the table plays.
    """
    seats = _open_seats(session, holder, last_session)
    for later in seats:
        _check_substitute(later.table.session, holder, by)
    before = [sit_instead(context, seat, by) for seat in seats]
    return _substitution_done(session, seats, before, by.number)


@action(
    "seat.fill",
    summary=_("Let a person who is not entered play a number as a filler"),
    roles=CHOOSERS,
    subject="session",
    states=STATES,
)
def fill_seat(
    context: ActionContext, session: Session, *, holder: Entry, name: str, last_session: int | None = None
) -> Done:
    """Enter ``name`` as a present filler on the seat of ``holder`` from hand 1 on, up to ``last_session``.

    The answer has ``number``: the filler's number.
    """
    filler = new_filler(context, session.event, name, session.number)
    seats = _open_seats(session, holder, last_session)
    before = [sit_instead(context, seat, filler) for seat in seats]
    return _substitution_done(session, seats, before, filler.number)


@action(
    "seat.give_back",
    summary=_("Give a number back to its player"),
    roles=CHOOSERS,
    subject="session",
    states=STATES,
)
def give_back(_context: ActionContext, session: Session, *, holder: Entry) -> Done:
    """Remove the substitute of ``holder`` in the session; refused once the table plays."""
    seat = open_seat(session, holder)
    before = sit_again(seat)
    return _substitution_done(session, [seat], [before], None)


def sit_instead(context: ActionContext, seat: Sitting, by: Entry) -> int | None:
    """Put ``by`` on a seat of the chart from hand 1 on; return the number of the earlier substitute, or None."""
    elsewhere = Sitting.objects.filter(table__session=seat.table.session, entry=by)
    elsewhere = elsewhere.exclude(table=seat.table, seat=seat.seat)
    taken = elsewhere.select_related("table").first()
    if taken:
        message = _("%(name)s already sits at table %(table)d in this session.")
        raise Refused(message % {"name": by.name, "table": taken.table.number}, where="by")
    before = sit_again(seat)
    Sitting.objects.create(table=seat.table, seat=seat.seat, from_hand=1, entry=by)
    session = seat.table.session.number
    end_calls(context, [seat.entry] if seat.entry else [], first_session=session, last_session=session)
    return before


def sit_again(seat: Sitting) -> int | None:
    """Remove the substitute from a seat of the chart; return the number of that substitute, or None."""
    sitting = Sitting.objects.filter(table=seat.table, seat=seat.seat, from_hand=1).select_related("entry").first()
    if sitting is None:
        return None
    sitting.delete()
    return sitting.entry.number if sitting.entry else None


def open_seat(session: Session, holder: Entry) -> Sitting:
    """Return the holder's seat with its sheet locked; Refused without a seat or once the table plays."""
    seat = chart_seat(session, holder)
    if seat is None:
        message = _("The chart of session %(session)d has no seat for %(name)s.")
        raise Refused(message % {"session": session.number, "name": holder.name}, where="holder")
    Sheet.objects.select_for_update().filter(table=seat.table).first()
    obstacle = against_substitution(seat.table)
    if obstacle:
        raise Refused(obstacle)
    return seat


def _open_seats(session: Session, holder: Entry, last_session: int | None) -> list[Sitting]:
    """Return the holder's seats in the session and in the later ones up to ``last_session``, as `open_seat`."""
    sessions = [session]
    if last_session is not None and last_session > session.number:
        sessions += session.event.sessions.filter(number__gt=session.number, number__lte=last_session)
    released = next((later for later in sessions if later.released_at), None)
    if released:
        raise WrongState(_("The results of session %(number)d are public.") % {"number": released.number})
    return [open_seat(each, holder) for each in sessions]


def _check_substitute(session: Session, holder: Entry, by: Entry) -> None:
    reserve_of_team = by.kind == Entry.Kind.RESERVE and by.team_id is not None and by.team_id == holder.team_id
    if by.event_id != session.event_id or not (reserve_of_team or by.kind == Entry.Kind.FILLER):
        message = _("%(name)s is neither a reserve of the team nor a filler.")
        raise Refused(message % {"name": by.name}, where="by")
    if not plays_in(by, session.number):
        message = _("%(name)s is out of the event in session %(number)d.")
        raise Refused(message % {"name": by.name, "number": session.number}, where="by")


def _substitution_done(session: Session, seats: list[Sitting], before: list[int | None], after: int | None) -> Done:
    """Report the change; of several sessions the audit keeps the first with its table, and the last."""
    seat, last = seats[0], seats[-1].table.session.number
    assert seat.entry is not None
    several = {"last_session": last} if last != session.number else {}
    answer = {"session": session.number, "table": seat.table.number, "seat": seat.seat, "number": after, **several}
    position = {"session": session.number, "table": seat.table.number, "holder": seat.entry.number, **several}
    return Done(
        answer,
        f"session:{session.number}",
        {**position, "plays": before[0]},
        {**position, "plays": after},
        # The public pages show who sits where, and a replaced player is no longer called.
        (PUBLIC, LIVE),
        changed=any(number != after for number in before),
    )
