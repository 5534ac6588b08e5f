"""Papers: set the address in QR codes, and record what was made."""

from collections.abc import Mapping

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.labels import AuditLabels, declare_labels
from tournament.events.models.events import Event
from tournament.papers.models import PaperAddress, Printed
from tournament.papers.rules.addresses import AddressError, clean_address
from tournament.papers.selectors import address_of
from tournament.people.models.accounts import Role

#: Roles that make papers.
PRINTERS = [
    Role.Name.ORGANIZER,
    Role.Name.COMMITTEE,
    Role.Name.CHIEF_REFEREE,
    Role.Name.REFEREE,
    Role.Name.SCOREKEEPER,
]


declare_labels(__name__, AuditLabels(keys={"paper": gettext_lazy("Paper"), "parts": gettext_lazy("Parts")}))


@action(
    "papers.address",
    summary=gettext_lazy("Choose the address in QR codes"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def set_address(_context: ActionContext, event: Event, *, address: str) -> Done:
    """Set the base address of QR codes; printed papers keep the old one."""
    try:
        after = clean_address(address)
    except AddressError as error:
        raise Refused(_problem(error.code), where="address") from None
    before = address_of(event)
    PaperAddress.objects.update_or_create(event=event, defaults={"address": after})
    return Done({"address": after}, f"event:{event.slug}", before, after, (), changed=before != after)


def _problem(code: str) -> str:
    return {
        "scheme": _("An address must begin with http:// or https://."),
        "path": _("Type only the beginning of the address, such as http://192.168.1.20:8000."),
        "port": _("The number after the colon is not a port."),
        "user": _("An address in a QR code must not contain a name or a password."),
    }.get(code, _("This is not an address."))


@action("papers.make", summary=gettext_lazy("Make papers"), roles=PRINTERS, subject="event")
def note_made(context: ActionContext, event: Event, *, paper: str, parts: Mapping[str, str]) -> Done:
    """Record the made parts of ``paper``: number as text -> digest; other parts keep theirs."""
    printed, _made = Printed.objects.get_or_create(event=event, paper=paper, defaults={"at": timezone.now()})
    printed.parts = {**printed.parts, **parts}
    printed.at, printed.by = timezone.now(), context.actor.name
    printed.save()
    return Done({"paper": paper}, f"event:{event.slug}", None, {"paper": paper, "parts": len(parts)}, ())
