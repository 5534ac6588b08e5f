"""Link an account to its person by a code, and handle requests for corrections."""

from datetime import timedelta

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, Answer, Call, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER, SELF
from ranking.bodies.models import Body
from ranking.bodies.selectors.bodies import Responsible
from ranking.bodies.services import COMMITTEE
from ranking.links.models import CorrectionRequest, LinkCode, PersonRecord
from ranking.links.rules import plain_code
from ranking.links.selectors import code_of, confirmed_application, expired_requests, person_of
from ranking.record.models.sites import SiteResults
from ranking.record.selectors.result_lists import stale_lists
from tournament.access.rules import token_hash
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people
from tournament.people.services.checking import check_row

#: The lifetime of a code: from an official in days, by mail in hours.
DAYS, MAIL_HOURS = 30, 24
#: Days that the text of a request is kept after the answer.
KEPT_DAYS = 365


@action("person.code", summary=_("Make a code that links an account to a person"), roles=COMMITTEE, subject="body")
def issue_code(call: Call, body: Body, *, person: Person, code: str) -> Done:
    """Keep the hash of a new code for ``person``, which ends the earlier ones.

    Only the caller knows the code.
    """
    row = _keep_code(call, person, code)
    return Done({"code": row.pk}, f"person:{row.person_id}", after={"until": row.expires.isoformat()}, raises=())


