"""Invitations of helpers."""

from django.db.models import QuerySet

from tournament.access.models import Invitation
from tournament.events.models.events import Event


def invitations_of(event: Event) -> QuerySet[Invitation]:
    """Return the invitations of ``event``, newest first, with their accounts."""
    return event.invitations.select_related("account", "event__ledger")


def invitation_of(token_hash: str) -> Invitation | None:
    """Return the invitation with a token's hash; None if there is none."""
    return Invitation.objects.select_related("account", "event__ledger").filter(token_hash=token_hash).first()
