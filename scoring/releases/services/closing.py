"""Close an event, and reopen it."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.i18n.wording import clauses, one_line
from scoring.releases.models.closings import Closing
from scoring.releases.selectors.closing import closing_of, open_words, still_open
from scoring.releases.selectors.waits import appeal_waits
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

CLOSERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE]


@action("event.close", summary=gettext_lazy("Close the event"), roles=CLOSERS, subject="event")
def close_event(context: ActionContext, event: Event, *, by: str = "") -> Done:
    """Close the event. If anything is open, this needs a reason and ``by``, the name of the person who answers for it.

    While the event is closed, no sheet can be signed or reopened, no release retracted and no setting changed.
    Refused: a rehearsal, a closed event, a session or appeal time that runs, an appeal that is not decided (3.12.2),
    a missing reason or name.
    """
    if event.rehearsal:
        raise Refused(_("This is a rehearsal: it is never closed."))
    if closing_of(event):
        raise Refused(_("The event is already closed."))
    waits = appeal_waits(event)
    if waits:
        raise Refused(
            _("The event cannot be closed before its appeals are over: %(waits)s.") % {"waits": clauses(waits)}
        )
    left = still_open(event)
    by = one_line(by)
    if left and not context.reason:
        raise Refused(_("Please give a reason: %(open)s.") % {"open": clauses(open_words(left))}, where="reason")
    if left and not by:
        raise Refused(
            _("Please name who takes responsibility: %(open)s.") % {"open": clauses(open_words(left))}, where="by"
        )
    closing = Closing.objects.create(
        event=event,
        closed_at=timezone.now().replace(microsecond=0),
        by=by or context.actor.name[:200],
        reason=one_line(context.reason) if left else "",
        left_open=left,
    )
    after = {"closed": closing.closed_at.isoformat(), "answers": closing.by, "left_open": left}
    return Done({"closed": after["closed"]}, f"event:{event.slug}", None, after, (PUBLIC, LIVE))


@action("event.reopen", summary=gettext_lazy("Reopen the event"), roles=CLOSERS, subject="event")
def reopen_event(context: ActionContext, event: Event) -> Done:
    """Reopen the event, with a reason; the audit log keeps the closing. Refused if it is not closed."""
    closing = closing_of(event)
    if closing is None:
        raise Refused(_("The event is not closed."))
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    before = {"closed": closing.closed_at.isoformat(), "answers": closing.by}
    closing.delete()
    return Done({"closed": None}, f"event:{event.slug}", before, None, (PUBLIC, LIVE))