@action(
    "entry.link_code",
    summary=_("Make a code that links an account to a player"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def issue_entry_code(call: Call, event: Event, *, entry: Entry, code: str) -> Done:
    """Do as ``person.code``, for a player of the event. Refused for an entry of another event."""
    if entry.event_id != event.pk:
        raise Refused(_("This is not of this event."))
    row = _keep_code(call, entry.person, code)
    return Done({"code": row.pk}, f"entry:{entry.number}", after={"until": row.expires.isoformat()}, raises=())


def _keep_code(call: Call, person: Person, code: str) -> LinkCode:
    person = Person.objects.select_related("merged_into").get(pk=person.pk).kept
    now = timezone.now()
    LinkCode.objects.filter(person=person, used_at=None).delete()
    return LinkCode.objects.create(
        person=person,
        code_hash=token_hash(plain_code(code)),
        made_at=now,
        made_by=call.actor.name[:150],
        expires=now + timedelta(days=DAYS),
    )


@action("account.link", summary=_("Link the own account to a person"), roles=[SELF], subject="account")
def link_account(call: Call, account: Account, *, code: str) -> Done:
    """Link the account to the person of an open code, which then is used up."""
    head = lock_people(call)
    if account.person_id:
        raise Refused(_("This account is linked to a person already."), where="code")
    person = _redeem_typed(call, code, account)
    target = f"account:{account.pk}"
    return Done({"person": person.pk}, target, after={"person": f"person:{person.pk}"}, raises=(), head=head)


@action(
    "account.unlink", summary=_("Take the link of the own account to a person back"), roles=[SELF], subject="account"
)
def unlink_account(call: Call, account: Account) -> Done:
    """Remove the link of the account to its person."""
    head = lock_people(call)
    before = account.person_id
    account.person = None
    account.save(update_fields=["person"])
    old = {"person": f"person:{before}"} if before else None
    return Done({"person": None}, f"account:{account.pk}", old, None, raises=(), head=head, changed=bool(before))


@action("account.join", summary=_("Make the own account with a code"), roles=[BEARER], subject="code")
def join_with_code(call: Call, code: LinkCode, *, username: str, password: str) -> Done:
    """Create an account for the person of the code; the answer holds the account's id."""
    head = lock_people(call)
    current = LinkCode.objects.select_related("person__merged_into").get(pk=code.pk)
    if not current.open:
        raise Refused(_("This code is unknown, was used or is over."))
    account = Account(username=Account.normalize_username(username), name=current.person.kept.name[:150])
    if Account.objects.filter(username__iexact=account.username).exists():
        raise Refused(_("There is an account with this user name already."), where="username")
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise Refused(" ".join(error.messages), where="password") from None
    account.set_password(password)
    check_row(call, account)
    account.save()
    person = _redeem(call, current, account)
    after = {"account": f"account:{account.pk}", "person": f"person:{person.pk}"}
    return Done({"account": account.pk}, f"account:{account.pk}", after=after, raises=(), head=head)


def _redeem_typed(call: Call, typed: str, account: Account) -> Person:
    code = code_of(typed)
    if code is None:
        raise Refused(_("This code is unknown, was used or is over."), where="code")
    return _redeem(call, code, account)


def _redeem(call: Call, code: LinkCode, account: Account) -> Person:
    code.used_at = timezone.now()
    code.account = account
    code.save(update_fields=["used_at", "account"])
    account.person = code.person.kept
    account.save(update_fields=["person"])
    return account.person


@action("account.ask_code", summary=_("Ask for a code by mail"), roles=[SELF], subject="account")
def ask_code(call: Call, account: Account, *, mail: str) -> Done:
    """Keep a code to be mailed to the confirmed address of a registration; the answer holds its id.

    The answer holds no id if no registration has this address; the page must not show the difference.
    """
    head = lock_people(call)
    application = confirmed_application(mail)
    if application is None or application.entry is None:
        return Done({"code": None}, f"account:{account.pk}", changed=False)
    now = timezone.now()
    row = LinkCode.objects.create(
        person=application.entry.person.kept,
        application=application,
        made_at=now,
        expires=now + timedelta(hours=MAIL_HOURS),
    )
    return Done({"code": row.pk}, f"account:{account.pk}", after={"mail": "code"}, raises=(), head=head)


@action("code.mail", summary=_("Mail a code that links an account"), roles=[], subject="none")
def take_code(call: Call, subject: None, *, kept: int, code: str) -> Done:
    """Keep the hash of the code that is mailed now."""
    head = lock_people(call)
    row = LinkCode.objects.get(pk=kept, used_at=None)
    row.code_hash = token_hash(code)
    row.save(update_fields=["code_hash"])
    return Done({"code": kept}, f"person:{row.person_id}", after={"mail": "code"}, raises=(), head=head)


@action("record.show", summary=_("Say whether everybody may see the own record"), roles=[SELF], subject="account")
def show_record(call: Call, account: Account, *, public: bool) -> Done:
    """Set whether everybody may see the record of the account's person."""
    head = lock_people(call)
    person = _linked_person(call, account)
    record, _made = PersonRecord.objects.get_or_create(person=person)
    before = record.public
    record.public = public
    record.save(update_fields=["public"])
    target = f"person:{person.pk}"
    old = {"public": before}
    new = {"public": public}
    return Done({"public": public}, target, old, new, raises=(), head=head, changed=before != public)


@action("record.ask", summary=_("Ask for a correction of what is stored"), roles=[SELF], subject="account")
def ask_correction(call: Call, account: Account, *, text: str) -> Done:
    """Send a request for a correction to the body of the person's country; the text stays out of the audit log.

    Refused if no body is responsible.
    """
    head = lock_people(call)
    person = _linked_person(call, account)
    body = Responsible().for_country(person.country)
    if body is None:
        raise Refused(_("Nobody answers such requests here yet. Please ask the organizer of an event."))
    now = timezone.now()
    request = CorrectionRequest(
        person=person,
        account=account,
        body=body,
        text=text,
        made_at=now,
        delete_after=(now + timedelta(days=KEPT_DAYS)).date(),
    )
    request.save()
    after = {"request": request.pk}
    return Done({"request": request.pk}, f"person:{person.pk}", after=after, raises=(), head=head)


@action(
    "record.answer",
    summary=_("Answer a request for a correction"),
    roles=COMMITTEE,
    subject="correction",
    states={"open": Answer.SAFE, "done": Answer.REFUSED, "declined": Answer.REFUSED},
)
def answer_correction(call: Call, request: CorrectionRequest, *, state: str, answer: str) -> Done:
    """Close a request as corrected ("done") or not ("declined"), with an answer for the person."""
    if state not in (CorrectionRequest.State.DONE, CorrectionRequest.State.DECLINED):
        raise Refused(_("Please choose one."), where="state")
    if state == CorrectionRequest.State.DECLINED and not answer:
        raise Refused(_("Please say why."), where="answer")
    now = timezone.now()
    request.state = state
    request.answer = answer
    request.answered_at = now
    request.answered_by = call.actor.name[:150]
    request.delete_after = (now + timedelta(days=KEPT_DAYS)).date()
    request.save()
    old = {"state": "open"}
    new = {"state": state}
    return Done({"request": request.pk}, f"correction:{request.pk}", old, new, raises=(LIVE,))


@action("record.expire", summary=_("Delete what the record keeps no longer"), roles=[], subject="none")
def delete_expired(call: Call, subject: None) -> Done:
    """Delete expired requests for corrections, and lists of results that were not taken over in time."""
    head = lock_people(call)
    SiteResults.objects.filter(list__in=stale_lists()).update(state=SiteResults.State.LAPSED)
    deleted = {"requests": expired_requests().delete()[0], "lists": stale_lists().delete()[0]}
    return Done(deleted, "requests", after=deleted, head=head, changed=any(deleted.values()))


def _linked_person(call: Call, account: Account) -> Person:
    person = person_of(account)
    if person is None:
        raise Refused(_("Your account is not linked to a person yet."))
    return person
