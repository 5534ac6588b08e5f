"""Set the copy of an event aside that went another way, so that the event can be taken again."""

from collections.abc import Callable

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from scoring.hand_over.models import ForeignRow, HandOver
from scoring.hand_over.services.giving import lock_ledger
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

#: Each returns why the copy of the event cannot be set aside, as a sentence, or an empty text.
AGAINST_SETTING_ASIDE: list[Callable[[Event], str]] = []


@action(
    "event.set_aside",
    summary=_("Set the copy of an event aside"),
    roles=[Role.Name.ORGANIZER],
    subject="hand-over",
    while_held=True,
)
def set_aside(context: ActionContext, row: HandOver) -> Done:
    """Keep a taken event as a copy that everybody with a role can read and nobody can change, under another id.

    For a machine whose copy went another way than the event where it came from: the event can then be taken from there
    again, and nothing of the copy is merged into it. Its audit goes with it. Refused for an event that was made here,
    for one that is handed over, for one whose results count here, and without a reason.
    """
    event = row.event
    ledger = lock_ledger(context, event)
    if row.side != HandOver.Side.TAKEN or row.state == HandOver.State.ASIDE or row != event.hand_overs.first():
        raise Refused(_("Only an event that was taken from another machine can be set aside."))
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    for function in AGAINST_SETTING_ASIDE:
        if against := function(event):
            raise Refused(against)
    before = event.slug
    event.slug = _free_slug(before)
    event.save(update_fields=["slug"])
    # The rows keep their identity nowhere else: the event that is taken again gets rows of its own.
    ForeignRow.objects.filter(event=event).delete()
    row.state, row.reason = HandOver.State.ASIDE, context.reason
    row.ended_at, row.ended_by = timezone.now(), context.actor.name
    row.save()
    ledger.written_as, ledger.name = ledger.chain_name, f"event:{event.slug}"
    ledger.held_since, ledger.holder = ledger.held_since or timezone.now(), row.other
    ledger.save()
    ids = {"event_id": before}, {"event_id": event.slug}
    return Done({"event": event.slug}, f"event:{event.slug}", *ids, raises=(LIVE, PUBLIC))


def _free_slug(slug: str) -> str:
    number = 1
    while Event.objects.filter(slug=f"{slug[:50]}-aside-{number}").exists():
        number += 1
    return f"{slug[:50]}-aside-{number}"
