"""The answers of a registration: clean, check and store them."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, TypedDict

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.errors import Refused
from common.privacy.fields import keyed_digest
from tournament.people.services.checking import check_row
from tournament.registration.models.applications import Application, ApplicationData
from tournament.registration.models.settings import RegistrationSettings
from tournament.registration.rules.applying import needs_guardian
from tournament.registration.rules.cells import clean, is_formula
from tournament.registration.rules.federation import federation_number as plain_number
from tournament.registration.rules.names import printed_name
from tournament.registration.selectors.applications import CONSENTS, HIDDEN, PLAIN, first_day, mark, person_mark
from tournament.registration.services.checks import check_texts

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


def write_answers(application: Application, private: ApplicationData, answers: Mapping[str, Any]) -> None:
    """Write the cleaned answers into the rows; raise Refused with the field that is wrong or missing."""
    for name in PLAIN:
        setattr(application, name, clean(str(answers.get(name) or ""))[0])
    if not application.family_name:
        raise Refused(_("Please enter your family name."), where="family_name")
    names = (application.family_name, application.given_name)
    number, _restored = plain_number(application.federation_number, application.country)
    application.federation_number = number
    typed = bool(application.name)
    application.name = application.name or printed_name(*names, application.country)
    try:
        check_texts(application, number)
    except Refused as refused:
        raise Refused(
            refused.message, where=refused.where if typed or refused.where != "name" else "family_name"
        ) from None
    if is_formula(application.team):
        raise Refused(_("A name cannot begin with this character."), where="team")
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
    check_row(application, exclude=NOT_TYPED)


def _check_consents(application: Application) -> None:
    chosen = application.event.registration_settings.consents
    kinds = RegistrationSettings.Consents
    for column, asking in (("name_consent", (kinds.BOTH, kinds.NAME)), ("photo_consent", (kinds.BOTH, kinds.PHOTO))):
        if chosen not in asking:
            setattr(application, column, None)
        elif getattr(application, column) is None:
            raise Refused(_("Please choose one of the two."), where=column)


def _check_private(application: Application, private: ApplicationData, born: date | None) -> None:
    try:
        validate_email(private.mail)
    except ValidationError as error:
        raise Refused(" ".join(error.messages), where="mail") from None
    chosen: RegistrationSettings = application.event.registration_settings
    if chosen.document == RegistrationSettings.Document.NOT_ASKED:
        private.document = ""
    elif chosen.document == RegistrationSettings.Document.REQUIRED and not private.document:
        raise Refused(_("Please enter the number of your ID document."), where="document")
    if not chosen.guardian_age:
        private.birth_date = ""
    elif born is None or not timezone.localdate() - timedelta(days=366 * OLDEST) < born <= timezone.localdate():
        raise Refused(_("Please enter your date of birth."), where="birth_date")
    if born and chosen.guardian_age and needs_guardian(born, first_day(application.event), chosen.guardian_age):
        _check_guardian(application, private, chosen.guardian_age)
    else:
        private.guardian_name = private.guardian_contact = ""
        application.guardian_consent = False


def _check_guardian(application: Application, private: ApplicationData, age: int) -> None:
    """Check that a minor names a guardian, who agrees (A2)."""
    below = {"age": age}
    if not private.guardian_name:
        raise Refused(_("Players under %(age)d must name a guardian.") % below, where="guardian_name")
    if not private.guardian_contact:
        raise Refused(_("Please enter how the guardian can be reached."), where="guardian_contact")
    if not application.guardian_consent:
        raise Refused(_("Players under %(age)d need their guardian's consent.") % below, where="guardian_consent")


def audited_answers(answers: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of the answers with keyed digests, for the audit log."""
    return {name: keyed_digest(str(value)) for name, value in answers.items() if value not in ("", None)}
