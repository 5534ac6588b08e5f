"""Invitations of helpers, and invitations to an account."""

from django.db.models import QuerySet

from tournament.access.models import AccountInvitation, Invitation
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account


def invitations_of(event: Event) -> QuerySet[Invitation]:
    """Return the invitations of ``event``, newest first, with their accounts."""
    return event.invitations.select_related("account", "event__ledger")


def invitation_of(token_hash: str) -> Invitation | None:
    """Return the invitation with a token's hash; None if there is none."""
    return Invitation.objects.select_related("account", "event__ledger").filter(token_hash=token_hash).first()


def is_helper(account: Account) -> bool:
    """Return whether a helper's code opens the account, without a password."""
    return Invitation.objects.filter(account=account).exists()


def account_invitations(event: Event | None) -> QuerySet[AccountInvitation]:
    """Return the invitations to an account with a role in ``event``, newest first; None: those to the program."""
    return AccountInvitation.objects.filter(event=event, granted_on=None).select_related("account", "event__ledger")


def account_invitation_of(token_hash: str) -> AccountInvitation | None:
    """Return the invitation to an account with a token's hash; None if there is none."""
    rows = AccountInvitation.objects.select_related("account", "event__ledger", "granted_on")
    return rows.filter(token_hash=token_hash).first()
