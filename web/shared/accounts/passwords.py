"""Passwords typed in requests: whether one was given lately, and why one was not checked.

Important actions in a row ask once in a quarter of an hour. The time is in the session on the server; signing out, and
signing in as another account, deletes the session's data.
"""

import time
from dataclasses import dataclass

from django.http import HttpRequest

#: Seconds for which a typed password counts; typing nothing else does not prolong it.
LASTS = 15 * 60
KEY = "password_given_at"


def note_password(request: HttpRequest) -> None:
    """Note that the signed-in person has just typed the right password."""
    request.session[KEY] = int(time.time())


def password_given(request: HttpRequest) -> bool:
    """Whether the signed-in person typed the password in the last quarter of an hour."""
    given_at = request.session.get(KEY)
    return given_at is not None and 0 <= time.time() - given_at < LASTS


@dataclass(frozen=True)
class Refusal:
    """Why a password is not checked, and after how many seconds to try again."""

    message: str
    seconds: int


def refusal_words(request: HttpRequest | None) -> str:
    """Return the message of the request's refusal, for its form; empty if the password was only wrong."""
    refusal: Refusal | None = getattr(request, "password_refusal", None)
    return refusal.message if refusal else ""
