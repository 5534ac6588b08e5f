"""Browsers that asked for messages, and the messages that are to be sent."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from common.privacy.fields import keyed_digest
from scoring.notifications.models import Notification, PushSubscription
from scoring.notifications.selectors.keys import offers_push
from tournament.events.models.events import Event, can_be_public
from tournament.registration.models.applications import Application

#: The kind of the job that sends messages.
SEND_PUSH = "push.send"
#: An event is followed for so long after its last day: decisions about appeals come then.
FOLLOWED_AFTER = timedelta(days=7)
#: Messages that one job takes at once.
BATCH = 40


def offers_push_in(event: Event) -> bool:
    """Return whether players of the event can ask for notifications."""
    return offers_push() and not event.is_private


def followed_events() -> QuerySet[Event]:
    """Return the events of which browsers are told now; no private ones, and none that was over a week ago."""
    last = timezone.localdate() - FOLLOWED_AFTER
    asked = Exists(PushSubscription.objects.filter(event=OuterRef("pk")))
    return Event.objects.filter(Q(ends=None) | Q(ends__gte=last), can_be_public(), asked).select_related("ledger")


def subscriptions_of(event: Event) -> list[PushSubscription]:
    """Return the event's subscriptions with their players."""
    rows = event.push_subscriptions.select_related("entry", "application__entry").order_by("pk")
    return list(rows.prefetch_related("entry__withdrawals", "application__entry__withdrawals"))


def subscription_in(event: Event, number: int | None) -> PushSubscription | None:
    """Return the event's subscription with this id; None if it has ended."""
    rows = PushSubscription.objects.select_related("entry", "application__entry")
    return rows.filter(event=event, pk=number).first() if number else None


def subscriptions_at(endpoint: str, secret: str) -> list[PushSubscription]:
    """Return the subscriptions of the browser at this address in all events; none if the secret is not its own."""
    rows = PushSubscription.objects.filter(mark=keyed_digest(endpoint)).select_related("event__ledger")
    return [row for row in rows if row.endpoint == endpoint and constant_time_compare(row.secret, secret)]


def due_notifications() -> QuerySet[Notification]:
    """Return the messages that are to be sent now, oldest first."""
    return Notification.objects.filter(next_at__lte=timezone.now())


def due_events() -> QuerySet[Event]:
    """Return the events with messages that are to be sent now."""
    return Event.objects.filter(pk__in=due_notifications().values("subscription__event"))


def withdrawn(event: Event) -> QuerySet[PushSubscription]:
    """Return the event's subscriptions of players who withdrew their application."""
    return PushSubscription.objects.filter(event=event, application__state=Application.State.WITHDRAWN)
