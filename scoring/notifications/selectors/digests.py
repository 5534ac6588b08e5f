"""Daily mails: whether they are offered, who gets one, and what it tells."""

from datetime import datetime

from django.conf import settings
from django.db.models import Q, QuerySet

from scoring.notifications.models import Digest
from scoring.notifications.selectors.news import EventNews, News
from scoring.notifications.selectors.subscriptions import FOLLOWED_AFTER
from tournament.events.models.events import Event, can_be_public
from tournament.registration.models.applications import Application
from tournament.registration.selectors.applications import sends_mail

#: The kind of the job that sends the mails.
SEND_DIGESTS = "digest.send"
#: The hour at the event's place from which the mail of a day is sent.
HOUR = 20


def offers_digest(event: Event) -> bool:
    """Return whether registered players of the event can ask for a mail a day."""
    return bool(settings.DAILY_MAIL) and sends_mail() and not event.is_private


def may_ask(application: Application) -> bool:
    """Return whether the application has an address that the player confirmed."""
    is_given_up = application.state in (Application.State.WITHDRAWN, Application.State.DECLINED)
    return application.mail_confirmed_at is not None and not is_given_up and hasattr(application, "private")


def due_digests(event: Event, now: datetime) -> QuerySet[Digest]:
    """Return the digests of the event that were not looked at on the evening of ``now``."""
    there = now.astimezone(event.zone)
    rows = Digest.objects.filter(application__event=event).select_related("application__entry", "application__private")
    if there.hour < HOUR:
        return rows.none()
    return rows.filter(Q(looked_on=None) | Q(looked_on__lt=there.date())).order_by("pk")


def events_with_due_digests(now: datetime) -> list[Event]:
    """Return the events with digests to look at now; no private ones, and none that was over a week ago."""
    last = now.date() - FOLLOWED_AFTER
    asked = Event.objects.filter(can_be_public(), applications__digest__isnull=False).select_related("ledger")
    followed = asked.filter(Q(ends=None) | Q(ends__gte=last)).distinct()
    return [event for event in followed if due_digests(event, now).exists()]


def news_of_day(digest: Digest, now: datetime) -> list[News]:
    """Return what the mail tells; empty: there is none today."""
    if not may_ask(digest.application):
        return []
    return EventNews(digest.application.event, now, FOLLOWED_AFTER).of_the_day(digest)
