"""What a phone keeps of an event without an account, in cookies: its player and the followed players, as numbers."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from common.numbers import number_in
from scoring.notifications.selectors.subscriptions import offers_push_in
from web.shared.requests.methods import post_only
from web.shared.viewer import ViewerContext, viewer_context

ME, FOLLOWED = "me", "followed"
#: A phone follows so many players, and keeps it for so long (half a year).
MOST = 12
KEPT = 180 * 24 * 3600


def me_of(request: HttpRequest, reader: ViewerContext) -> int | None:
    """Return the number of the phone's player; None if the phone has none."""
    return next(iter(known_numbers(reader, request.COOKIES.get(ME, ""))), None)


def followed_of(request: HttpRequest, reader: ViewerContext) -> list[int]:
    """Return the numbers of the players whom the phone follows."""
    return known_numbers(reader, request.COOKIES.get(FOLLOWED, ""))[:MOST]


def phone_context(request: HttpRequest, reader: ViewerContext, number: int) -> dict[str, Any]:
    """Return for a player's page what the phone knows of the player, and whether it can get notifications."""
    followed = followed_of(request, reader)
    is_me = me_of(request, reader) == number
    context = {"is_me": is_me, "follows": number in followed, "follows_most": len(followed) >= MOST}
    return context | {"notifies": is_me and offers_push_in(reader.event)}


def known_numbers(reader: ViewerContext, text: str) -> list[int]:
    """Return the numbers in a cookie's or form's text ("12.7") that the event has, each once."""
    numbers = dict.fromkeys(number_in(part) for part in text[:100].split(".") if part.isascii())
    return [number for number in numbers if number is not None and number in reader.standings.names]


def _keep(answer: HttpResponse, reader: ViewerContext, name: str, numbers: list[int]) -> None:
    """Store the numbers in the event's cookie; delete the cookie if there are none."""
    path = reverse("pocket:event", args=[reader.event.slug])
    if not numbers:
        answer.delete_cookie(name, path=path, samesite="Lax")
        return
    text, secure = ".".join(map(str, numbers)), settings.SESSION_COOKIE_SECURE
    answer.set_cookie(name, text, max_age=KEPT, path=path, secure=secure, httponly=True, samesite="Lax")


@post_only
def set_current_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Remember the phone's player ("number"), or forget it (empty)."""
    reader = viewer_context(request, slug)
    numbers = known_numbers(reader, request.POST.get("number", ""))
    answer = redirect("pocket:event", slug)
    _keep(answer, reader, ME, numbers[:1])
    return answer


@post_only
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a player on this phone ("on"), or stop following."""
    reader = viewer_context(request, slug)
    numbers = known_numbers(reader, request.POST.get("number", ""))
    if not numbers:
        raise Http404
    others = [number for number in followed_of(request, reader) if number != numbers[0]]
    kept = [*others, numbers[0]][:MOST] if request.POST.get("on") else others
    answer = redirect("pocket:player", slug, numbers[0])
    _keep(answer, reader, FOLLOWED, kept)
    return answer
