"""Recognise browsers that signed in to an account before, so that others cannot lock its owner out.

A signed cookie holds a random name of the device and the accounts that signed in there (OWASP: "Slow Down Online
Guessing Attacks with Device Cookies"). Wrong passwords for one of those accounts are counted for the device alone:
attempts from the same address, or a flood of logins, do not affect it. The cookie grants no access.
"""

import secrets
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tournament.people.models.accounts import Account

COOKIE, SALT = "device", "web.account.known_devices"
YEAR = 365 * 24 * 3600
#: Accounts that a cookie holds, the latest first: browsers are shared.
MOST_NAMES = 10


def name_digest(username: str) -> str:
    """Return the keyed digest of a normalised username, for cookies and cache keys."""
    name = Account.normalize_username(username).strip().casefold()
    return salted_hmac("username", name, algorithm="sha256").hexdigest()[:32]


def known_device(request: HttpRequest, username: str) -> str:
    """Return the name of the device if ``username`` signed in there before, else empty."""
    content = _cookie_content(request)
    return content["device"] if name_digest(username) in content["names"] else ""


def is_known(request: HttpRequest) -> bool:
    """Return whether any account signed in from this browser before."""
    return bool(_cookie_content(request)["names"])


def remember_device(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """Note in the browser's cookie that ``username`` signed in."""
    content = _cookie_content(request)
    name = name_digest(username)
    names = [name, *(other for other in content["names"] if other != name)][:MOST_NAMES]
    response.set_cookie(
        COOKIE,
        signing.dumps(content | {"names": names}, salt=SALT),
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _cookie_content(request: HttpRequest) -> dict[str, Any]:
    """Return the content of the cookie; a new device if it holds nothing that this program signed."""
    try:
        content: dict[str, Any] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR)
    except signing.BadSignature:
        content = {"device": secrets.token_urlsafe(12), "names": []}
    return content
