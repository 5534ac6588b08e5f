"""Take an event that another installation handed over, and take it back from there."""

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.models.ledgers import Ledger
from common.actions.permissions import BEARER
from common.privacy.sealed_files import plain_key
from scoring.hand_over.models import HandOver
from scoring.hand_over.rules.tokens import network_token
from scoring.hand_over.selectors.package import Package
from scoring.hand_over.services.writing import write_event
from tournament.access.rules import token_hash
from tournament.access.selectors.roles import HOUSE
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from tournament.people.services.accounts import lock_people


@action("event.take", summary=_("Take an event that was handed over"), roles=[HOUSE], subject="none", while_held=True)
def take_event(context: ActionContext, _subject: None, *, package: Package, file_key: str, server: str = "") -> Done:
    """Write the event of a file that another installation made, and hold it; the actor becomes its organizer.

    ``server`` is the address of that installation if the file came over the network. An event that is here already is
    refused, unless it was given back from here: it is then brought up to date. The answer: ``event``, its id, and
    ``kept``, the names of persons that were changed in both places and are as they were here, ``doubted`` as `Written`.
    """
    package.unlock(file_key)
    if package.back:
        raise Refused(_("This file gives an event back: take it on the page “Hand over” of that event."), where="file")
    lock_people(context)
    event = Event.objects.select_for_update().filter(slug=package.event).first()
    if HandOver.objects.filter(uid=package.uid).exists():
        raise Refused(_("This event is here already. Nothing was changed."), where="file")
    if event is not None and not _was_given_back(event):
        raise Refused(_why_not_again(event), where="file")
    document = package.document()
    event = event or _new_event(context, package.event)
    written = write_event(context, event, package, document)
    other = server or package.source
    HandOver.objects.create(
        uid=package.uid,
        event=event,
        side=HandOver.Side.TAKEN,
        other=other,
        server=server,
        key=plain_key(file_key),
        key_hash=token_hash(network_token(plain_key(file_key))),
        head_seq=written.ledger.audit_seq,
        began_at=timezone.now(),
        began_by=context.actor.name,
    )
    if context.actor.account is not None:
        event.roles.get_or_create(account=context.actor.account, name=Role.Name.ORGANIZER)
    after = {"source": other, "hand_over": package.uid.hex}
    answer = {"event": event.slug, "kept": written.kept, "doubted": written.doubted}
    return Done(answer, f"event:{event.slug}", after=after, raises=(LIVE, PUBLIC), ledger=written.ledger)


@action(
    "event.take_back",
    summary=_("Take an event back"),
    roles=[Role.Name.ORGANIZER, BEARER],
    subject="hand-over",
    while_held=True,
)
def take_back(context: ActionContext, row: HandOver, *, package: Package) -> Done:
    """Write the event as it is in the file that the other installation made when it gave the event back.

    Refused for a file of another hand-over, and when the event was taken back already. The answer: ``kept``, the names
    of persons that were changed in both places and are as they were here, and ``doubted`` as `Written`.
    """
    if package.uid != row.uid or not package.back:
        raise Refused(_("This file belongs to another hand-over, or is the one that was made here."), where="file")
    if row.side != HandOver.Side.GIVEN or row.state != HandOver.State.OPEN:
        raise Refused(_("This event was taken back already. Nothing was changed."), where="file")
    package.unlock(row.key)
    lock_people(context)
    written = write_event(context, row.event, package, package.document())
    row.state, row.ended_at, row.ended_by = HandOver.State.BACK, timezone.now(), context.actor.name
    row.package, row.key = package.digest, ""
    row.save()
    after = {"source": row.other, "hand_over": row.uid.hex, "entries": written.ledger.audit_seq - row.head_seq}
    answer = {"kept": written.kept, "doubted": written.doubted}
    return Done(answer, f"event:{row.event.slug}", after=after, raises=(LIVE, PUBLIC))


def _was_given_back(event: Event) -> bool:
    """Whether the event lies here only since it was given back: it came from elsewhere, and is held there."""
    last = event.hand_overs.first()
    taken = last is not None and last.side == HandOver.Side.TAKEN and last.state == HandOver.State.BACK
    return taken and event.ledger.held_since is not None


def _why_not_again(event: Event) -> str | Promise:
    """Return why an event of another hand-over is not taken over what is here."""
    last = event.hand_overs.first()
    if last is None or last.side != HandOver.Side.TAKEN:
        return _("This event is here already. Nothing was changed.")
    return _(
        "This event is here already, from an earlier hand-over. To take it again, first set the copy here aside, on "
        "its page “Hand over”. Nothing was changed."
    )


def _new_event(_context: ActionContext, slug: str) -> Event:
    """Make the row of an event, to be filled from the document."""
    return Event.objects.create(ledger=Ledger.objects.create(name=f"event:{slug}"), slug=slug, name=slug)
