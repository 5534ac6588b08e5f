"""Where an event is, and its hand-overs."""

from uuid import UUID

from django.db.models import QuerySet

from scoring.hand_over.models import HandOver
from scoring.publishing.models import ReceivedPackage
from scoring.publishing.selectors.packages import newest_received
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


def published_since(row: HandOver) -> ReceivedPackage | None:
    """Return the newest package that arrived here since the event was handed over and until it is back."""
    if row.side != HandOver.Side.GIVEN or row.state == HandOver.State.BACK:
        return None
    newest = newest_received(row.event)
    return newest if newest is not None and newest.received_at >= row.began_at else None


def hand_over_with(uid: UUID) -> HandOver | None:
    """Return the hand-over with this id; None if there is none here."""
    return HandOver.objects.select_related("event__ledger").filter(uid=uid).first()
