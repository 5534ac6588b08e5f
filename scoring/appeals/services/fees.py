"""Take the fee of an appeal, and return or keep it by the decision (3.12.2)."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from scoring.appeals import rules
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.rules import State
from scoring.appeals.selectors.appeals import fee_end
from scoring.appeals.services.shared import ENTITLED, NEVER, done_on

DECIDED: dict[str, Answer] = NEVER | {state: Answer.SAFE for state in State if state not in rules.UNDECIDED}
ALWAYS: dict[str, Answer] = dict.fromkeys(State, Answer.SAFE)
WITH_REASON: dict[str, Answer] = dict.fromkeys(State, Answer.ASKS)


@action(
    "appeal.pay",
    summary=gettext_lazy("Collect the fee of an appeal"),
    roles=ENTITLED,
    subject="appeal",
    states=ALWAYS,
)
def take_fee(context: ActionContext, appeal: Appeal) -> Done:
    """Record the fee as paid; from then on a receipt can be printed. Refused if no fee is due."""
    if appeal.fee_state != Appeal.Fee.DUE:
        raise Refused(_("No fee is due."))
    appeal.fee_state, appeal.paid_at, appeal.paid_to = Appeal.Fee.PAID, timezone.now(), context.actor.name
    appeal.save(update_fields=["fee_state", "paid_at", "paid_to"])
    return done_on(appeal, before={"fee": "due"}, after={"fee": "paid"})


@action(
    "appeal.unpay",
    summary=gettext_lazy("Mark a fee as not paid"),
    roles=ENTITLED,
    subject="appeal",
    states=WITH_REASON,
)
def untake_fee(_context: ActionContext, appeal: Appeal) -> Done:
    """Correct a mistake: make the paid fee due again, with a reason. Refused if it is not paid, or settled."""
    if appeal.fee_state != Appeal.Fee.PAID:
        raise Refused(_("This fee is not paid, or was already returned or kept."))
    appeal.fee_state, appeal.paid_at, appeal.paid_to = Appeal.Fee.DUE, None, ""
    appeal.save(update_fields=["fee_state", "paid_at", "paid_to"])
    return done_on(appeal, before={"fee": "paid"}, after={"fee": "due"})


@action(
    "appeal.settle_fee",
    summary=gettext_lazy("Return or keep the fee of a decided appeal"),
    roles=ENTITLED,
    subject="appeal",
    states=DECIDED,
)
def settle_fee(context: ActionContext, appeal: Appeal) -> Done:
    """Return or keep the paid fee, by the decision (3.12.2). Refused before the decision is final."""
    if appeal.fee_state != Appeal.Fee.PAID:
        raise Refused(_("This fee is not paid, or was already returned or kept."))
    end = fee_end(appeal)
    if not end:
        raise Refused(_("There is no final decision on the appeal yet."))
    appeal.fee_state, appeal.settled_at, appeal.settled_by = end, timezone.now(), context.actor.name
    appeal.save(update_fields=["fee_state", "settled_at", "settled_by"])
    return done_on(appeal, before={"fee": "paid"}, after={"fee": end})
