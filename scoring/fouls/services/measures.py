"""Suspension, loss of rank, disqualification (3.11.4-5): put in force, confirmed by a second person, lifted."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, Answer, Call, Done, action
from common.actions.errors import Refused
from common.actions.permissions import ADMINISTRATOR, SYSTEM
from common.i18n.wording import listed
from scoring.fouls.models import Measure
from scoring.fouls.selectors.fouls import alone
from scoring.sheets.services.facts.writing import one_line
from tournament.events.models.entries import Entry
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role
from tournament.presence.services.withdrawals import disqualify, let_back, lose_rank, mark_suspended, take_out

SUSPENSIONS = {Measure.Kind.SUSPENSION}


@action(
    "measure.suspend",
    summary=gettext_lazy("Suspend a player at once"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="measure",
    states={"proposed": Answer.SAFE, "in-force": Answer.REFUSED, "rejected": Answer.REFUSED, "lifted": Answer.REFUSED},
)
def suspend(call: Call, measure: Measure, *, session: int, referee: str = "") -> Done:
    """Put a proposed suspension in force: the player is out from ``session`` on (3.11.4).

    Referee and chief referee decide it (rulings: Penalties): who proposed it and who acts now; a chief referee who
    proposed it names the ``referee`` who decides too, and both stand as those who decided.

    Seats, lists and calls of those sessions go on without the player; at a table that is being played a filler takes
    the seat from the next hand (`sheet.seat_person`). The committee is told by its page and may lift it.
    """
    if measure.kind != Measure.Kind.SUSPENSION:
        raise Refused(_("The committee confirms this."))
    referee = " ".join(referee.split())
    if alone(measure, call.actor.ref) and not referee:
        raise Refused(_("You proposed it: name the referee who decides it with you."), where="referee")
    raises: tuple[str, ...] = ()
    if measure.entry.status == Entry.Status.ENTERED:
        raises = take_out(call, measure.entry, session, suspended=True)
    else:
        mark_suspended(call, measure.entry)
    measure.status, measure.from_session = Measure.State.IN_FORCE, session
    _decided(call, measure, referee)
    return _done(measure, {"from_session": session, "by": measure.decided_by}, raises)


@action(
    "measure.confirm",
    summary=gettext_lazy("Confirm a loss of rank or a disqualification"),
    roles=[Role.Name.COMMITTEE],
    subject="measure",
    states={"proposed": Answer.SAFE, "in-force": Answer.REFUSED, "rejected": Answer.REFUSED, "lifted": Answer.REFUSED},
)
def confirm(call: Call, measure: Measure) -> Done:
    """Put a loss of rank or a disqualification in force, as another person than the one who proposed it (3.11.5).

    No rank and nothing of the event counts for pins; the opponents' results stand; the team goes on without the points.
    """
    if measure.kind in SUSPENSIONS:
        raise Refused(_("The chief referee suspends."))
    if alone(measure, call.actor.ref):
        raise Refused(_("You proposed it: another person of the committee confirms it."))
    refuse_if_closed(call, measure.entry.event)
    if measure.kind == Measure.Kind.DISQUALIFICATION:
        disqualify(call, measure.entry, on=True)
    else:
        lose_rank(call, measure.entry, on=True)
    measure.status = Measure.State.IN_FORCE
    _decided(call, measure)
    return _done(measure, {}, ())


@action(
    "measure.reject",
    summary=gettext_lazy("Do not confirm a measure"),
    roles=[Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE],
    subject="measure",
    states={"proposed": Answer.ASKS, "in-force": Answer.REFUSED, "rejected": Answer.REFUSED, "lifted": Answer.REFUSED},
)
def reject(call: Call, measure: Measure) -> Done:
    """Decide against a proposed measure, with a reason. The chief referee does so with suspensions only."""
    deciders = {Role.Name.COMMITTEE.value, ADMINISTRATOR, SYSTEM}
    if measure.kind not in SUSPENSIONS and not deciders & call.actor.roles(measure.head):
        raise Refused(_("The committee decides this."))
    measure.status = Measure.State.REJECTED
    _decided(call, measure)
    return Done({"measure": measure.number}, f"measure:{measure.number}", None, _words(measure), (LIVE,))


@action(
    "measure.lift",
    summary=gettext_lazy("Lift a measure"),
    roles=[Role.Name.COMMITTEE],
    subject="measure",
    states={"in-force": Answer.ASKS, "proposed": Answer.REFUSED, "rejected": Answer.REFUSED, "lifted": Answer.REFUSED},
)
def lift(call: Call, measure: Measure, *, session: int | None = None) -> Done:
    """End a measure, with a reason; who was suspended plays again from ``session`` on."""
    entry = measure.entry
    refuse_if_closed(call, entry.event)
    if measure.kind == Measure.Kind.SUSPENSION:
        if session is None:
            raise Refused(_("Say from which session on the player plays again."), where="session")
        if entry.status == Entry.Status.WITHDRAWN:
            let_back(call, entry, session)
    elif measure.kind == Measure.Kind.DISQUALIFICATION:
        disqualify(call, entry, on=False)
    else:
        lose_rank(call, entry, on=False)
    measure.status, measure.lifted_at, measure.lifted_by = Measure.State.LIFTED, _now(), call.actor.name
    measure.lift_reason = one_line(call)
    measure.save()
    return _done(measure, {"session": session} if session else {}, ())


def _decided(call: Call, measure: Measure, referee: str = "") -> None:
    measure.decided_at = _now()
    measure.decided_by = listed(filter(None, [call.actor.name, referee]))[:200]
    measure.decision_reason = one_line(call)
    measure.save()


def _words(measure: Measure) -> dict[str, Any]:
    found: dict[str, Any] = {
        "measure": measure.number,
        "against": measure.entry.number,
        "sort": measure.kind,
        "status": measure.status,
    }
    return found | ({"foul": measure.foul.number} if measure.foul else {})


def _done(measure: Measure, facts: dict[str, Any], raises: tuple[str, ...]) -> Done:
    # Public standings and lists hold the player otherwise now.
    rising = tuple(sorted({LIVE, PUBLIC, *raises}))
    return Done({"measure": measure.number}, f"measure:{measure.number}", None, _words(measure) | facts, rising)


def _now() -> Any:
    return timezone.now().replace(microsecond=0)
