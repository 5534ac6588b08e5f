"""Players register themselves: submit the form, confirm the mail address, correct, withdraw."""

from datetime import date, timedelta
from typing import Any, Unpack

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.events.selectors.privacy import last_day_kept
from tournament.people.services.checking import check_row
from tournament.registration.models.applications import Application, ApplicationData, ApplicationKey, ApplicationMail
from tournament.registration.models.settings import RegistrationSettings
from tournament.registration.rules.cells import clean
from tournament.registration.selectors.applications import (
    answers_of,
    oath_digest,
    oath_of,
    opening_of,
    sends_mail,
    vacancies_of,
)
from tournament.registration.services.application_answers import NOT_TYPED, Answers, audited_answers, write_answers
from tournament.registration.services.application_entries import is_doubtful, register_applicant
from tournament.registration.services.application_mails import send_mail

State = Application.State
OPEN_STATES: dict[str, Answer] = {state.value: Answer.SAFE for state in Application.OPEN}
ENDED: dict[str, Answer] = dict.fromkeys(["approved", "declined", "withdrawn"], Answer.REFUSED)
#: Rate limit per event: above this number per hour, applications are refused.
MOST_IN_AN_HOUR = 300
#: Limit of applications per mail address: enough for a club.
MOST_OF_ONE_MAIL = 40


@action("application.submit", summary=_("Register oneself"), roles=[BEARER], subject="event")
def submit_application(
    context: ActionContext,
    event: Event,
    *,
    token: str,
    language: str,
    address: str,
    oath: str,
    **answers: Unpack[Answers],
) -> Done:
    """Store a player's registration. The caller shows access to the event's public page.

    ``token`` opens the application later, ``oath`` is the digest of the promised text. The answer holds the
    application's number and state, and nothing about other people.
    """
    now = timezone.now()
    if opening_of(event).state != "open":
        raise Refused(_("Registration is not open now."))
    if oath != oath_digest(oath_of(event, language)):
        raise Refused(_("The text of the oath has changed: please read it and confirm it again."), where="oath")
    if ApplicationKey.objects.filter(token_hash=token_hash(token)).exists():
        raise Refused(_("This form was already sent. To correct it, open the page of your registration."))
    _check_flood(event)
    number = (event.applications.aggregate(highest=Max("number"))["highest"] or 0) + 1
    application = Application(
        event=event, number=number, state=State.SUBMITTED, language=language, address=address,
        oath_digest=oath, oath_at=now, submitted_at=now,
    )  # fmt: skip
    private = ApplicationData(delete_after=_delete_after(event))
    write_answers(application, private, answers)
    if event.applications.filter(mail_mark=application.mail_mark).count() >= MOST_OF_ONE_MAIL:
        raise Refused(
            _("Too many registrations use this address. Please ask the organizer to register more players."),
            where="mail",
        )
    application.save()
    private.application = application
    private.save()
    ApplicationKey.objects.create(application=application, token_hash=token_hash(token))
    if _asks_mail(event):
        application.state = State.UNCONFIRMED
        application.save(update_fields=["state"])
    else:
        _settle(context, application)
    if application.state != State.APPROVED:
        send_mail(context, application, ApplicationMail.Kind.RECEIVED)
    return _application_done(application, after=audited_answers(answers) | {"state": application.state})


@action(
    "application.confirm",
    summary=_("Confirm a registration's mail address"),
    roles=[BEARER],
    subject="application",
    states={
        **OPEN_STATES,
        State.APPROVED: Answer.SAFE,
        State.DECLINED: Answer.REFUSED,
        State.WITHDRAWN: Answer.REFUSED,
    },
)
def confirm_mail(context: ActionContext, application: Application) -> Done:
    """Mark the mail address as confirmed: the caller has presented the key from the mail."""
    if application.mail_confirmed_at:
        return Done(_answer_of(application), _audit_ref(application), changed=False)
    before = {"state": application.state}
    application.mail_confirmed_at = timezone.now()
    application.save(update_fields=["mail_confirmed_at"])
    if application.state == State.UNCONFIRMED:
        _settle(context, application)
    return _application_done(application, before, {"state": application.state})


