"""Where an event is, and its hand-overs."""

from uuid import UUID

from django.db.models import QuerySet

from scoring.hand_over.models import HandOver
from tournament.access.rules import token_hash
from tournament.events.models.events import Event


def hand_overs_of(event: Event) -> QuerySet[HandOver]:
    """Return the hand-overs of the event, the newest first."""
    return HandOver.objects.filter(event=event).select_related("event__ledger")


def last_hand_over(event: Event) -> HandOver | None:
    """Return the newest hand-over of the event; None if it never left, and never came."""
    return hand_overs_of(event).first()


def hand_over_of_token(token: str) -> HandOver | None:
    """Return the hand-over whose key has this token (`rules.tokens`); None if there is none."""
    return HandOver.objects.select_related("event__ledger").filter(key_hash=token_hash(token)).first()


def hand_over_with(uid: UUID) -> HandOver | None:
    """Return the hand-over with this id; None if there is none here."""
    return HandOver.objects.select_related("event__ledger").filter(uid=uid).first()
