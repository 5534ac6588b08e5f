"""Applications for pins as players and bodies see them, the promise, and the public register."""

import hashlib
import re

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext

from common.i18n.texts import text_key
from common.numbers import number_in
from ranking.bodies.models import Body, BodyMember
from ranking.pins.models.applications import Certificate, PinApplication, PinApplicationData, PinMessage
from ranking.pins.models.files import ApplicationScan
from ranking.pins.rules.applications import OPEN, POSSIBLE, WORLD_LEVELS
from ranking.pins.selectors.private_files import expired_claims
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person
from tournament.people.selectors import with_merged
from tournament.registration.selectors.entries import private_data_of


def promise_of(language: str, body: Body) -> str:
    """Return the text that an applicant promises (A10): the body's official one, or the program's own words."""
    official = body.promise.get(text_key(language))
    if official:
        return str(official)
    with translation.override(language):
        return gettext(
            "I promise to honour the Olympic spirit, to stand for mahjong as a healthy, scientific and friendly "
            "culture, to oppose gambling and cheating, and to help competitive mahjong grow as far as I can. "
            "I ask for my statements to be checked."
        )


def promise_digest(text: str) -> str:
    """Return a digest that identifies the text that was promised."""
    return hashlib.sha256(text.encode()).hexdigest()


def applications_at(body: Body, status: str = "") -> QuerySet[PinApplication]:
    """Return the applications to a body: the undecided ones, or those in state ``status``."""
    rows = PinApplication.objects.filter(body=body).select_related("person__merged_into", "body", "certificate")
    if status:
        return rows.filter(status=status).order_by("-submitted_at")
    return rows.filter(status__in=OPEN)


def granted_at_once(body: Body) -> QuerySet[PinApplication]:
    """Return the applications that one person's decision grants (ranking.pins.rules.applications)."""
    rows = applications_at(body).filter(status__in=POSSIBLE["grant"])
    return rows.exclude(kind="pin", level__lte=WORLD_LEVELS)


def application_at(body: Body, pk: int) -> PinApplication | None:
    """Return the application with this id if it is addressed to this body, else None."""
    related = ("person__merged_into", "body__ledger", "body__pin_settings", "certificate", "first_person")
    return PinApplication.objects.filter(body=body, pk=pk).select_related(*related).first()


def private_of(application: PinApplication) -> dict[str, str]:
    """Return document, contact and sex as typed; empty once deleted."""
    kept = PinApplicationData.objects.filter(application=application).first()
    return {name: getattr(kept, name, "") for name in ("document", "contact", "sex")}


def has_page(application: PinApplication) -> bool:
    """Return whether the player sees the application on a page: an account has applied, or is linked to the person."""
    if application.account_id is not None:
        return True
    return Account.objects.filter(person__in=with_merged([application.person.kept.pk]), is_active=True).exists()


def mail_address_of(application: PinApplication) -> str:
    """Return the first mail address in the applicant's contact; empty if there is none."""
    words = re.split(r"[\s,;<>()]+", private_of(application)["contact"])
    return next(filter(_is_address, words), "")


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def age_of(person: Person) -> int | None:
    """Return the age today (A10); None if no birth date is stored."""
    born = private_data_of(person)["birth_date"]
    parts = born.split("-")
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        return None
    year, month, day = map(int, parts)
    today = timezone.localdate()
    return today.year - year - ((today.month, today.day) < (month, day))


def signers_of(body: Body) -> list[str]:
    """Return those who sign the body's certificates, its chairs, each as "name · title".

    The name is that of the linked person or the account, never a username: a chair without a name signs by hand.
    """
    chairs = body.members.filter(role=BodyMember.Role.CHAIR).select_related("account__person__merged_into")
    named = [(_name_of(member.account), member.title) for member in chairs]
    return [" · ".join(filter(None, signer)) for signer in named if signer[0]]


def _name_of(account: Account) -> str:
    person = account.person
    return person.kept.name if person else account.name


def certificate_by(code: str) -> Certificate | None:
    """Return the certificate whose address holds ``code``."""
    return Certificate.objects.filter(code=code).first()


def register(query: str = "", country: str = "", level: str = "") -> QuerySet[Certificate]:
    """Return the valid pins that are published: 3 to 1, and those whose holders agreed (A9 7.4).

    ``level`` is such as "pin-3".
    """
    rows = Certificate.objects.filter(public=True, revoked_at=None).order_by("kind", "level", "-issued_on", "pk")
    for word in query.split():
        rows = rows.filter(Q(name__icontains=word) | Q(latin_name__icontains=word) | Q(body_name__icontains=word))
    if country:
        rows = rows.filter(country=country)
    kind, _dash, number = level.partition("-")
    chosen = number_in(number)
    return rows if chosen is None else rows.filter(kind=kind, level=chosen)


def certificates_of(person: Person, *, public: bool) -> QuerySet[Certificate]:
    """Return the valid pins of a person (the kept one of merged persons), the highest first.

    ``public``: only those that everybody may see (A9 7.4).
    """
    rows = Certificate.objects.filter(person__in=with_merged([person.pk]), revoked_at=None)
    rows = rows.filter(public=True) if public else rows
    return rows.select_related("application", "body").order_by("kind", "level", "-issued_on")


def granted_by(body: Body) -> QuerySet[Certificate]:
    """Return the valid pins that a body granted, the newest first."""
    rows = Certificate.objects.filter(body=body, revoked_at=None).select_related("person__merged_into")
    return rows.order_by("-issued_on", "-pk")


def register_countries() -> list[str]:
    """Return the countries of the players in the register."""
    rows = Certificate.objects.filter(public=True, revoked_at=None).exclude(country="")
    return sorted(set(rows.values_list("country", flat=True)))


def expired_data() -> QuerySet[PinApplicationData]:
    """Return documents and contacts whose storage period is over."""
    return PinApplicationData.objects.filter(delete_after__lt=timezone.localdate())


def expired_messages() -> QuerySet[PinMessage]:
    """Return the messages of applications whose private data expired or is deleted."""
    return PinMessage.objects.filter(Q(application__private=None) | Q(application__private__in=expired_data()))


def expired_scans() -> QuerySet[ApplicationScan]:
    """Return the scans of applications whose private data expired or is deleted."""
    return ApplicationScan.objects.filter(Q(application__private=None) | Q(application__private__in=expired_data()))


def has_expired_data() -> bool:
    """Return whether any data of an application expired."""
    return any(rows().exists() for rows in (expired_data, expired_scans, expired_messages, expired_claims))
