"""Receive the packages of an event that is played in a hall."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.privacy.signing_keys import is_genuine
from scoring.publishing.models import ReceivedPackage
from scoring.publishing.rules import Header, digest_of, read_header, why_unfit
from scoring.publishing.selectors.checking import raw_signature
from scoring.publishing.selectors.packages import newest_received
from scoring.publishing.selectors.shape import PublicData
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from tournament.people.services.accounts import people_ledger


class Unfit(Refused):
    """The package cannot follow the ones that are here: ``code`` is one of `rules.why_unfit`, ``expected`` a number."""

    def __init__(self, code: str, expected: int) -> None:
        super().__init__(_("This package does not follow the ones that are here."), where="header")
        self.code, self.expected = code, expected


@action(
    "publishing.receive",
    summary=_("Receive public data from the hall"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
    while_held=True,
)
def receive_package(
    _context: ActionContext, event: Event, *, number: int, header: str, signature: str, content: str
) -> Done:
    """Keep a package and make its content public here; a package that is here already changes nothing.

    ``content`` is empty in packages that a later one replaced before they could be sent. The answer holds the number
    that is expected next. Refused: what is not signed, belongs to another event, or is not as described. Unfit: a
    package that does not follow.
    """
    head = _checked_header(event, number, header, signature)
    digest = digest_of(header)
    latest = newest_received(event)
    expected = latest.number + 1 if latest else 1
    if event.received_packages.filter(number=number, digest=digest).exists():
        return Done({"next": expected}, f"event:{event.slug}", changed=False)
    unfit = why_unfit(head, latest.head if latest else None)
    if unfit:
        raise Unfit("gap" if unfit == "gap" and number > expected else "other-chain", expected)
    if content:
        _check_content(event, head, content)
        event.received_packages.exclude(content="").update(content="")
    ReceivedPackage.objects.create(
        event=event,
        number=number,
        header=header,
        signature=signature,
        digest=digest,
        content=content,
        received_at=timezone.now(),
    )
    after = {"package": number, "digest": digest}
    # While the hall holds the event, its audit goes on there, and the packages are a signed chain of their own.
    is_here = event.ledger.held_since is None
    return Done({"next": number + 1}, f"event:{event.slug}", after=after, raises=(LIVE, PUBLIC), audited=is_here)


@action(
    "publishing.start_over",
    summary=_("Accept another machine of the hall"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
    while_held=True,
)
def start_over(context: ActionContext, event: Event) -> Done:
    """Forget the packages of the hall, so that another machine, or one from a backup, can begin with number 1.

    While the hall holds the event its audit goes on there: the entry stands in the audit of people and accounts here.
    """
    latest = newest_received(event)
    if latest is None:
        raise Refused(_("No package has been received yet."))
    event.received_packages.all().delete()
    before = {"package": latest.number, "digest": latest.digest}
    audit_here = people_ledger(context) if event.ledger.held_since else None
    return Done({}, f"event:{event.slug}", before=before, raises=(LIVE, PUBLIC), second_ledger=audit_here)


def _checked_header(event: Event, number: int, text: str, signature: str) -> Header:
    try:
        header = read_header(text)
    except ValueError:
        raise Refused(_("This is not the header of a package."), where="header") from None
    if header.event != event.slug or header.number != number:
        raise Refused(_("This package belongs to another event or has another number."), where="header")
    if not is_genuine(header.key, text.encode(), raw_signature(signature)):
        raise Refused(_("The signature of the package is wrong."), where="signature")
    return header


def _check_content(event: Event, header: Header, content: str) -> None:
    if digest_of(content) != header.content:
        raise Refused(_("The content of the package is not what its signature is for."), where="content")
    try:
        data = PublicData.model_validate_json(content)
    except ValidationError:
        raise Refused(_("The content of the package is not as described."), where="content") from None
    if data.event.id != event.slug:
        raise Refused(_("This package belongs to another event or has another number."), where="content")
