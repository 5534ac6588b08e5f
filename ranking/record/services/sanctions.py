"""Keep the register of sanctioned events (A9 4.4): enter an event, and withdraw an entry."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.models.ledgers import Ledger
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE
from ranking.record.models.records import RecordedEvent
from ranking.record.models.sanctions import SanctionedEvent
from ranking.record.rules.classes import with_sanction
from ranking.record.selectors.sanctions import keeps_register, recorded_for, valid_entries
from tournament.events.models.events import Event
from tournament.events.services.event_class import note_class
from tournament.people.services.checking import check_begun, check_row


@dataclass(frozen=True)
class Sanction:
    """The input of an entry: ``slug`` is the event's id; without it the event is found by number and first day."""

    number: str
    name: str
    granted_on: date
    granted_by: str
    slug: str = ""
    country: str = ""
    starts: date | None = None
    letter: str = ""


@action("sanction.enter", summary=_("Enter an event in the register"), roles=COMMITTEE, subject="body")
def enter_sanction(context: ActionContext, body: Body, *, sanction: Sanction) -> Done:
    """Enter a sanctioned event; an event that is already in the record has its class at once.

    Refused for a body that sanctions no events (a member organisation, a web site), and for a number or an event that
    is already in the register.
    """
    _check_keeper(body)
    _check_once(sanction)
    check_begun(sanction.granted_on, "granted_on")
    entry = SanctionedEvent(body=body, **asdict(sanction))
    check_row(entry, exclude=("body",))
    entry.save()
    recorded = recorded_for(entry)
    if recorded:
        _set_entry(context, recorded, entry)
    after = {"number": entry.number, "event": entry.slug or entry.name, "class": entry.letter}
    answer = {"entry": entry.pk, "event": recorded.slug if recorded else ""}
    return Done(answer, f"sanction:{entry.pk}", None, after, (LIVE, PUBLIC), second_ledger=_second(recorded, body))


@action("sanction.withdraw", summary=_("Withdraw an event from the register"), roles=COMMITTEE, subject="body")
def withdraw_sanction(context: ActionContext, body: Body, *, entry: SanctionedEvent) -> Done:
    """Withdraw an entry with a reason: its event has no class any more, and its results count for no pin."""
    _check_keeper(body)
    own = SanctionedEvent.objects.select_for_update().filter(pk=entry.pk, withdrawn_at=None).first()
    if own is None:
        raise Refused(_("This entry is already withdrawn."))
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    recorded = RecordedEvent.objects.select_related("event__ledger", "body__ledger").filter(register_entry=own).first()
    if recorded:
        _set_entry(context, recorded, None)
    own.withdrawn_at, own.withdrawn_by = timezone.now(), context.actor.name[:150]
    own.withdrawn_reason = context.reason[:500]
    own.save()
    before: dict[str, Any] = {"number": own.number, "event": own.slug or own.name}
    answer = {"entry": own.pk, "event": recorded.slug if recorded else ""}
    return Done(answer, f"sanction:{own.pk}", before, None, (LIVE, PUBLIC), second_ledger=_second(recorded, body))


def _check_keeper(body: Body) -> None:
    if not keeps_register(body):
        raise Refused(_("Only the world body sanctions events (A9 4.4)."))


def _check_once(sanction: Sanction) -> None:
    if not sanction.slug and not sanction.starts:
        raise Refused(_("Give the event's id, or its first day: the number alone can be copied."), where="slug")
    if valid_entries().filter(number=sanction.number).exists():
        raise Refused(_("This number is already in the register."), where="number")
    if sanction.slug and valid_entries().filter(slug=sanction.slug).exists():
        raise Refused(_("This event is already in the register."), where="slug")


def _set_entry(context: ActionContext, recorded: RecordedEvent, entry: SanctionedEvent | None) -> None:
    """Give an event of the record its entry (None: take it away); its players are evaluated again."""
    recorded.register_entry = entry
    recorded.sanctioned = entry is not None
    recorded.conditions = with_sanction(recorded.conditions, sanctioned=recorded.sanctioned)
    recorded.evaluated_at = None
    recorded.save()
    if recorded.event:
        note_class(context, recorded.event, recorded.valid_letter or Event.Class.NONE)


def _second(recorded: RecordedEvent | None, body: Body) -> Ledger | None:
    """Return the ledger that gets the entry too: that of the event, or of the body that took its list in."""
    if recorded is None:
        return None
    if recorded.event:
        return recorded.event.ledger
    return recorded.body.ledger if recorded.body_id != body.pk else None
