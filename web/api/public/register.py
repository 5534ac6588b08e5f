"""``/api/v1/register``: the register of pins, with those pins that everybody may see (A9 7.4)."""

from datetime import date
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_noop
from ninja import Schema

from ranking.pins.models.applications import Certificate
from ranking.pins.selectors.applications import register
from web.api.public.reading import ListAnswers, Start, page_of, public_router


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


def _pin(row: Certificate, request: HttpRequest) -> dict[str, Any]:
    names = ("kind", "level", "name", "latin_name", "country", "issued_on")
    check = request.build_absolute_uri(reverse("record:check", args=[row.code]))
    return {name: getattr(row, name) for name in names} | {
        "certificate": row.serial,
        "check": check,
        "body": row.body_name,
    }
