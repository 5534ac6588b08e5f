"""Read where accounts are signed in, and whether they have a second factor; and search lists of names."""

from typing import TypeVar

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Model, QuerySet
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournament.people.models.accounts import Account
from tournament.people.models.identities import Identity
from tournament.people.models.passkeys import Passkey
from tournament.people.models.sessions import AccountSession

#: Rows that are found by their ids; a list with more is read in its own order.
FEW = 2_000
Row = TypeVar("Row", bound=Model)


def named_by_id(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Return ``rows`` that a search found; if they are few, the query names their ids.

    PostgreSQL takes each word to be in one of a hundred names, and would read a whole list in its order to find the
    first rows. With the ids it reads only these.
    """
    ids = list(rows.order_by().values_list("pk", flat=True)[: FEW + 1])
    return rows.filter(pk__in=ids) if len(ids) <= FEW else rows


def live_sessions(account: Account) -> list[AccountSession]:
    """Return the browsers in which ``account`` is signed in, the one used last first."""
    listed = list(AccountSession.objects.filter(account=account))
    keys = [row.session_key for row in listed]
    unexpired = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    # A new password ends sessions by this hash; Django deletes their rows only when they are used again.
    hashes = {session.session_key: session.get_decoded().get(HASH_SESSION_KEY) for session in unexpired}
    current = {account.get_session_auth_hash(), *account.get_session_auth_fallback_hash()}
    return [row for row in listed if hashes.get(row.session_key) in current]


def ended_sessions() -> QuerySet[AccountSession]:
    """Return the rows whose browser has signed out, or whose session has expired."""
    unexpired = Session.objects.filter(expire_date__gt=timezone.now())
    return AccountSession.objects.exclude(session_key__in=unexpired.values("session_key"))


def has_app(account: Account) -> bool:
    """Return whether an app on a phone shows codes for ``account``."""
    return TOTPDevice.objects.filter(user=account, confirmed=True).exists()


def has_passkey(account: Account) -> bool:
    """Return whether a device signs ``account`` in with a passkey."""
    return Passkey.objects.filter(account=account).exists()


def has_second_factor(account: Account) -> bool:
    """Return whether the password alone does not sign ``account`` in: it has an app or a passkey."""
    return has_app(account) or has_passkey(account)


def recovery_codes_left(account: Account) -> int:
    """Return how many recovery codes of ``account`` are not used yet."""
    return StaticToken.objects.filter(device__user=account).count()


def identity_of(issuer: str, subject: str) -> Identity | None:
    """Return who signs in at the provider ``issuer`` as ``subject``, with the account; None before the first time."""
    return Identity.objects.select_related("account").filter(issuer=issuer, subject=subject).first()


def is_connected(account: Account, issuer: str) -> bool:
    """Return whether an account of the provider ``issuer`` opens ``account``."""
    return Identity.objects.filter(account=account, issuer=issuer).exists()
