"""Players register themselves: submit the form, confirm the mail address, correct, withdraw."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import Answer, Call, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from common.privacy.fields import keyed_digest
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.events.selectors.privacy import last_day_kept
from tournament.people.services.checking import check_row
from tournament.registration.models.applications import Application, ApplicationData, ApplicationKey, ApplicationMail
from tournament.registration.models.settings import RegistrationSettings
from tournament.registration.rules.applying import needs_guardian
from tournament.registration.rules.cells import clean, is_formula
from tournament.registration.rules.federation import federation_number as plain_number
from tournament.registration.rules.names import printed_name
from tournament.registration.selectors.applications import (
    CONSENTS,
    HIDDEN,
    PLAIN,
    answers_of,
    first_day,
    mark,
    oath_digest,
    oath_of,
    opening_of,
    person_mark,
    places_of,
    sends_mail,
)
from tournament.registration.services.application_entries import is_doubtful, register_applicant
from tournament.registration.services.application_mails import send_mail
from tournament.registration.services.entries import check_texts

State = Application.State
OPEN_STATES: dict[str, Answer] = {state.value: Answer.SAFE for state in Application.OPEN}
ENDED: dict[str, Answer] = dict.fromkeys(["approved", "declined", "withdrawn"], Answer.REFUSED)
#: Rate limit per event: above this number per hour, applications are refused.
MOST_IN_AN_HOUR = 300
#: Limit of applications per mail address: enough for a club.
MOST_OF_ONE_MAIL = 40
OLDEST = 120
#: Columns that no answer fills.
NOT_TYPED = tuple(field.name for field in Application._meta.fields if field.name not in (*PLAIN, "remark"))


class Answers(TypedDict, total=False):
    """A player's answers; omitted ones are empty."""

    name: str
    family_name: str
    given_name: str
    latin_name: str
    country: str
    federation_number: str
    team: str
    mail: str
    birth_date: date | None
    document: str
    guardian_name: str
    guardian_contact: str
    guardian_consent: bool
    name_consent: bool | None
    photo_consent: bool | None


@action("application.submit", summary=_("Register oneself"), roles=[BEARER], subject="event")
def submit_application(
    call: Call, event: Event, *, token: str, language: str, address: str, oath: str, **answers: Unpack[Answers]
) -> Done:
    """Store a player's registration. The caller shows access to the event's public page.

    ``token`` opens the application later, ``oath`` is the digest of the promised text. The answer holds the
    application's number and state, and nothing about other people.
    """
    now = timezone.now()
    if opening_of(event).state != "open":
        raise Refused(_("Registration is not open now."))
    if oath != oath_digest(oath_of(event, language)):
        raise Refused(
            _("The text of the oath was changed meanwhile: please read it and confirm it again."), where="oath"
        )
    if ApplicationKey.objects.filter(token_hash=token_hash(token)).exists():
        raise Refused(_("This form was sent already: correct what you sent on the page of your registration."))
    _check_flood(event)
    number = (event.applications.aggregate(highest=Max("number"))["highest"] or 0) + 1
    application = Application(
        event=event, number=number, state=State.SUBMITTED, language=language, address=address,
        oath_digest=oath, oath_at=now, submitted_at=now,
    )  # fmt: skip
    private = ApplicationData(delete_after=_delete_after(call, event))
    _write_answers(call, application, private, answers)
    if event.applications.filter(mail_mark=application.mail_mark).count() >= MOST_OF_ONE_MAIL:
        raise Refused(_("Very many registered with this address; the organizer registers the others."), where="mail")
    application.save()
    private.application = application
    private.save()
    ApplicationKey.objects.create(application=application, token_hash=token_hash(token))
    if _asks_mail(event):
        application.state = State.UNCONFIRMED
        application.save(update_fields=["state"])
    else:
        _settle(call, application)
    if application.state != State.APPROVED:
        send_mail(call, application, ApplicationMail.Kind.RECEIVED)
    return _application_done(application, after=_digests(answers) | {"state": application.state})


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
def confirm_mail(call: Call, application: Application) -> Done:
    """Mark the mail address as confirmed: the caller has presented the key from the mail."""
    if application.mail_confirmed_at:
        return Done(_answer_of(application), _audit_ref(application), changed=False)
    before = {"state": application.state}
    application.mail_confirmed_at = timezone.now()
    application.save(update_fields=["mail_confirmed_at"])
    if application.state == State.UNCONFIRMED:
        _settle(call, application)
    return _application_done(application, before, {"state": application.state})


