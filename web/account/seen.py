"""Note in which browsers an account is signed in, and when it was last seen there."""

from collections.abc import Callable
from contextlib import suppress

from django.contrib.auth import SESSION_KEY
from django.core.cache import caches
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from common.actions.errors import Refused
from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account
from tournament.people.services.sessions import note_session
from web.shared.requests.devices import device_of

#: A session is written at most once in this time.
SECONDS_BETWEEN_WRITES = 300


class SeenSession:
    """Middleware: keep the row of the reader's session; the session itself is read only if the page has read it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        if session.accessed and session.session_key and SESSION_KEY in session:
            digest = salted_hmac("seen", session.session_key).hexdigest()
            if caches["tries"].add(f"seen:{digest}", True, SECONDS_BETWEEN_WRITES):
                _note(request, session.session_key)
        return response


def _note(request: HttpRequest, session_key: str) -> None:
    """Write that the session was seen; a full or locked database stops no page."""
    if not isinstance(request.user, Account):
        return
    device = device_of(request)
    with suppress(Refused, DatabaseError):
        note_session(actor_of(request.user, device), request.user, session_key=session_key, device=device)
