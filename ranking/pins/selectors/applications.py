"""Applications for pins as players and bodies see them, the promise, and the public register."""

import hashlib

from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext

from common.numbers import number_in
from ranking.bodies.models import Body, BodyMember
from ranking.pins.models.applications import Certificate, PinApplication, PinApplicationData, PinMessage
from ranking.pins.rules.applications import OPEN, POSSIBLE, WORLD_LEVELS
from ranking.pins.selectors.claim_files import expired_claims
from tournament.people.models.persons import Person
from tournament.registration.selectors.entries import private_data_of

STATE = PinApplication.State


def promise_of(language: str) -> str:
    """Return the text that an applicant promises (A10), in the program's own words."""
    with translation.override(language):
        return gettext(
            "I stand for mahjong as a healthy and friendly sport of the mind, I play fair and not for money, I use no "
            "false results or papers, and I help the game as far as I can."
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
    """Return document and contact as typed; empty once deleted."""
    kept = PinApplicationData.objects.filter(application=application).first()
    return {name: getattr(kept, name, "") for name in ("document", "contact")}


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
    """Return the names of those who sign the body's certificates: its chairs."""
    chairs = body.members.filter(role=BodyMember.Role.CHAIR).select_related("account")
    return [member.account.name or member.account.username for member in chairs]


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


def has_expired_data() -> bool:
    """Return whether any data of an application expired."""
    return expired_data().exists() or expired_messages().exists() or expired_claims().exists()