@action(
    "application.correct",
    summary=_("Correct the own registration"),
    roles=[BEARER],
    subject="application",
    states={**OPEN_STATES, **ENDED},
)
def correct_application(call: Call, application: Application, *, remark: str = "", **answers: Unpack[Answers]) -> Done:
    """Change the answers and reply to the organizer's question (``remark``); the position in the queue is kept.

    A changed mail address must be confirmed again.
    """
    before, previous_mail_mark = answers_of(application), application.mail_mark
    state_before = {"state": application.state}
    private = ApplicationData.objects.filter(application=application).first()
    if private is None:
        private = ApplicationData(application=application, delete_after=_delete_after(call, application.event))
    _write_answers(call, application, private, answers)
    application.remark = clean(remark)[0]
    private.save()
    if application.mail_mark != previous_mail_mark:
        application.mail_confirmed_at = None
    if application.mail_mark != previous_mail_mark and _asks_mail(application.event):
        application.state = State.UNCONFIRMED
    elif application.state == State.ASKED:
        application.state = State.WAITING if application.waiting_since else State.SUBMITTED
    check_row(call, application, exclude=NOT_TYPED)
    application.save()
    if application.state == State.UNCONFIRMED:
        send_mail(call, application, ApplicationMail.Kind.RECEIVED)
    after = answers_of(application)
    changed = {name: value for name, value in after.items() if value != before[name]}
    replaced = {name: before[name] for name in changed}
    audited = {"state": application.state} | _digests(changed)
    return _application_done(application, state_before | _digests(replaced), audited)


@action(
    "application.withdraw",
    summary=_("Withdraw the own registration"),
    roles=[BEARER],
    subject="application",
    states={**OPEN_STATES, **ENDED},
)
def withdraw_application(call: Call, application: Application) -> Done:
    """Withdraw the application before its approval; its private data is deleted at once."""
    before = {"state": application.state}
    application.state, application.ended_at = State.WITHDRAWN, timezone.now()
    application.save(update_fields=["state", "ended_at"])
    ApplicationData.objects.filter(application=application).delete()
    return _application_done(application, before, {"state": application.state})


def _settle(call: Call, application: Application) -> None:
    """Decide the state of a complete application: approved, on the waiting list, or waiting for the organizer."""
    event = application.event
    chosen: RegistrationSettings = event.registration_settings
    places = places_of(event)
    if application.waiting_since or places.full or (chosen.capacity and places.waiting):
        application.waiting_since = application.waiting_since or timezone.now()
        application.state = State.WAITING
    elif chosen.approval == RegistrationSettings.Approval.AUTOMATIC and not is_doubtful(call, application):
        register_applicant(call, application)
        send_mail(call, application, ApplicationMail.Kind.APPROVED)
    else:
        application.state = State.SUBMITTED
    application.save()


def _asks_mail(event: Event) -> bool:
    asked = event.registration_settings.mail_confirmation == RegistrationSettings.MailConfirmation.ASKED
    return asked and sends_mail()


def _check_flood(event: Event) -> None:
    now = timezone.now()
    within_an_hour = (now - timedelta(hours=1), now)  # an upper limit too: the clock may have been set back
    if event.applications.filter(submitted_at__range=within_an_hour).count() >= MOST_IN_AN_HOUR:
        raise Refused(_("Very many registered within an hour. Please try again later; what you typed stays here."))


def _delete_after(call: Call, event: Event) -> date:
    """Return the day to delete private data of the event; without dates, as for an event today."""
    known = last_day_kept(event)
    return known or timezone.localdate() + timedelta(days=31 * event.privacy_settings.keep_months)


