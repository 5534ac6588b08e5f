"""Put suspensions, losses of rank and disqualifications in force, confirm, reject and lift them (3.11.4-5)."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.actions.permissions import ADMINISTRATOR, SYSTEM
from common.i18n.wording import listed, one_line
from scoring.fouls.models import Measure
from scoring.fouls.selectors.fouls import is_own_proposal
from tournament.events.models.entries import Entry
from tournament.events.services.closed import refuse_if_closed
from tournament.people.models.accounts import Role
from tournament.presence.selectors.presence import is_out, withdrew_before_suspension
from tournament.presence.services.withdrawals import (
    disqualify,
    end_suspension,
    lose_rank,
    mark_suspended,
    take_out,
)

SUSPENSIONS = {Measure.Kind.SUSPENSION}


@action(
    "measure.suspend",
    summary=gettext_lazy("Suspend a player at once"),
    roles=[Role.Name.CHIEF_REFEREE],
    subject="measure",
    states={"proposed": Answer.SAFE, "in-force": Answer.REFUSED, "rejected": Answer.REFUSED, "lifted": Answer.REFUSED},
)
def suspend(context: ActionContext, measure: Measure, *, session: int, referee: str = "") -> Done:
    """Put a proposed suspension in force: the player is out from ``session`` on (3.11.4).

    A referee and the chief referee decide it together (rulings: Penalties): the one who proposed it and the one who
    acts now. A chief referee who proposed it names the other ``referee``; both are recorded.

    Seats, lists and calls of those sessions continue without the player. At a table in play a filler takes the seat
    from the next hand (`sheet.seat_person`). The committee sees it on its page and may lift it. Refused: another kind
    of measure, or no second referee.
    """
    if measure.kind != Measure.Kind.SUSPENSION:
        raise Refused(_("Only the committee can confirm this."))
    referee = one_line(referee)
    if is_own_proposal(measure, context.actor.ref) and not referee:
        raise Refused(_("You proposed it. Name the referee who decides it with you."), where="referee")
    if measure.entry.status == Entry.Status.ENTERED:
        raises = take_out(context, measure.entry, session, suspended=True)
    else:
        raises = mark_suspended(context, measure.entry, session)
    measure.status, measure.from_session = Measure.State.IN_FORCE, session
    _save_decision(context, measure, referee)
    return _measure_done(measure, {"from_session": session, "by": measure.decided_by}, raises)


@action(
    "measure.confirm",
    summary=gettext_lazy("Confirm a loss of rank or a disqualification"),
    roles=[Role.Name.COMMITTEE],
    subject="measure",
    states={"proposed": Answer.SAFE, "in-force": Answer.REFUSED, "rejected": Answer.REFUSED, "lifted": Answer.REFUSED},
)
def confirm(context: ActionContext, measure: Measure) -> Done:
    """Put a loss of rank or a disqualification in force (3.11.5); the actor must not be the one who proposed it.

    The player has no rank, and nothing of the event counts for pins. The opponents keep their results; the team
    continues without the player's points. Refused: a suspension, a proposal of the actor, a closed event.
    """
    if measure.kind in SUSPENSIONS:
        raise Refused(_("Only the chief referee can suspend a player."))
    if is_own_proposal(measure, context.actor.ref):
        raise Refused(_("You proposed it. Another member of the committee must confirm it."))
    refuse_if_closed(measure.entry.event)
    if measure.kind == Measure.Kind.DISQUALIFICATION:
        disqualify(context, measure.entry, on=True)
    else:
        lose_rank(context, measure.entry, on=True)
    measure.status = Measure.State.IN_FORCE
    _save_decision(context, measure)
    return _measure_done(measure, {}, ())


@action(
    "measure.reject",
    summary=gettext_lazy("Do not confirm a measure"),
    roles=[Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE],
    subject="measure",
    states={"proposed": Answer.ASKS, "in-force": Answer.REFUSED, "rejected": Answer.REFUSED, "lifted": Answer.REFUSED},
)
def reject(context: ActionContext, measure: Measure) -> Done:
    """Reject a proposed measure, with a reason. The chief referee may reject suspensions only, else Refused."""
    deciders = {Role.Name.COMMITTEE.value, ADMINISTRATOR, SYSTEM}
    if measure.kind not in SUSPENSIONS and not deciders & context.actor.roles(measure.ledger):
        raise Refused(_("Only the committee can decide this."))
    measure.status = Measure.State.REJECTED
    _save_decision(context, measure)
    return Done({"measure": measure.number}, f"measure:{measure.number}", None, _audit_values(measure), (LIVE,))


@action(
    "measure.lift",
    summary=gettext_lazy("Lift a measure"),
    roles=[Role.Name.COMMITTEE],
    subject="measure",
    states={"in-force": Answer.ASKS, "proposed": Answer.REFUSED, "rejected": Answer.REFUSED, "lifted": Answer.REFUSED},
)
def lift(context: ActionContext, measure: Measure, *, session: int | None = None) -> Done:
    """End a measure, with a reason; a suspended player plays again from ``session`` on, else Refused without it.

    A player who had withdrawn before the suspension is out again by that withdrawal, and needs no ``session``.
    """
    entry = measure.entry
    refuse_if_closed(entry.event)
    if measure.kind == Measure.Kind.SUSPENSION:
        ends_at = session or withdrew_before_suspension(entry)
        if ends_at is None:
            raise Refused(_("Choose the session from which the player plays again."), where="session")
        if is_out(entry):
            end_suspension(context, entry, ends_at)
    elif measure.kind == Measure.Kind.DISQUALIFICATION:
        disqualify(context, entry, on=False)
    else:
        lose_rank(context, entry, on=False)
    measure.status, measure.lifted_at, measure.lifted_by = Measure.State.LIFTED, _now(), context.actor.name
    measure.lift_reason = one_line(context.reason)
    measure.save()
    return _measure_done(measure, {"session": session} if session else {}, ())


def _save_decision(context: ActionContext, measure: Measure, referee: str = "") -> None:
    measure.decided_at = _now()
    measure.decided_by = listed(filter(None, [context.actor.name, referee]))[:200]
    measure.decision_reason = one_line(context.reason)
    measure.save()


def _audit_values(measure: Measure) -> dict[str, Any]:
    values: dict[str, Any] = {
        "measure": measure.number,
        "against": measure.entry.number,
        "sort": measure.kind,
        "status": measure.status,
    }
    return values | ({"foul": measure.foul.number} if measure.foul else {})


def _measure_done(measure: Measure, extra: dict[str, Any], raises: tuple[str, ...]) -> Done:
    # A measure changes the player in public standings and lists.
    rising = tuple(sorted({LIVE, PUBLIC, *raises}))
    return Done({"measure": measure.number}, f"measure:{measure.number}", None, _audit_values(measure) | extra, rising)


def _now() -> Any:
    return timezone.now().replace(microsecond=0)
