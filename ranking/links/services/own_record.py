"""Who may see a person's record, and requests to correct it."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.actions.permissions import SELF
from ranking.bodies.selectors.bodies import Responsible
from ranking.bodies.services import COMMITTEE
from ranking.links.models import CorrectionRequest, PersonRecord
from ranking.links.selectors import expired_requests, person_of
from ranking.record.models.sites import SiteResults
from ranking.record.selectors.result_lists import stale_lists
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people

#: Days that the text of a request is kept after the answer.
KEPT_DAYS = 365


@action("record.show", summary=_("Choose whether one's record is public"), roles=[SELF], subject="account")
def show_record(context: ActionContext, account: Account, *, public: bool) -> Done:
    """Set whether everybody may see the record of the account's person."""
    ledger = lock_people(context)
    person = _linked_person(account)
    record, _made = PersonRecord.objects.get_or_create(person=person)
    before = record.public
    record.public = public
    record.save(update_fields=["public"])
    # The choice covers the persons that were merged into this one: theirs would hide the name again.
    PersonRecord.objects.filter(person__merged_into=person).update(public=public)
    target = f"person:{person.pk}"
    old = {"public": before}
    new = {"public": public}
    return Done({"public": public}, target, old, new, raises=(), ledger=ledger, changed=before != public)


@action("record.ask", summary=_("Ask for a correction of stored data"), roles=[SELF], subject="account")
def ask_correction(context: ActionContext, account: Account, *, text: str) -> Done:
    """Send a request for a correction to the body of the person's country; the text stays out of the audit log.

    Refused if no body is responsible.
    """
    ledger = lock_people(context)
    person = _linked_person(account)
    body = Responsible().for_country(person.country)
    if body is None:
        raise Refused(_("Such requests cannot be answered here yet. Please ask the organizer of an event."))
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
    return Done({"request": request.pk}, f"person:{person.pk}", after=after, raises=(), ledger=ledger)


@action(
    "record.answer",
    summary=_("Answer a request for a correction"),
    roles=COMMITTEE,
    subject="correction",
    states={"open": Answer.SAFE, "done": Answer.REFUSED, "declined": Answer.REFUSED},
)
def answer_correction(context: ActionContext, request: CorrectionRequest, *, state: str, answer: str) -> Done:
    """Close a request as corrected ("done") or not ("declined"), with an answer for the person."""
    if state not in (CorrectionRequest.State.DONE, CorrectionRequest.State.DECLINED):
        raise Refused(_("Please choose one."), where="state")
    if state == CorrectionRequest.State.DECLINED and not answer:
        raise Refused(_("Please say why."), where="answer")
    now = timezone.now()
    request.state = state
    request.answer = answer
    request.answered_at = now
    request.answered_by = context.actor.name[:150]
    request.delete_after = (now + timedelta(days=KEPT_DAYS)).date()
    request.save()
    old = {"state": "open"}
    new = {"state": state}
    return Done({"request": request.pk}, f"correction:{request.pk}", old, new, raises=(LIVE,))


@action("record.expire", summary=_("Delete expired data from the record"), roles=[], subject="none")
def delete_expired(context: ActionContext, _subject: None) -> Done:
    """Delete expired requests for corrections, and lists of results that were not taken over in time."""
    ledger = lock_people(context)
    SiteResults.objects.filter(list__in=stale_lists()).update(state=SiteResults.State.LAPSED)
    deleted = {"requests": expired_requests().delete()[0], "lists": stale_lists().delete()[0]}
    return Done(deleted, "requests", after=deleted, ledger=ledger, changed=any(deleted.values()))


def _linked_person(account: Account) -> Person:
    person = person_of(account)
    if person is None:
        raise Refused(_("Your account is not linked to a person yet."))
    return person
