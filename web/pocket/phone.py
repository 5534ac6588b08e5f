"""What a phone keeps of an event without an account, in cookies: who reads, and whom they follow, as numbers."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from common.numbers import number_in
from web.shared.viewer import ViewerContext

ME, FOLLOWED = "me", "followed"
#: A phone follows so many players, and keeps it for so long (half a year).
MOST = 12
KEPT = 180 * 24 * 3600


def me_of(request: HttpRequest, reader: ViewerContext) -> int | None:
    """The number of the reading player; None if the phone does not know it."""
    return next(iter(known_numbers(reader, request.COOKIES.get(ME, ""))), None)


def followed_of(request: HttpRequest, reader: ViewerContext) -> list[int]:
    """The numbers of whom the phone follows."""
    return known_numbers(reader, request.COOKIES.get(FOLLOWED, ""))[:MOST]


def phone_context(request: HttpRequest, reader: ViewerContext, number: int) -> dict[str, Any]:
    """For a player's page: whether that is the reader, and whether the phone follows him or her."""
    followed = followed_of(request, reader)
    is_me = me_of(request, reader) == number
    return {"is_me": is_me, "follows": number in followed, "follows_most": len(followed) >= MOST}


def known_numbers(reader: ViewerContext, text: str) -> list[int]:
    """The numbers in a cookie's or form's text ("12.7") that the event has, each once."""
    numbers = dict.fromkeys(number_in(part) for part in text[:100].split(".") if part.isascii())
    return [number for number in numbers if number is not None and number in reader.standings.names]


def keep(answer: HttpResponse, reader: ViewerContext, name: str, numbers: list[int]) -> None:
    """Put the numbers into the event's cookie; without any it goes."""
    path = reverse("pocket:event", args=[reader.event.slug])
    if not numbers:
        answer.delete_cookie(name, path=path, samesite="Lax")
        return
    text, secure = ".".join(map(str, numbers)), settings.SESSION_COOKIE_SECURE
    answer.set_cookie(name, text, max_age=KEPT, path=path, secure=secure, httponly=True, samesite="Lax")
