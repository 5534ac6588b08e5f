"""Take an event back by decision, when the installation that holds it does not give it back."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from scoring.hand_over.models import HandOver
from scoring.hand_over.selectors.status import published_since
from scoring.hand_over.services.giving import lock_ledger, release_ledger
from tournament.people.models.accounts import Role


@action(
    "event.decide_back",
    summary=_("Take an event back by decision"),
    roles=[Role.Name.ORGANIZER],
    subject="hand-over",
    while_held=True,
)
def decide_back(context: ActionContext, row: HandOver) -> Done:
    """Let the event be written here again as it is here, for a stated reason, although it is held elsewhere.

    For a laptop that is lost; and on the laptop, if the event cannot be taken back where it came from. What was written
    there since is missing here: a file that comes later is only compared, never merged. The audit names the last
    package that was published from there.
    """
    ledger = lock_ledger(context, row.event)
    if not row.held_elsewhere or ledger.held_since is None:
        raise Refused(_("This event is not held elsewhere."))
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    newest = published_since(row)
    before = {"holder": ledger.holder, "since": ledger.held_since.isoformat()}
    row.state, row.reason = HandOver.State.DECIDED, context.reason
    row.ended_at, row.ended_by = timezone.now(), context.actor.name
    row.save()
    release_ledger(context, ledger)
    ledger.save()
    after: dict[str, Any] = {"hand_over": row.uid.hex}
    if newest is not None:
        after |= {"package": newest.number, "digest": newest.digest}
    return Done({}, f"event:{row.event.slug}", before, after, raises=(LIVE, PUBLIC))
