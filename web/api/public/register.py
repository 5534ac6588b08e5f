"""``/api/v1/register``: the register of pins, with those pins that everybody may see (A9 7.4), and one certificate."""

from datetime import date
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from ranking.opponents.selectors.tables import public_person
from ranking.pins.models.applications import Certificate
from ranking.pins.selectors.applications import certificate_by, certificates_of, register
from ranking.rankings.selectors.names import PublicName
from web.api.public.reading import (
    Answers,
    ListAnswers,
    Person,
    Start,
    Text,
    absent,
    page_of,
    person_of,
    public_router,
)


class PinOut(Schema):
    """A pin: `kind` is `pin` or `web`, `level` 9 to 1, `check` the page that checks its certificate."""

    kind: str
    level: int
    name: str
    latin_name: str
    country: str
    certificate: str
    check: str
    issued_on: date
    body: str


class CertificateOut(PinOut):
    """A certificate: it holds unless it was revoked (`revoked_on`, null: it is valid); `signers` signed it."""

    signers: list[str]
    revoked_on: date | None


class PersonPinsOut(Person):
    """The public pins of a person, the highest first."""

    pins: list[PinOut]


class RegisterOut(Schema):
    """A page of the register; `next` is the `start` of the next page, null on the last one."""

    pins: list[PinOut]
    next: int | None


router = public_router("record")


@router.get(
    "/register",
    response={200: RegisterOut, **ListAnswers},
    summary=gettext_noop("Register of pins"),
    description=gettext_noop(
        "Return up to 500 valid pins from position `start` on: pins 3 to 1, and those whose holders agreed."
    ),
)
def pins(request: HttpRequest, start: Start = 0) -> dict[str, Any]:
    """Answer with a page of the register."""
    rows, following = page_of(register(), start)
    return {"pins": [_pin(row, request) for row in rows], "next": following}


@router.get(
    "/record/persons/{person}/pins",
    response={200: PersonPinsOut, **Answers},
    summary=gettext_noop("Pins of a person"),
    description=gettext_noop(
        "Return the valid pins of a person whose record is public: pins 3 to 1, and the others if the person agreed."
    ),
)
def person_pins(request: HttpRequest, person: int) -> Any:
    """Answer with the public pins; 404 if the record is not public."""
    owner = public_person(person)
    if owner is None:
        return absent("person")
    rows = [_pin(row, request) for row in certificates_of(owner, public=True)]
    return Status(200, person_of(PublicName(owner.name, owner.latin_name, owner.pk)) | {"pins": rows})


@router.get(
    "/certificates/{code}",
    response={200: CertificateOut, **Answers},
    summary=gettext_noop("Check of a certificate"),
    description=gettext_noop(
        "Return what a certificate says and whether it is valid, by the code at the end of the address that is printed "
        "on it."
    ),
)
def certificate(request: HttpRequest, code: Text) -> Any:
    """Answer with a certificate, also a revoked one; 404 for an unknown code."""
    row = certificate_by(code)
    if row is None:
        return absent("code")
    revoked = localdate(row.revoked_at) if row.revoked_at else None
    return Status(200, _pin(row, request) | {"signers": row.signers, "revoked_on": revoked})


def _pin(row: Certificate, request: HttpRequest) -> dict[str, Any]:
    names = ("kind", "level", "name", "latin_name", "country", "issued_on")
    check = request.build_absolute_uri(reverse("record:check", args=[row.code]))
    return {name: getattr(row, name) for name in names} | {
        "certificate": row.serial,
        "check": check,
        "body": row.body_name,
    }
