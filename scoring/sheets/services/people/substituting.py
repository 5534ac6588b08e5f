"""Somebody else plays a number of the chart in one session: a reserve of the team, or a filler from hand 1."""

from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, Answer, Call, Done, action
from common.actions.errors import Refused
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
def substitute(call: Call, session: Session, *, holder: Entry, by: Entry) -> Done:
    """Put ``by`` on the seat of ``holder`` from hand 1 (3.5.3; rulings: Sessions, time, seats).

    A reserve's result counts for the team and as the own one, a filler's for nobody. Until the table's first hand.
    """
    seat = open_seat(session, holder)
    _check(session, holder, by)
    before = sit_instead(call, seat, by)
    return _done(session, seat, before, by.number)


@action(
    "seat.fill",
    summary=_("Let somebody who is not entered play a number as a filler"),
    roles=CHOOSERS,
    subject="session",
    states=STATES,
)
def fill_seat(call: Call, session: Session, *, holder: Entry, name: str) -> Done:
    """Take ``name`` in as a filler who is here, and put this one on the seat of ``holder`` from hand 1.

    The answer holds the filler's number.
    """
    filler = new_filler(call, session.event, name)
    seat = open_seat(session, holder)
    before = sit_instead(call, seat, filler)
    return _done(session, seat, before, filler.number)


@action(
    "seat.give_back",
    summary=_("Give a number back to its own player"),
    roles=CHOOSERS,
    subject="session",
    states=STATES,
)
def give_back(call: Call, session: Session, *, holder: Entry) -> Done:
    """Take back who was to play the number of ``holder`` in the session; until the table's first hand."""
    seat = open_seat(session, holder)
    before = sit_again(seat)
    return _done(session, seat, before, None)


def sit_instead(call: Call, seat: Sitting, by: Entry) -> int | None:
    """Put ``by`` on a seat of the chart from hand 1; the number of who was to sit there until now."""
    elsewhere = Sitting.objects.filter(table__session=seat.table.session, entry=by)
    elsewhere = elsewhere.exclude(table=seat.table, seat=seat.seat)
    if taken := elsewhere.select_related("table").first():
        message = _("%(name)s sits at table %(table)d in this session already.")
        raise Refused(message % {"name": by.name, "table": taken.table.number}, where="by")
    before = sit_again(seat)
    Sitting.objects.create(table=seat.table, seat=seat.seat, from_hand=1, entry=by)
    session = seat.table.session.number
    end_calls(call, [seat.entry] if seat.entry else [], first_session=session, last_session=session)
    return before


def sit_again(seat: Sitting) -> int | None:
    """Give a seat of the chart back to its own number; the number of who was to sit there until now."""
    sitting = Sitting.objects.filter(table=seat.table, seat=seat.seat, from_hand=1).select_related("entry").first()
    if sitting is None:
        return None
    sitting.delete()
    return sitting.entry.number if sitting.entry else None


def open_seat(session: Session, holder: Entry) -> Sitting:
    """The holder's seat on the chart, with its sheet locked and no hand on it."""
    seat = chart_seat(session, holder)
    if seat is None:
        message = _("The chart of session %(session)d has no seat for %(name)s.")
        raise Refused(message % {"session": session.number, "name": holder.name}, where="holder")
    Sheet.objects.select_for_update().filter(table=seat.table).first()
    if sentence := against_substitution(seat.table):
        raise Refused(sentence)
    return seat


def _check(session: Session, holder: Entry, by: Entry) -> None:
    mine = by.kind == Entry.Kind.RESERVE and by.team_id is not None and by.team_id == holder.team_id
    if by.event_id != session.event_id or not (mine or by.kind == Entry.Kind.FILLER):
        message = _("%(name)s is neither a reserve of the team nor a filler.")
        raise Refused(message % {"name": by.name}, where="by")
    if not plays_in(by, session.number):
        message = _("%(name)s is out of the event in session %(number)d.")
        raise Refused(message % {"name": by.name, "number": session.number}, where="by")


def _done(session: Session, seat: Sitting, before: int | None, after: int | None) -> Done:
    assert seat.entry is not None
    answer = {"session": session.number, "table": seat.table.number, "seat": seat.seat, "number": after}
    place = {"session": session.number, "table": seat.table.number, "holder": seat.entry.number}
    return Done(
        answer,
        f"session:{session.number}",
        {**place, "plays": before},
        {**place, "plays": after},
        # The public sees who sits where, and nobody calls a player who is replaced.
        (PUBLIC, LIVE),
        changed=before != after,
    )