def _write_answers(call: Call, application: Application, private: ApplicationData, answers: Mapping[str, Any]) -> None:
    """Write the cleaned answers into the rows; raise Refused with the field that is wrong or missing."""
    for name in PLAIN:
        setattr(application, name, clean(str(answers.get(name) or ""))[0])
    if not application.family_name:
        raise Refused(_("Please give your family name."), where="family_name")
    names = (application.family_name, application.given_name)
    number, _restored = plain_number(application.federation_number, application.country)
    application.federation_number = number
    typed = bool(application.name)
    application.name = application.name or printed_name(*names, application.country)
    try:
        check_texts(call, application, number)
    except Refused as refused:
        raise Refused(
            refused.message, where=refused.where if typed or refused.where != "name" else "family_name"
        ) from None
    if is_formula(application.team):
        raise Refused(_("A name does not begin with this sign."), where="team")
    for name in CONSENTS:
        setattr(application, name, answers.get(name))
    application.guardian_consent = bool(application.guardian_consent)
    _check_consents(application)
    for name in HIDDEN:
        value = answers.get(name)
        setattr(private, name, value.isoformat() if isinstance(value, date) else clean(value or "")[0])
    _check_private(application, private, answers.get("birth_date"))
    application.mail_mark = mark(private.mail)
    application.person_mark = person_mark(*names, application.name)
    check_row(call, application, exclude=NOT_TYPED)


def _check_consents(application: Application) -> None:
    chosen = application.event.registration_settings.consents
    kinds = RegistrationSettings.Consents
    for column, asked in (("name_consent", (kinds.BOTH, kinds.NAME)), ("photo_consent", (kinds.BOTH, kinds.PHOTO))):
        if chosen not in asked:
            setattr(application, column, None)
        elif getattr(application, column) is None:
            raise Refused(_("Please choose one of both."), where=column)


def _check_private(application: Application, private: ApplicationData, born: date | None) -> None:
    try:
        validate_email(private.mail)
    except ValidationError as error:
        raise Refused(" ".join(error.messages), where="mail") from None
    chosen: RegistrationSettings = application.event.registration_settings
    if chosen.document == RegistrationSettings.Document.NOT_ASKED:
        private.document = ""
    elif chosen.document == RegistrationSettings.Document.REQUIRED and not private.document:
        raise Refused(_("Please give the number of your ID document."), where="document")
    if not chosen.guardian_age:
        private.birth_date = ""
    elif born is None or not timezone.localdate() - timedelta(days=366 * OLDEST) < born <= timezone.localdate():
        raise Refused(_("Please give the day on which you were born."), where="birth_date")
    if born and chosen.guardian_age and needs_guardian(born, first_day(application.event), chosen.guardian_age):
        _check_guardian(application, private, chosen.guardian_age)
    else:
        private.guardian_name = private.guardian_contact = ""
        application.guardian_consent = False


def _check_guardian(application: Application, private: ApplicationData, age: int) -> None:
    """Check that a minor names a guardian, who agrees (A2)."""
    below = {"age": age}
    if not private.guardian_name:
        raise Refused(_("Players below %(age)d name a guardian.") % below, where="guardian_name")
    if not private.guardian_contact:
        raise Refused(_("Please say how the guardian can be reached."), where="guardian_contact")
    if not application.guardian_consent:
        raise Refused(
            _("Players below %(age)d take part with their guardian's consent.") % below, where="guardian_consent"
        )


def _digests(answers: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of the answers with keyed digests, for the audit log."""
    return {name: keyed_digest(str(value)) for name, value in answers.items() if value not in ("", None)}


def _application_done(application: Application, before: Any = None, after: Any = None) -> Done:
    raises = ("live", "public") if application.state == State.APPROVED else ("live",)
    return Done(_answer_of(application), _audit_ref(application), before, after, raises=raises)


def _answer_of(application: Application) -> dict[str, Any]:
    return {"application": application.number, "state": application.state}


def _audit_ref(application: Application) -> str:
    return f"application:{application.number}"
