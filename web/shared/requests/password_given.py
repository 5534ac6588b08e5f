"""Remember for a quarter of an hour that the password was typed, so that important actions in a row ask for it once.

The time is in the session on the server; signing out, and signing in as another account, deletes the session's data.
"""

import time

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
