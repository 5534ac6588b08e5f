"""Tokens of accounts: who shows which token, what it may do, and ``GET /api/v1/token``.

The token of a web site (``web/api/web_results.py``) is another one: it belongs to a body and sends results only.
"""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop
from ninja import Field, Router, Schema
from ninja.errors import Throttled
from ninja.security import HttpBearer
from ninja.throttling import AuthRateThrottle

from common.actions.engine import Service, may
from tournament.access.models import ApiToken
from tournament.access.selectors.roles import actor_of
from tournament.access.selectors.tokens import token_shown, use_is_due
from tournament.access.services.tokens import note_use
from tournament.events.models.events import Event
from tournament.events.selectors.events import event_by_slug
from web.api.interface import Mistakes, api, mistakes
from web.shared.accounts.second_factor import lacks_second_factor
from web.shared.requests.devices import device_of
from web.shared.requests.rate_limit import WINDOW, Tries

RATE = "240/m"
THROTTLE = AuthRateThrottle(RATE)


class TokenRefused(Exception):
    """The request is refused for its token: 401 without a valid one, 403 without the right, 404 without the event."""

    def __init__(self, status: int, sentence: str, where: str = "Authorization") -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.where = where


@api.exception_handler(TokenRefused)
def refused_token(request: HttpRequest, refused: TokenRefused) -> HttpResponse:
    """Answer with a sentence."""
    answer = api.create_response(request, mistakes(refused.where, refused.sentence), status=refused.status)
    if refused.status == 401:
        answer["WWW-Authenticate"] = 'Bearer error="invalid_token"'
    return answer


def count_unknown_token(kind: str, request: HttpRequest) -> None:
    """Count an unknown token; raise Throttled if too many came from the client's address. ``kind``: as in `Tries`."""
    tries = Tries(kind, request)
    if tries.used_up:
        raise Throttled(WINDOW)
    tries.count()


class AccountToken(HttpBearer):
    """`Authorization: Bearer TOKEN`: the token that an account made for a program, with a scope."""

    def __init__(self, scope: str = "") -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken:
        """Return the token if it is valid and has the scope; clients that try many unknown ones have to wait."""
        shown = token_shown(token)
        if shown is None:
            count_unknown_token("token", request)
            raise TokenRefused(401, "this token is not known here")
        if shown.state != ApiToken.State.OPEN:
            raise TokenRefused(401, f"the token is {shown.state}; ask its owner for a new one")
        if not shown.account.is_active:
            raise TokenRefused(401, "the account of this token is deactivated")
        if lacks_second_factor(shown.account):
            raise TokenRefused(403, "the account of this token must first set up its second factor")
        if self.scope and self.scope not in shown.scopes:
            raise TokenRefused(403, f"the token does not have the scope {self.scope}")
        if use_is_due(shown):
            note_use(actor_of(shown.account, device_of(request)), shown.account, token=shown.pk)
        return shown


def event_of(token: ApiToken, slug: str, service: Service, *related: str) -> Event:
    """Return the event that the token is for, with its ``related`` rows, if its account may run ``service`` there now.

    Raises TokenRefused otherwise.
    """
    event = event_by_slug(slug, *related)
    if event is None:
        raise TokenRefused(404, "there is no event with this id", "event")
    if token.event_id != event.pk:
        raise TokenRefused(403, "the token is for another event")
    if not may(actor_of(token.account), service, event.ledger):
        raise TokenRefused(403, "the account of the token has no role in this event that allows this")
    return event


def token_of(request: HttpRequest) -> ApiToken:
    """Return the token that `AccountToken` accepted."""
    token: ApiToken = request.auth  # type: ignore[attr-defined]
    return token


class TokenOut(Schema):
    """A token: its name, whose it is, what it may do, for which event only, and until when it is valid."""

    name: str
    owner: str
    scopes: list[str] = Field(examples=[["registry:read"]])
    event: str | None = None
    expires: datetime


router = Router(tags=["tokens"], auth=AccountToken(), throttle=[THROTTLE])


@router.get(
    "/token",
    response={200: TokenOut, 401: Mistakes, 403: Mistakes, 429: Mistakes},
    summary=gettext_noop("What a token may do"),
    description=gettext_noop("Return name, owner, scopes and end of the token that the request shows. Any token may."),
)
def told(request: HttpRequest) -> dict[str, Any]:
    """Answer with the token of the request, without its secret."""
    token = token_of(request)
    event = token.event.slug if token.event else None
    facts = {"name": token.name, "scopes": token.scopes, "event": event, "expires": token.expires}
    return facts | {"owner": str(token.account)}
