"""Record a foul with its penalty, cancel it, and publish a notice (3.11)."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import CALLS, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.i18n.wording import one_line
from scoring.fouls.models import Foul, FoulEvidence, Measure
from scoring.fouls.rules.catalogue import FREE, LATE, SESSION
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.proposing import Penalty, Regime, in_order, propose
from scoring.fouls.selectors.fouls import catalogue_of, occurrence_of, regime_of
from scoring.fouls.selectors.late import is_booked
from scoring.fouls.services.effects import (
    JUDGES,
    Touched,
    check_penalty,
    conclude_sheets,
    foul_done,
    foul_words,
    next_number,
    propose_measures,
    put_effects,
    recount_repetitions,
    remove_effects,
)
from scoring.fouls.services.foul_reports import FoulReport, location_of
from scoring.game.rules.games import game_of
from scoring.sheets.rules.entering import EACH, NOBODY
from scoring.sheets.selectors.people.substitution import reserve_for
from scoring.sheets.services.referee_calls import answer_foul
from tournament.events.models.events import Event
from tournament.events.selectors.privacy import last_day_kept
from tournament.people.models.accounts import Role

#: How long evidence is kept for an event without dates.
KEPT = timedelta(days=365)


@action("foul.record", summary=gettext_lazy("Record a foul with its penalty"), roles=JUDGES, subject="event")
def record_foul(context: ActionContext, event: Event, *, foul: FoulReport, acknowledged: Collection[str] = ()) -> Done:
    """Record a foul, and write its points and dead hand on the sheet, which must not be signed.

    It answers an open call of the table about a foul. A penalty other than the proposed one needs the action's reason.
    Refused if the ``occurrence`` has changed since the form was shown. Asked: "off-tariff". The answer: ``foul``, its
    number; ``changed``, the numbers of the fouls whose penalty changed with their repetition; ``measures``, the numbers
    of the proposed measures.
    """
    regime, known = regime_of(event), catalogue_of(event).get(foul.kind)
    if known is None or (foul.outcome and foul.outcome not in {outcome.code for outcome in known.outcomes}):
        raise Refused(_("The catalogue has no such foul."), where="kind")
    if foul.kind == FREE and not foul.title.strip():
        raise Refused(_("Write what happened."), where="title")
    row = _new_foul(context, event, foul, known)
    if foul.paid_to is not None and (foul.paid_to.event_id != event.pk or row.scope != SESSION):
        raise Refused(_("These points cannot be paid to this recipient."), where="payee")
    _refuse_lateness(row)
    _decide(context, row, foul, known, regime)
    check_penalty(Penalty(tuple(row.effects), row.points, row.payee), row, regime, acknowledged)
    touched = Touched()
    row.save()
    put_effects(context, row, touched)
    _keep_evidence(row, foul.notes, foul.witnesses)
    changed = recount_repetitions(context, row, known, regime, touched)
    measures = propose_measures(context, row, row.entered_at)
    after = foul_words(row)
    raises = conclude_sheets(context, touched, "foul.record", {"after": after})
    if row.sheet is not None and answer_foul(
        context, row.sheet, _("Foul %(number)d is recorded.") % {"number": row.number}
    ):
        raises = (*raises, CALLS)
    return foul_done(row, None, after, raises, changed=changed, measures=measures)


@action(
    "foul.cancel",
    summary=gettext_lazy("Cancel a foul"),
    roles=JUDGES,
    subject="foul",
    states={"standing": Answer.ASKS, "inadmissible": Answer.ASKS, "cancelled": Answer.REFUSED},
)
def cancel_foul(context: ActionContext, foul: Foul) -> Done:
    """Cancel a foul, with a reason: remove its points and recount repeated fouls.

    Refused if this would change a signed sheet, and while a measure that follows from it is in force. Its proposed
    measures are rejected and its public notice disappears. The answer: ``changed``, the numbers of the fouls whose
    penalty changed.
    """
    in_force = foul.measures.filter(status=Measure.State.IN_FORCE).first()
    if in_force is not None:
        message = _("%(measure)s resulted from this foul. The committee must lift it first.")
        raise Refused(message % {"measure": in_force.get_kind_display()})
    before, touched = foul_words(foul), Touched()
    had_effect = foul.stands
    regime, known = regime_of(foul.event), catalogue_of(foul.event).get(foul.kind)
    if had_effect:
        remove_effects(context, foul, touched)
    foul.cancelled_at, foul.cancelled_by, foul.cancel_reason = _now(), context.actor.name, one_line(context.reason)
    foul.save()
    for measure in foul.measures.filter(status=Measure.State.PROPOSED):
        measure.status, measure.decided_at, measure.decided_by = Measure.State.REJECTED, _now(), context.actor.name
        measure.decision_reason = one_line(context.reason)
        measure.save()
    changed = recount_repetitions(context, foul, known, regime, touched) if known and had_effect else []
    raises = conclude_sheets(context, touched, "foul.cancel", {"before": before})
    if foul.notice_at is not None:
        raises = tuple(sorted({*raises, "public"}))
    return foul_done(foul, before, {"cancelled": True, "changed": changed}, raises, changed=changed)


@action(
    "foul.publish",
    summary=gettext_lazy("Publish a notice of a foul"),
    roles=[Role.Name.CHIEF_REFEREE, Role.Name.COMMITTEE],
    subject="foul",
    states={"standing": Answer.SAFE, "inadmissible": Answer.REFUSED, "cancelled": Answer.REFUSED},
)
def publish_notice(context: ActionContext, foul: Foul, *, text: str) -> Done:
    """Put a notice (通报) of the foul on the event's public page; an empty ``text`` removes it (3.11.4)."""
    text = one_line(text, 500)
    if text == foul.notice:
        return Done({"foul": foul.number}, f"foul:{foul.number}", changed=False)
    before, foul.notice = {"text": foul.notice}, text
    foul.notice_at, foul.notice_by = (_now(), context.actor.name) if text else (None, "")
    foul.save()
    return foul_done(foul, before, {"text": text}, ("live", "public"))


