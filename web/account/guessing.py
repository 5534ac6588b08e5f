"""Rate limits for passwords: a growing wait for each name, and a limit for each address over all names.

Plugged into django-axes: its handler refuses before a password is hashed; a backend hashes in turn and counts wrong
passwords. A refused attempt is not hashed, not counted, and does not lengthen the wait.
"""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from axes.handlers.base import AxesHandler
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.utils.translation import get_language, get_language_from_request, ngettext, override
from django.utils.translation import gettext as _

from web.account.hashing import RETRY_AFTER, TURNS, Busy
from web.account.known_devices import is_known, known_device, name_digest
from web.shared.accounts.passwords import Refusal
from web.shared.requests.client_address import address_key
from web.shared.requests.rate_limit import WINDOW, Tries, count, forget, hold, seconds_held

#: Wrong passwords for a name without a wait; each further one doubles the wait.
FREE = 4
#: The longest wait in minutes: bearable after typing errors, and about a hundred guesses a day for an attacker.
LONGEST = 15
#: Seconds after which wrong passwords for a name are forgotten; the right one forgets them at once.
DAY = 24 * 3600
#: Refused requests that get the whole page with the typed name; the others get one line.
PAGES_A_SECOND = 5


class Guesses:
    """Count wrong passwords for one name: for the known device, otherwise for the client's address."""

    def __init__(self, request: HttpRequest, username: str) -> None:
        self.device = known_device(request, username)
        self._counter = f"name:{name_digest(username)}:{self.device or address_key(request)}"
        self._address = Tries("password", request)

    def refusal(self) -> Refusal | None:
        """Return why the next password is not checked; None if it is."""
        seconds = seconds_held(self._counter)
        if seconds:
            return Refusal(_wait_words(-(-seconds // 60)), seconds)
        if not self.device and self._address.used_up:
            return too_many()
        return None

    def count(self) -> None:
        """Count a wrong password."""
        if not self.device:
            self._address.count()
        minutes = minutes_to_wait(count(self._counter, DAY))
        if minutes:
            hold(self._counter, minutes * 60)

    def forget(self) -> None:
        """Reset the count after the right password."""
        forget(self._counter)


def minutes_to_wait(wrong: int) -> int:
    """Return the minutes to wait after ``wrong`` wrong passwords: 0 for the first four, then 1, 2, 4, 8, 15, 15, …"""
    return 0 if wrong <= FREE else min(LONGEST, 2 ** min(wrong - FREE - 1, 10))


def _wait_words(minutes: int) -> str:
    return ngettext(
        "Too many wrong passwords. Try again in %(minutes)d minute. An administrator can give you a new password.",
        "Too many wrong passwords. Try again in %(minutes)d minutes. An administrator can give you a new password.",
        minutes,
    ) % {"minutes": minutes}


class AskFirst(AxesHandler):  # type: ignore[misc]  # axes has no types
    """Refuse before a password is hashed."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Return whether passwords are refused now; the request then holds the refusal."""
        refusal = Guesses(request, (credentials or {}).get("username") or "").refusal()
        if refusal is not None:
            _refuse(request, refusal)
        return refusal is not None


class HashInTurn(ModelBackend):
    """Check a password when it is this thread's turn, and count it if it is wrong."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **more: Any
    ) -> Any:
        """Return the account. Raise PermissionDenied for a wrong password, so that no other backend hashes it again."""
        if request is None or username is None or password is None:
            return None
        guesses = Guesses(request, username)
        try:
            with TURNS.turn(reserved=bool(guesses.device)):
                account = super().authenticate(request, username, password, **more)
        except Busy:
            _refuse(request, busy())
            raise PermissionDenied from None
        if account is not None:
            guesses.forget()
            return account
        guesses.count()
        refusal = guesses.refusal()
        if refusal:
            _refuse(request, refusal)
        raise PermissionDenied


def too_many() -> Refusal:
    """Return the refusal for an address that has used up its limit over all names."""
    words = _("Too many wrong passwords came from your network. Please try again in a few minutes.")
    return Refusal(words, WINDOW)


def busy() -> Refusal:
    """Return the refusal for the moment when many people sign in at once."""
    return Refusal(_("Many people are signing in at this moment. Please try again in a few seconds."), RETRY_AFTER)


def _refuse(request: HttpRequest, refusal: Refusal) -> None:
    request.password_refusal = refusal  # type: ignore[attr-defined]
    request.axes_locked_out = True  # type: ignore[attr-defined]


def refused(request: HttpRequest, response: HttpResponse, _credentials: Any) -> HttpResponse:
    """Return the page with its form as 429; the form says why and keeps its values (django-axes calls this)."""
    return _as_refused(response, request.password_refusal)  # type: ignore[attr-defined]


def _as_refused(response: HttpResponse, refusal: Refusal) -> HttpResponse:
    response.status_code = 429
    response.headers["Retry-After"] = str(refusal.seconds)
    return response


@lru_cache(maxsize=16)
def _refusal_line(message: str, language: str) -> str:
    return render_to_string("account/refused.html", {"message": message, "language": language})


class FloodedLogin:
    """Answer a flood of logins with one line, before sessions, forms and templates do any work.

    The whole page costs ten times as much and a flood would keep all threads busy with it, so only a few refused
    requests get it each second. Known devices always get it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._login = resolve_url(settings.LOGIN_URL)
        self._second, self._pages = 0, 0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and request.path_info == self._login and not is_known(request):
            with override(get_language_from_request(request)):
                refusal = self._refusal(request)
                if refusal and not self._may_have_page():
                    return _as_refused(HttpResponse(_refusal_line(refusal.message, get_language())), refusal)
        return self.get_response(request)

    def _refusal(self, request: HttpRequest) -> Refusal | None:
        if TURNS.full():
            return busy()
        return too_many() if Tries("password", request).used_up else None

    def _may_have_page(self) -> bool:
        """Count one more page for this second. Without a lock: a rare miscount is harmless."""
        second = int(time.monotonic())
        self._pages = self._pages + 1 if second == self._second else 1
        self._second = second
        return self._pages <= PAGES_A_SECOND
