"""Sign appeals: who must, who may, and what follows (3.12.3)."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from scoring.appeals import rules
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealSignature
from scoring.appeals.rules import State
from scoring.appeals.selectors.appeals import last_step, leader_of
from scoring.appeals.services.shared import ENTITLED, NEVER, done_on


@action(
    "appeal.sign",
    summary=gettext_lazy("Sign an appeal, or record that it is signed on paper"),
    roles=[*ENTITLED, BEARER],
    subject="appeal",
    states=NEVER | {State.UNSIGNED: Answer.SAFE},
)
def sign_appeal(context: ActionContext, appeal: Appeal, *, signer: str) -> Done:
    """Sign the last step as the player or the leader; with all signatures it waits for its decision (3.12.3).

    A code signs only for its holder; an official notes signatures on paper. Refused: a signer who need not sign, or
    another signer than the holder of the code.
    """
    if signer not in wanted_signers(appeal):
        raise Refused(_("No other signature is needed for this appeal."), where="signer")
    own = own_signer(context, appeal)
    if own and signer != own:
        raise Refused(_("You can sign only for yourself."), where="signer")
    if not sign(context, appeal, signer):
        return done_on(appeal, changed=False)
    return done_on(appeal, before={"state": State.UNSIGNED}, after={"signed": [signer], "state": appeal.status})


def wanted_signers(appeal: Appeal) -> tuple[str, ...]:
    """Return who must sign the appeal (3.12.3)."""
    return rules.signers(has_leader=bool(appeal.entry and leader_of(appeal.entry)))


def own_signer(context: ActionContext, appeal: Appeal) -> str:
    """Return as whom an actor with a code signs; empty for an official."""
    own = {f"player:{appeal.entry_id}": Appeal.By.PLAYER, f"leader:{appeal.team_id}": Appeal.By.LEADER}
    return str(own.get(context.actor.ref, ""))


def sign(context: ActionContext, appeal: Appeal, signer: str) -> bool:
    """Add the signature to the last step and update the state; return whether the signature is new."""
    step = last_step(appeal)
    if step.signatures.filter(signer=signer).exists():
        return False
    own = bool(own_signer(context, appeal))
    name = context.actor.name if own else _name_of(appeal, signer)
    how = AppealSignature.How.CODE if own else AppealSignature.How.PAPER
    AppealSignature.objects.create(step=step, signer=signer, how=how, name=name[:200], at=timezone.now())
    signed = set(step.signatures.values_list("signer", flat=True))
    if appeal.status == State.UNSIGNED:
        appeal.status = rules.state_when_signed(signed, wanted_signers(appeal))
        appeal.save(update_fields=["status"])
    return True


def _name_of(appeal: Appeal, signer: str) -> str:
    if signer == Appeal.By.LEADER:
        return leader_of(appeal.entry) if appeal.entry else ""
    return appeal.entry.name if appeal.entry else ""
