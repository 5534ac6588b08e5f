"""The player's side of an application for a pin: submit, answer, add a missing result, withdraw; and its expiry."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Answer, Done, action
from common.actions.errors import Refused, WrongState
from common.actions.permissions import SELF
from ranking.links.selectors import person_of
from ranking.pins.models.applications import PinApplication, PinApplicationData, PinMessage
from ranking.pins.rules.applications import POSSIBLE, STATES, Act
from ranking.pins.selectors.applications import (
    expired_data,
    expired_messages,
    expired_scans,
    promise_digest,
    promise_of,
)
from ranking.pins.selectors.calculations import (
    Offer,
    applications_of,
    calculation,
    offers,
    offers_with_missing_result,
    record_for_body,
)
from ranking.pins.services.claims import add_claim, forget_claims
from ranking.pins.services.files import delete_files
from ranking.pins.services.mails import tell
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people

State = PinApplication.State
#: How long private data is kept after the last step.
KEPT_DAYS = 365


@dataclass(frozen=True)
class PinRequest:
    """The input of `submit`: the pin, the body (its id) that decides, and what the player typed.

    With ``missing``, a missing result as for `claims.add_claim`, the level need not be reached yet. ``promise`` has the
    digests of the promises in ``language`` that were shown. ``public``: the pin may be in the public register; ``sex``
    is empty (not stated) or of PinApplicationData.Sex.
    """

    kind: str
    level: int
    body: int
    document: str
    contact: str
    promise: str
    sex: str = ""
    public: bool = False
    language: str = "en"
    missing: Mapping[str, Any] | None = None


def states_for(act: Act, possible: Answer = Answer.SAFE) -> dict[str, Answer]:
    """Return what an action of the body answers in each state of an application: ``possible`` where it is allowed."""
    return {state: possible if state in POSSIBLE[act] else Answer.REFUSED for state in STATES}


@action("pin.submit", summary=_("Apply for a pin"), roles=[SELF], subject="account")
def submit(context: ActionContext, account: Account, *, pin: PinRequest) -> Done:
    """Apply for a level that the account's person reaches, with a snapshot of the calculation.

    The audit log gets no private data.
    """
    person = _locked_person(account)
    offer = requested_offer(person, pin, beyond=bool(pin.missing))
    application = new_application(context, person, offer, pin, account=account)
    if pin.missing:
        add_claim(context, application, kept_until(), pin.missing)
    return submitted(context, application)


def new_application(
    _context: ActionContext, person: Person, offer: Offer, pin: PinRequest, **columns: Any
) -> PinApplication:
    """Create an application with its private data; ``columns`` are further ones of PinApplication."""
    promise = promise_digest(promise_of(pin.language, offer.body))
    if promise not in pin.promise.split():
        raise Refused(_("The text of the promise has changed. Please read it again."), where="promise")
    application = PinApplication.objects.create(
        person=person,
        body=offer.body,
        kind=pin.kind,
        level=pin.level,
        calculation=calculation(record_for_body(person, pin.kind, offer.body), pin.kind, pin.level),
        promise=promise,
        public=pin.public,
        language=pin.language,
        submitted_at=timezone.now(),
        **columns,
    )
    private = {"document": pin.document, "contact": pin.contact, "sex": pin.sex}
    PinApplicationData.objects.create(application=application, delete_after=kept_until(), **private)
    return application


def submitted(context: ActionContext, application: PinApplication) -> Done:
    """Queue the first mail of a new application, and return what the action answers."""
    tell(context, application, "submitted")
    after = {"pin_state": State.SUBMITTED, "pin_kind": application.kind, "level": application.level}
    answer = {"application": application.pk}
    target = f"pin_application:{application.pk}"
    return Done(answer, target, None, after, raises=(LIVE,), ledger=application.body.ledger)


def requested_offer(person: Person, pin: PinRequest, *, beyond: bool) -> Offer:
    """Return what the person applies for; ``beyond``: the record need not reach the level yet. Raise Refused."""
    available = offers(person)
    if beyond:
        available += offers_with_missing_result(person, available)
    for offer in available:
        if (offer.kind, offer.level, offer.body.pk) == (pin.kind, pin.level, pin.body):
            return offer
    raise Refused(_("You cannot apply for this pin. Choose one that you qualify for now."), where="pin")


@action("pin.answer", summary=_("Answer a question about an application"), roles=[SELF], subject="account")
def answer(context: ActionContext, account: Account, *, application: PinApplication, text: str) -> Done:
    """Answer the question of the body."""
    own = _locked_application(account, application, "answer")
    PinMessage.objects.create(application=own, text=text, made_at=timezone.now())
    return move(context, own, State.ANSWERED, "answered")


@action(
    "pin.claim",
    summary=_("Add a missing result to an application"),
    roles=[SELF],
    subject="account",
)
def claim(context: ActionContext, account: Account, *, application: PinApplication, missing: Mapping[str, Any]) -> Done:
    """Add a missing result with its papers (as for `claims.add_claim`) to an undecided application."""
    own = _locked_application(account, application, "claim")
    kept = add_claim(context, own, kept_until(), missing)
    keep_private(context, own)
    answer = {"application": own.pk, "claim": kept.pk}
    after = {"missing_result": kept.status, "file": missing["files"][0]["digest"][:16]}
    return Done(answer, f"pin_application:{own.pk}", None, after, raises=(LIVE,), ledger=own.ledger)


@action("pin.withdraw", summary=_("Withdraw an application for a pin"), roles=[SELF], subject="account")
def withdraw(context: ActionContext, account: Account, *, application: PinApplication) -> Done:
    """Withdraw an undecided application."""
    own = _locked_application(account, application, "withdraw")
    return move(context, own, State.WITHDRAWN, "withdrawn")


@action("pin.expire", summary=_("Delete expired data from applications"), roles=[], subject="none")
def delete_expired_applications(context: ActionContext, _subject: None) -> Done:
    """Delete expired documents, contacts, messages and papers; applications and certificates stay."""
    ledger = lock_people(context)
    messages, _rows = expired_messages().delete()
    forgotten = forget_claims(context) + delete_files(context, expired_scans())
    deleted, _rows = expired_data().delete()
    changed = bool(deleted or messages or forgotten)
    return Done({"applications": deleted}, "pin_applications", ledger=ledger, changed=changed)


def kept_until() -> date:
    """Return the last day that private data used today is kept."""
    return timezone.localdate() + timedelta(days=KEPT_DAYS)


def keep_private(_context: ActionContext, application: PinApplication) -> None:
    """Extend how long the private data of an application is kept, because it was used today."""
    delete_after = kept_until()
    PinApplicationData.objects.filter(application=application).update(delete_after=delete_after)
    application.missing_results.update(delete_after=delete_after)


def move(context: ActionContext, application: PinApplication, state: str, step: str) -> Done:
    """Put a locked application into ``state``, and queue the mail of ``step`` (ranking.pins.exports.mail.NEWS)."""
    before = application.status
    application.status = state
    if state in (State.GRANTED, State.REFUSED, State.REVOKED):
        application.decided_at = timezone.now()
        application.decided_by = context.actor.name[:150]
    application.save()
    keep_private(context, application)
    tell(context, application, step)
    public = (PUBLIC,) if state in (State.GRANTED, State.REVOKED) else ()
    return Done(
        {"application": application.pk, "state": state},
        f"pin_application:{application.pk}",
        {"pin_state": before},
        {"pin_state": state},
        raises=(LIVE, *public),
        ledger=application.ledger,
    )


def _locked_person(account: Account) -> Person:
    """Return the account's person, locked so that two requests cannot apply at once."""
    person = person_of(account)
    if person is None:
        raise Refused(_("Your account is not linked to a person yet."))
    Person.objects.select_for_update().get(pk=person.pk)
    return person


def _locked_application(account: Account, application: PinApplication, act: Act) -> PinApplication:
    person = _locked_person(account)
    own = applications_of(person).select_for_update(of=("self",)).filter(pk=application.pk).first()
    if own is None:
        raise Refused(_("This is not your application."))
    if own.status not in POSSIBLE[act]:
        raise WrongState(_("This cannot be done now: %(state)s.") % {"state": own.state_name})
    return own
