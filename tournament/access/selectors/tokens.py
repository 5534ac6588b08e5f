"""Tokens of programs: those of an account, and the one that a request shows."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from tournament.access.models import ApiToken
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

#: The last use is written again after this time only.
COARSE = timedelta(minutes=1)


def tokens_of(account: Account) -> QuerySet[ApiToken]:
    """Return the tokens of an account, the newest first."""
    return ApiToken.objects.filter(account=account)


def all_tokens() -> QuerySet[ApiToken]:
    """Return the tokens of all accounts, the newest first."""
    return ApiToken.objects.select_related("account", "event")


def tokens_for(event: Event, scope: str) -> QuerySet[ApiToken]:
    """Return the tokens that are for this event only and for nothing but ``scope``, the newest first."""
    return all_tokens().filter(event=event, scopes=[scope])


def token_shown(text: str) -> ApiToken | None:
    """Return the token with this text whatever its state, with its account; None if there is none."""
    return all_tokens().filter(token_hash=token_hash(text)).first()


def use_is_due(token: ApiToken) -> bool:
    """Return whether the last use was noted more than a minute ago."""
    return token.used_at is None or token.used_at <= timezone.now() - COARSE
