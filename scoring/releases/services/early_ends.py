"""Let the arbitration committee lift the wait of closing and class for running appeal times (3.12.2)."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, ActionContext, Done, action
from common.actions.errors import Refused
from common.i18n.wording import one_line
from scoring.releases.models.closings import EarlyEnd
from scoring.releases.selectors.waits import Kind, appeal_waits
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role


@action(
    "event.end_appeal_times",
    summary=gettext_lazy("End appeal times early"),
    roles=[Role.Name.ARBITRATION],
    subject="event",
)
def end_appeal_times(context: ActionContext, event: Event, *, names: str) -> Done:
    """Lift the wait of closing and class for the appeal times that run now, with a reason.

    Appeals in time stay admissible. ``names``: the deciding members of the committee. Refused: no running appeal time,
    no names, no reason. The answer: ``sessions``, their numbers.
    """
    by = one_line(names)
    numbers = [wait.number for wait in appeal_waits(event) if wait.kind is Kind.TIME]
    if not numbers:
        raise Refused(_("No appeal time is running."))
    if not by:
        raise Refused(_("Name who decided."), where="names")
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    facts = {"at": timezone.now(), "by": by, "reason": one_line(context.reason)}
    for session in event.sessions.filter(number__in=numbers):
        EarlyEnd.objects.update_or_create(session=session, defaults=facts)
    return Done({"sessions": numbers}, f"event:{event.slug}", None, {"sessions": numbers, "names": by}, (LIVE,))