@action(
    "application.correct",
    summary=_("Correct one's registration"),
    roles=[BEARER],
    subject="application",
    states={**OPEN_STATES, **ENDED},
)
def correct_application(
    context: ActionContext, application: Application, *, remark: str = "", **answers: Unpack[Answers]
) -> Done:
    """Change the answers and reply to the organizer's question (``remark``); the position in the queue is kept.

    A changed mail address must be confirmed again.
    """
    before, previous_mail_mark = answers_of(application), application.mail_mark
    state_before = {"state": application.state}
    private = ApplicationData.objects.filter(application=application).first()
    if private is None:
        private = ApplicationData(application=application, delete_after=_delete_after(application.event))
    write_answers(application, private, answers)
    application.remark = clean(remark)[0]
    private.save()
    if application.mail_mark != previous_mail_mark:
        application.mail_confirmed_at = None
    if application.mail_mark != previous_mail_mark and _asks_mail(application.event):
        application.state = State.UNCONFIRMED
    elif application.state == State.ASKED:
        application.state = State.WAITING if application.waiting_since else State.SUBMITTED
    check_row(application, exclude=NOT_TYPED)
    application.save()
    if application.state == State.UNCONFIRMED:
        send_mail(context, application, ApplicationMail.Kind.RECEIVED)
    after = answers_of(application)
    changed = {name: value for name, value in after.items() if value != before[name]}
    replaced = {name: before[name] for name in changed}
    audited = {"state": application.state} | audited_answers(changed)
    return _application_done(application, state_before | audited_answers(replaced), audited)


@action(
    "application.withdraw",
    summary=_("Withdraw one's registration"),
    roles=[BEARER],
    subject="application",
    states={**OPEN_STATES, **ENDED},
)
def withdraw_application(_context: ActionContext, application: Application) -> Done:
    """Withdraw the application before its approval; its private data is deleted at once."""
    before = {"state": application.state}
    application.state, application.ended_at = State.WITHDRAWN, timezone.now()
    application.save(update_fields=["state", "ended_at"])
    ApplicationData.objects.filter(application=application).delete()
    return _application_done(application, before, {"state": application.state})


def _settle(context: ActionContext, application: Application) -> None:
    """Decide the state of a complete application: approved, on the waiting list, or waiting for the organizer."""
    event = application.event
    chosen: RegistrationSettings = event.registration_settings
    vacancies = vacancies_of(event)
    if application.waiting_since or vacancies.full or (chosen.capacity and vacancies.waiting):
        application.waiting_since = application.waiting_since or timezone.now()
        application.state = State.WAITING
    elif chosen.approval == RegistrationSettings.Approval.AUTOMATIC and not is_doubtful(application):
        register_applicant(context, application)
        send_mail(context, application, ApplicationMail.Kind.APPROVED)
    else:
        application.state = State.SUBMITTED
    application.save()


def _asks_mail(event: Event) -> bool:
    event_asks = event.registration_settings.mail_confirmation == RegistrationSettings.MailConfirmation.ASKED
    return event_asks and sends_mail()


def _check_flood(event: Event) -> None:
    now = timezone.now()
    within_an_hour = (now - timedelta(hours=1), now)  # an upper limit too: the clock may have been set back
    if event.applications.filter(submitted_at__range=within_an_hour).count() >= MOST_IN_AN_HOUR:
        raise Refused(_("Too many registrations within an hour. Please try again later; what you typed stays here."))


def _delete_after(event: Event) -> date:
    """Return the day to delete private data of the event; without dates, as for an event today."""
    known = last_day_kept(event)
    return known or timezone.localdate() + timedelta(days=31 * event.privacy_settings.keep_months)


def _application_done(application: Application, before: Any = None, after: Any = None) -> Done:
    raises = ("live", "public") if application.state == State.APPROVED else ("live",)
    return Done(_answer_of(application), _audit_ref(application), before, after, raises=raises)


def _answer_of(application: Application) -> dict[str, Any]:
    return {"application": application.number, "state": application.state}


def _audit_ref(application: Application) -> str:
    return f"application:{application.number}"
