"""The player's side of an application for a pin: submit, answer, add a missing result, withdraw; and its expiry."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, Call, Done, action
from common.actions.errors import Refused, WrongState
from common.actions.permissions import SELF
from ranking.links.selectors import person_of
from ranking.pins.models.applications import PinApplication, PinApplicationData, PinMessage
from ranking.pins.rules.applications import POSSIBLE, Act
from ranking.pins.selectors.applications import expired_data, expired_messages, promise_digest, promise_of
from ranking.pins.selectors.calculations import (
    applications_of,
    calculation,
    offers,
    offers_with_missing_result,
    record_for_body,
)
from ranking.pins.services.claims import add_claim, forget_claims
from ranking.pins.services.mails import tell
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people

State = PinApplication.State
#: How long private data is kept after the last step.
KEPT_DAYS = 365


@action("pin.submit", summary=_("Apply for a pin"), roles=[SELF], subject="account")
def submit(
    call: Call,
    account: Account,
    *,
    kind: str,
    level: int,
    body: int,
    document: str,
    contact: str,
    promise: str,
    public: bool = False,
    language: str = "en",
    missing: Mapping[str, Any] | None = None,
) -> Done:
    """Apply to a body (its id) for a level that the account's person reaches, with a snapshot of the calculation.

    With ``missing``, a missing result as for `claims.add_claim`, the level need not be reached yet. ``promise`` is the
    digest of the promised text in ``language``. The audit log gets no private data.
    """
    person = _locked_person(call, account)
    available = offers(person)
    available += offers_with_missing_result(person, available) if missing else []
    matching = (option for option in available if (option.kind, option.level, option.body.pk) == (kind, level, body))
    offer = next(matching, None)
    if offer is None:
        raise Refused(_("You cannot apply for this pin: choose one of those that you reach now."), where="pin")
    if promise != promise_digest(promise_of(language)):
        raise Refused(_("The text of the promise is another one now; please read it again."), where="promise")
    application = PinApplication.objects.create(
        person=person,
        account=account,
        body=offer.body,
        kind=kind,
        level=level,
        calculation=calculation(record_for_body(person, kind, offer.body), kind, level),
        promise=promise,
        public=public,
        language=language,
        submitted_at=timezone.now(),
    )
    PinApplicationData.objects.create(
        application=application, document=document, contact=contact, delete_after=kept_until(call)
    )
    if missing:
        add_claim(call, application, kept_until(call), missing)
    tell(call, application, "submitted")
    after = {"pin_state": State.SUBMITTED, "pin_kind": kind, "level": level}
    answer = {"application": application.pk}
    return Done(answer, f"pin_application:{application.pk}", None, after, raises=(LIVE,), head=offer.body.head)


@action("pin.answer", summary=_("Answer a question about the own application"), roles=[SELF], subject="account")
def answer(call: Call, account: Account, *, application: PinApplication, text: str) -> Done:
    """Answer the question of the body."""
    own = _locked_application(call, account, application, "answer")
    PinMessage.objects.create(application=own, text=text, made_at=timezone.now())
    return move(call, own, State.ANSWERED, "answered")


@action(
    "pin.claim",
    summary=_("Add a result that the record lacks to an application"),
    roles=[SELF],
    subject="account",
)
def claim(call: Call, account: Account, *, application: PinApplication, missing: Mapping[str, Any]) -> Done:
    """Add a missing result with its papers (as for `claims.add_claim`) to an undecided application."""
    own = _locked_application(call, account, application, "claim")
    kept = add_claim(call, own, kept_until(call), missing)
    keep_private(call, own)
    answer = {"application": own.pk, "claim": kept.pk}
    after = {"missing_result": kept.status, "file": missing["files"][0]["digest"][:16]}
    return Done(answer, f"pin_application:{own.pk}", None, after, raises=(LIVE,), head=own.head)


@action("pin.withdraw", summary=_("Withdraw the own application for a pin"), roles=[SELF], subject="account")
def withdraw(call: Call, account: Account, *, application: PinApplication) -> Done:
    """Withdraw an undecided application."""
    own = _locked_application(call, account, application, "withdraw")
    return move(call, own, State.WITHDRAWN, "withdrawn")


@action(
    "pin.expire", summary=_("Delete what was typed in applications and is kept no longer"), roles=[], subject="none"
)
def delete_expired_applications(call: Call, subject: None) -> Done:
    """Delete expired documents, contacts, messages and papers; applications and certificates stay."""
    head = lock_people(call)
    messages, _rows = expired_messages().delete()
    deleted, _rows = expired_data().delete()
    forgotten = forget_claims(call)
    changed = bool(deleted or messages or forgotten)
    return Done({"applications": deleted}, "pin_applications", head=head, changed=changed)


def kept_until(call: Call) -> date:
    """Return the last day that private data used today is kept."""
    return timezone.localdate() + timedelta(days=KEPT_DAYS)


def keep_private(call: Call, application: PinApplication) -> None:
    """Extend how long the private data of an application is kept, because it was used today."""
    until = kept_until(call)
    PinApplicationData.objects.filter(application=application).update(delete_after=until)
    application.missing_results.update(delete_after=until)


def move(call: Call, application: PinApplication, state: str, step: str) -> Done:
    """Put a locked application into ``state``, and queue the mail of ``step`` (ranking.pins.exports.mail.NEWS)."""
    before = application.status
    application.status = state
    if state in (State.GRANTED, State.REFUSED, State.REVOKED):
        application.decided_at = timezone.now()
        application.decided_by = call.actor.name[:150]
    application.save()
    keep_private(call, application)
    tell(call, application, step)
    public = (PUBLIC,) if state in (State.GRANTED, State.REVOKED) else ()
    return Done(
        {"application": application.pk, "state": state},
        f"pin_application:{application.pk}",
        {"pin_state": before},
        {"pin_state": state},
        raises=(LIVE, *public),
        head=application.head,
    )


def _locked_person(call: Call, account: Account) -> Person:
    """Return the account's person, locked so that two requests cannot apply at once."""
    person = person_of(account)
    if person is None:
        raise Refused(_("Your account is not linked to a person yet."))
    Person.objects.select_for_update().get(pk=person.pk)
    return person


def _locked_application(call: Call, account: Account, application: PinApplication, act: Act) -> PinApplication:
    person = _locked_person(call, account)
    own = applications_of(person).select_for_update(of=("self",)).filter(pk=application.pk).first()
    if own is None:
        raise Refused(_("This is not your application."))
    if own.status not in POSSIBLE[act]:
        raise WrongState(_("This cannot be done now: %(state)s.") % {"state": own.state_name})
    return own
