"""Hand an event over, and give it back: from then on it is written elsewhere."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.models.ledgers import Ledger
from common.actions.permissions import BEARER
from common.privacy.sealed_files import new_key
from scoring.hand_over.models import HandOver
from scoring.hand_over.rules.tokens import network_token
from scoring.hand_over.services.installing import this_installation
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

ORGANIZER = [Role.Name.ORGANIZER]


@action("event.hand_over", summary=_("Hand an event over"), roles=ORGANIZER, subject="event", while_held=True)
def hand_over(context: ActionContext, event: Event, *, other: str, here: str) -> Done:
    """Let ``other`` hold the event: nothing can be written here until it is taken back.

    ``other`` and ``here`` name the two installations for people: "laptop of the hall", "pinju.example.org".

    The answer: ``hand_over``, the id of the hand-over, whose row has the key of its file. Refused while another
    installation holds the event.
    """
    ledger = lock_ledger(context, event)
    if ledger.held_since:
        raise Refused(_("This event is held elsewhere already."))
    if not other.strip():
        raise Refused(_("Enter who takes the event, such as “laptop of the hall”."), where="other")
    this_installation(context)
    key = new_key()
    row = HandOver.objects.create(
        event=event,
        side=HandOver.Side.GIVEN,
        other=other.strip(),
        here=here,
        key=key,
        key_hash=token_hash(network_token(key)),
        head_seq=ledger.audit_seq + 1,
        began_at=timezone.now(),
        began_by=context.actor.name,
    )
    _hold(context, ledger, row.other)
    after = {"holder": row.other, "hand_over": row.uid.hex}
    return Done({"hand_over": row.uid.hex}, f"event:{event.slug}", after=after, raises=(LIVE, PUBLIC))


@action("event.give_back", summary=_("Give an event back"), roles=ORGANIZER, subject="hand-over", while_held=True)
def give_back(context: ActionContext, row: HandOver) -> Done:
    """End the work on a taken event here, so that its file can be made and taken back where it came from."""
    ledger = lock_ledger(context, row.event)
    if row.side != HandOver.Side.TAKEN or row.state != HandOver.State.OPEN:
        raise Refused(_("This event is not held here for another installation."))
    if ledger.held_since:
        raise Refused(_("This event is held elsewhere already."))
    row.state, row.ended_at, row.ended_by = HandOver.State.BACK, timezone.now(), context.actor.name
    row.save()
    _hold(context, ledger, row.other)
    after = {"holder": row.other, "hand_over": row.uid.hex}
    return Done({"hand_over": row.uid.hex}, f"event:{row.event.slug}", after=after, raises=(LIVE, PUBLIC))


@action(
    "event.note_arrival",
    summary=_("Note that the event arrived at the other machine"),
    roles=[*ORGANIZER, BEARER],
    subject="hand-over",
    while_held=True,
)
def note_arrival(_context: ActionContext, row: HandOver) -> Done:
    """Note when the other installation got the file over the network; not audited, as it decides nothing."""
    HandOver.objects.filter(pk=row.pk, fetched_at=None).update(fetched_at=timezone.now())
    return Done({}, "", changed=False)


def lock_ledger(_context: ActionContext, event: Event) -> Ledger:
    """Lock and return the event's ledger: a write that has not ended yet waits, and then finds the event held."""
    return Ledger.objects.select_for_update().get(pk=event.ledger.pk)


def _hold(_context: ActionContext, ledger: Ledger, holder: str) -> None:
    ledger.held_since, ledger.holder = timezone.now(), holder
    ledger.save(update_fields=["held_since", "holder"])


def release_ledger(_context: ActionContext, ledger: Ledger) -> None:
    """Let the event be written here again; the caller saves the ledger."""
    ledger.held_since, ledger.holder = None, ""
