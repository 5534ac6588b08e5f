"""Link an account to its person by a code."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER, SELF
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE
from ranking.links.models import LinkCode
from ranking.links.rules import plain_code
from ranking.links.selectors import code_of, confirmed_application
from tournament.access.rules import token_hash
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.people.models.persons import Person
from tournament.people.services.accounts import new_account, people_ledger

#: The lifetime of a code: from an official in days, by mail in hours.
DAYS, MAIL_HOURS = 30, 24
#: Nobody can fill the mailbox of somebody who registered.
BETWEEN_MAILS = timedelta(minutes=15)


@action("person.code", summary=_("Create a code that links an account to a person"), roles=COMMITTEE, subject="body")
def issue_code(context: ActionContext, _body: Body, *, person: Person, code: str) -> Done:
    """Keep the hash of a new code for ``person``, which ends the earlier ones.

    Only the caller knows the code.
    """
    row = _keep_code(context, person, code)
    return Done({"code": row.pk}, f"person:{row.person_id}", after={"until": row.expires.isoformat()}, raises=())


@action(
    "entry.link_code",
    summary=_("Create a code that links an account to a player"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def issue_entry_code(context: ActionContext, event: Event, *, entry: Entry, code: str) -> Done:
    """Do as ``person.code``, for a player of the event. Refused for an entry of another event."""
    if entry.event_id != event.pk:
        raise Refused(_("This does not belong to this event."))
    row = _keep_code(context, entry.person, code)
    return Done({"code": row.pk}, f"entry:{entry.number}", after={"until": row.expires.isoformat()}, raises=())


def _keep_code(context: ActionContext, person: Person, code: str) -> LinkCode:
    person = Person.objects.select_related("merged_into").get(pk=person.pk).kept
    now = timezone.now()
    LinkCode.objects.filter(person=person, used_at=None).delete()
    return LinkCode.objects.create(
        person=person,
        code_hash=token_hash(plain_code(code)),
        made_at=now,
        made_by=context.actor.name[:150],
        expires=now + timedelta(days=DAYS),
    )


@action("account.link", summary=_("Link one's account to a person"), roles=[SELF], subject="account")
def link_account(context: ActionContext, account: Account, *, code: str) -> Done:
    """Link the account to the person of an open code, which then is used up."""
    ledger = people_ledger(context)
    if account.person_id:
        raise Refused(_("This account is already linked to a person."), where="code")
    person = _redeem_typed(code, account)
    target = f"account:{account.pk}"
    return Done({"person": person.pk}, target, after={"person": f"person:{person.pk}"}, raises=(), ledger=ledger)


@action("account.unlink", summary=_("Unlink one's account from a person"), roles=[SELF], subject="account")
def unlink_account(context: ActionContext, account: Account) -> Done:
    """Remove the link of the account to its person."""
    ledger = people_ledger(context)
    before = account.person_id
    account.person = None
    account.save(update_fields=["person"])
    old = {"person": f"person:{before}"} if before else None
    return Done({"person": None}, f"account:{account.pk}", old, None, raises=(), ledger=ledger, changed=bool(before))


@action("account.join", summary=_("Create one's account with a code"), roles=[BEARER], subject="code")
def join_with_code(context: ActionContext, code: LinkCode, *, username: str, password: str) -> Done:
    """Create an account for the person of the code; the answer holds the account's id."""
    ledger = people_ledger(context)
    current = LinkCode.objects.select_related("person__merged_into").get(pk=code.pk)
    if not current.open:
        raise Refused(_("This code is unknown, already used or expired."))
    account = new_account(context, username=username, name=current.person.kept.name[:150], password=password)
    person = _redeem(current, account)
    after = {"account": f"account:{account.pk}", "person": f"person:{person.pk}"}
    return Done({"account": account.pk}, f"account:{account.pk}", after=after, raises=(), ledger=ledger)


def _redeem_typed(typed: str, account: Account) -> Person:
    code = code_of(typed)
    if code is None:
        raise Refused(_("This code is unknown, already used or expired."), where="code")
    return _redeem(code, account)


def _redeem(code: LinkCode, account: Account) -> Person:
    redeemed = LinkCode.objects.filter(pk=code.pk, used_at=None).update(used_at=timezone.now(), account=account)
    if not redeemed:  # by another account at the same moment
        raise Refused(_("This code is unknown, already used or expired."), where="code")
    account.person = code.person.kept
    account.save(update_fields=["person"])
    return account.person


@action("account.ask_code", summary=_("Ask for a code by mail"), roles=[SELF], subject="account")
def ask_code(context: ActionContext, account: Account, *, mail: str) -> Done:
    """Keep a code to be mailed to the confirmed address of a registration; the answer holds its id.

    The answer holds no id if no registration has this address, or if a code was mailed to it a moment ago; the page
    must not show the difference.
    """
    ledger = people_ledger(context)
    application, now = confirmed_application(mail), timezone.now()
    lately = LinkCode.objects.filter(application=application, made_at__range=(now - BETWEEN_MAILS, now))
    if application is None or application.entry is None or lately.exists():
        return Done({"code": None}, f"account:{account.pk}", changed=False)
    row = LinkCode.objects.create(
        person=application.entry.person.kept,
        application=application,
        made_at=now,
        expires=now + timedelta(hours=MAIL_HOURS),
    )
    return Done({"code": row.pk}, f"account:{account.pk}", after={"mail": "code"}, raises=(), ledger=ledger)


@action("code.mail", summary=_("Mail a code that links an account"), roles=[], subject="none")
def take_code(context: ActionContext, _subject: None, *, kept: int, code: str) -> Done:
    """Keep the hash of the code that is mailed now."""
    ledger = people_ledger(context)
    row = LinkCode.objects.get(pk=kept, used_at=None)
    row.code_hash = token_hash(code)
    row.save(update_fields=["code_hash"])
    return Done({"code": kept}, f"person:{row.person_id}", after={"mail": "code"}, raises=(), ledger=ledger)