def _new_foul(context: ActionContext, event: Event, report: FoulReport, kind: CatalogueEntry) -> Foul:
    """Return a foul that is not stored yet, with its location and texts but without a penalty."""
    location = location_of(event, kind, report)
    foul = Foul(event=event, game=game_of(event.rules).key, number=next_number(event), kind=report.kind)
    foul.outcome = report.outcome or kind.outcomes[0].code
    foul.scope, foul.session, foul.sheet, foul.seat = location.scope, location.session, location.sheet, location.seat
    foul.hand_no, foul.entry, foul.name = location.hand_no, location.entry, location.name
    foul.article = one_line(report.article, 30) or kind.article
    foul.title, foul.tiles = one_line(report.title), one_line(report.tiles, 60)
    foul.remark = one_line(report.remark)
    foul.admissible, foul.change_reason = report.admissible, one_line(context.reason)
    foul.entered_at, foul.entered_by, foul.entered_ref = _now(), context.actor.name, context.actor.ref
    return foul


def _refuse_lateness(foul: Foul) -> None:
    """Raise Refused for lateness that is recorded already, or of a player whose reserve plays (3.11.2.1)."""
    if foul.kind != LATE or not foul.admissible or not foul.session or not foul.entry:
        return
    reserve = reserve_for(foul.session, foul.entry)
    if reserve:
        # The points, or the forfeit, would be those of the reserve.
        raise Refused(_("%(name)s already plays this number in the session.") % {"name": reserve}, where="kind")
    if is_booked(foul.session, foul.entry):
        raise Refused(_("The late arrival of %(name)s is already recorded.") % {"name": foul.entry.name}, where="kind")


def _decide(context: ActionContext, foul: Foul, report: FoulReport, kind: CatalogueEntry, regime: Regime) -> None:
    """Set the penalty: the proposed one, or the referee's, which needs a reason if it differs."""
    if not foul.admissible:
        foul.effects, foul.points, foul.payee, foul.times = [], 0, NOBODY, None
        return
    foul.times = occurrence_of(foul, kind, regime)
    if foul.times is not None and report.occurrence not in (None, foul.times):
        message = _("This is now the player's foul no. %(times)d of this kind. Check the penalty again.")
        raise Refused(message % {"times": foul.times}, where="kind")
    proposal = propose(kind, foul.outcome, times=foul.times or 1, regime=regime)
    penalty = proposal
    if report.effects is not None:
        penalty = Penalty(in_order(report.effects), report.points, report.payee)
    if foul.scope == SESSION and penalty.payee == EACH:
        raise Refused(_("In a session, choose the player who receives the points."), where="payee")
    foul.effects, foul.points, foul.payee = list(penalty.effects), penalty.points, penalty.payee
    foul.paid_to = report.paid_to
    foul.proposed = _as_proposed(kind, proposal, penalty)
    if not foul.proposed and not context.reason:
        raise Refused(_("Give a reason for departing from the proposed penalty."), where="reason")


def _as_proposed(kind: CatalogueEntry, proposal: Penalty, penalty: Penalty) -> bool:
    """Whether the penalty is the proposed one, apart from points and payee that the rules leave to the referee."""
    if kind.code == FREE:
        return True
    if kind.choice and penalty.effects == proposal.effects:
        return proposal.payee in (penalty.payee, "one")
    return penalty == proposal or (proposal.payee == "one" and penalty.effects == proposal.effects)


def _keep_evidence(foul: Foul, notes: str, witnesses: str) -> None:
    if not notes.strip() and not witnesses.strip():
        return
    delete_after = last_day_kept(foul.event) or timezone.localdate() + KEPT
    FoulEvidence.objects.create(foul=foul, notes=notes.strip(), witnesses=witnesses.strip(), delete_after=delete_after)


def _now() -> Any:
    return timezone.now().replace(microsecond=0)
