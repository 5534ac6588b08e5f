"""Linking an account to its person: codes from officials or by mail, and what a person then may ask and say."""

from datetime import timedelta

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, Answer, Call, Done, action
from common.actions.errors import Refused
from common.actions.labels import AuditLabels, declare_labels
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

#: How long a code serves: from an official some weeks, by mail some hours.
DAYS, MAIL_HOURS = 30, 24
#: How long the words of a request are kept after the answer.
KEPT_DAYS = 365


declare_labels(
    __name__,
    AuditLabels(
        keys={
            "lists": _("Lists that were read"),
            "mail": _("Mail address"),
            "public": _("Shown to everybody"),
            "request": _("Request"),
            "requests": _("Requests"),
        },
        subjects={"correction": _("Request %(name)s"), "requests": _("Requests")},
    ),
)


@action("person.code", summary=_("Make a code that links an account to a person"), roles=COMMITTEE, subject="body")
def issue_code(call: Call, body: Body, *, person: Person, code: str) -> Done:
    """Keep the hash of a new code for ``person``; it ends the ones before. Only who typed it knows the code."""
    kept = _keep_code(call, person, code)
    return Done({"code": kept.pk}, f"person:{kept.person_id}", after={"until": kept.expires.isoformat()}, raises=())


@action(
    "entry.link_code",
    summary=_("Make a code that links an account to a player"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def issue_entry_code(call: Call, event: Event, *, entry: Entry, code: str) -> Done:
    """As ``person.code``, for a player of the event."""
    if entry.event_id != event.pk:
        raise Refused(_("This is not of this event."))
    kept = _keep_code(call, entry.person, code)
    return Done({"code": kept.pk}, f"entry:{entry.number}", after={"until": kept.expires.isoformat()}, raises=())


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
    """Link the account to the person of a code that is still open; it serves once."""
    head = lock_people(call)
    if account.person_id:
        raise Refused(_("This account is linked to a person already."), where="code")
    person = _use(call, code, account)
    about = f"account:{account.pk}"
    return Done({"person": person.pk}, about, after={"person": f"person:{person.pk}"}, raises=(), head=head)


@action(
    "account.unlink", summary=_("Take the link of the own account to a person back"), roles=[SELF], subject="account"
)
def unlink_account(call: Call, account: Account) -> Done:
    """Clear the account's person."""
    head = lock_people(call)
    before = account.person_id
    account.person = None
    account.save(update_fields=["person"])
    old = {"person": f"person:{before}"} if before else None
    return Done({"person": None}, f"account:{account.pk}", old, None, raises=(), head=head, changed=bool(before))


@action("account.join", summary=_("Make the own account with a code"), roles=[BEARER], subject="code")
def join_with_code(call: Call, code: LinkCode, *, username: str, password: str) -> Done:
    """Make an account for the person of the code, who shows it; the answer holds the account's id."""
    head = lock_people(call)
    fresh = LinkCode.objects.select_related("person__merged_into").get(pk=code.pk)
    if not fresh.open:
        raise Refused(_("This code is unknown, was used or is over."))
    account = Account(username=Account.normalize_username(username), name=fresh.person.kept.name[:150])
    if Account.objects.filter(username__iexact=account.username).exists():
        raise Refused(_("There is an account with this user name already."), where="username")
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise Refused(" ".join(error.messages), where="password") from None
    account.set_password(password)
    check_row(call, account)
    account.save()
    person = _take(call, fresh, account)
    after = {"account": f"account:{account.pk}", "person": f"person:{person.pk}"}
    return Done({"account": account.pk}, f"account:{account.pk}", after=after, raises=(), head=head)


def _use(call: Call, typed: str, account: Account) -> Person:
    code = code_of(typed)
    if code is None:
        raise Refused(_("This code is unknown, was used or is over."), where="code")
    return _take(call, code, account)


def _take(call: Call, code: LinkCode, account: Account) -> Person:
    code.used_at, code.account = timezone.now(), account
    code.save(update_fields=["used_at", "account"])
    account.person = code.person.kept
    account.save(update_fields=["person"])
    return account.person


@action("account.ask_code", summary=_("Ask for a code by mail"), roles=[SELF], subject="account")
def ask_code(call: Call, account: Account, *, mail: str) -> Done:
    """Keep a code to be mailed to the confirmed address of a registration; the answer holds its id.

    It holds none where no registration has this address, which nobody but the program learns.
    """
    head = lock_people(call)
    application = confirmed_application(mail)
    if application is None or application.entry is None:
        return Done({"code": None}, f"account:{account.pk}", changed=False)
    now = timezone.now()
    kept = LinkCode.objects.create(
        person=application.entry.person.kept,
        application=application,
        made_at=now,
        expires=now + timedelta(hours=MAIL_HOURS),
    )
    return Done({"code": kept.pk}, f"account:{account.pk}", after={"mail": "code"}, raises=(), head=head)


@action("code.mail", summary=_("Mail a code that links an account"), roles=[], subject="none")
def take_code(call: Call, subject: None, *, kept: int, code: str) -> Done:
    """Keep the hash of the code that goes out by mail now."""
    head = lock_people(call)
    row = LinkCode.objects.get(pk=kept, used_at=None)
    row.code_hash = token_hash(code)
    row.save(update_fields=["code_hash"])
    return Done({"code": kept}, f"person:{row.person_id}", after={"mail": "code"}, raises=(), head=head)


@action("record.show", summary=_("Say whether everybody may see the own record"), roles=[SELF], subject="account")
def show_record(call: Call, account: Account, *, public: bool) -> Done:
    """Keep what the account's person says."""
    head = lock_people(call)
    person = _own(call, account)
    kept, _made = PersonRecord.objects.get_or_create(person=person)
    before, kept.public = kept.public, public
    kept.save(update_fields=["public"])
    about = f"person:{person.pk}"
    old, new = {"public": before}, {"public": public}
    return Done({"public": public}, about, old, new, raises=(), head=head, changed=before != public)


@action("record.ask", summary=_("Ask for a correction of what is stored"), roles=[SELF], subject="account")
def ask_correction(call: Call, account: Account, *, text: str) -> Done:
    """Hand a wish to the body of the person's country; the words stay out of the audit."""
    head = lock_people(call)
    person = _own(call, account)
    body = Responsible().for_country(person.country)
    if body is None:
        raise Refused(_("Nobody answers such requests here yet. Please ask the organizer of an event."))
    now = timezone.now()
    asked = CorrectionRequest(
        person=person,
        account=account,
        body=body,
        text=text,
        made_at=now,
        delete_after=(now + timedelta(days=KEPT_DAYS)).date(),
    )
    asked.save()
    after = {"request": asked.pk}
    return Done({"request": asked.pk}, f"person:{person.pk}", after=after, raises=(), head=head)


@action(
    "record.answer",
    summary=_("Answer a request for a correction"),
    roles=COMMITTEE,
    subject="correction",
    states={"open": Answer.SAFE, "done": Answer.REFUSED, "declined": Answer.REFUSED},
)
def answer_correction(call: Call, asked: CorrectionRequest, *, state: str, answer: str) -> Done:
    """Say that it was corrected ("done") or not ("declined"), with words for the person, who has asked."""
    if state not in (CorrectionRequest.State.DONE, CorrectionRequest.State.DECLINED):
        raise Refused(_("Please choose one."), where="state")
    if state == CorrectionRequest.State.DECLINED and not answer:
        raise Refused(_("Please say why."), where="answer")
    now = timezone.now()
    asked.state, asked.answer, asked.answered_at, asked.answered_by = state, answer, now, call.actor.name[:150]
    asked.delete_after = (now + timedelta(days=KEPT_DAYS)).date()
    asked.save()
    old, new = {"state": "open"}, {"state": state}
    return Done({"request": asked.pk}, f"correction:{asked.pk}", old, new, raises=(LIVE,))


@action("record.expire", summary=_("Delete what the record keeps no longer"), roles=[], subject="none")
def delete_expired(call: Call, subject: None) -> Done:
    """Delete requests for corrections after their day, and lists of results that nobody took over."""
    head = lock_people(call)
    SiteResults.objects.filter(list__in=stale_lists()).update(state=SiteResults.State.LAPSED)
    found = {"requests": expired_requests().delete()[0], "lists": stale_lists().delete()[0]}
    return Done(found, "requests", after=found, head=head, changed=any(found.values()))


def _own(call: Call, account: Account) -> Person:
    person = person_of(account)
    if person is None:
        raise Refused(_("Your account is not linked to a person yet."))
    return person
