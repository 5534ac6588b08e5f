"""Begin and stop telling a browser, note what it is to be told, and how sending ended.

Nothing of it is in the audit log: who asked for messages is the player's own matter.
"""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from common.privacy.fields import keyed_digest
from scoring.notifications.models import Notification, PushSubscription
from scoring.notifications.rules import GONE, LATER, is_endpoint, is_secret, minutes_until_again
from scoring.notifications.selectors.keys import accepts_loopback, is_browser_key
from scoring.notifications.selectors.news import KEPT, untold_news
from scoring.notifications.selectors.subscriptions import BATCH, due_notifications, withdrawn
from tournament.events.models.events import Event
from tournament.events.selectors.privacy import last_day_kept

#: So many browsers of one player are told; the oldest gives way to a new one. And so many of one event.
MOST_OF_PLAYER = 10
MOST_OF_EVENT = 5_000


@action("push.subscribe", summary=_("Ask for notifications"), roles=[BEARER], subject="event", while_held=True)
def subscribe(
    _context: ActionContext,
    event: Event,
    *,
    entry: int | None,
    application: int | None,
    proven: bool,
    endpoint: str,
    browser_key: str,
    secret: str,
    language: str,
) -> Done:
    """Tell a browser what concerns an entry or an application (ids); the answer holds the id of the subscription.

    A browser that asks again is told about the new player only. Refused: what no browser sends, too many browsers.
    """
    _check_address(endpoint, browser_key, secret)
    mark = keyed_digest(endpoint)
    event.push_subscriptions.filter(mark=mark).delete()
    if event.push_subscriptions.count() >= MOST_OF_EVENT:
        raise Refused(_("Too many phones of this event get notifications already."))
    of_player = event.push_subscriptions.filter(entry=entry, application=application).order_by("-proven", "-pk")
    PushSubscription.objects.filter(pk__in=[row.pk for row in of_player[MOST_OF_PLAYER - 1 :]]).delete()
    row = PushSubscription(
        event=event, entry_id=entry, application_id=application, proven=proven, endpoint=endpoint, mark=mark,
        key=browser_key, secret=secret, language=language, made_at=timezone.now(), delete_after=last_day_kept(event),
    )  # fmt: skip
    row.application_state = row.application.state if row.application else ""
    row.save()
    return Done({"subscription": row.pk}, f"event:{event.slug}", raises=(), audited=False)


@action(
    "push.renew", summary=_("Renew a phone's address for notifications"), roles=[BEARER], subject="event",
    while_held=True,
)  # fmt: skip
def renew(
    _context: ActionContext, event: Event, *, subscription: int, endpoint: str, browser_key: str, secret: str
) -> Done:
    """Replace the address of a subscription: the push service gave its browser another one. Refused: as above."""
    _check_address(endpoint, browser_key, secret)
    row, mark = event.push_subscriptions.get(pk=subscription), keyed_digest(endpoint)
    event.push_subscriptions.filter(mark=mark).exclude(pk=subscription).delete()
    row.endpoint, row.mark, row.key, row.secret = endpoint, mark, browser_key, secret
    row.save(update_fields=["endpoint", "mark", "key", "secret"])
    return Done({}, f"event:{event.slug}", raises=(), audited=False)


def _check_address(endpoint: str, browser_key: str, secret: str) -> None:
    """Raise Refused unless a browser at a push service could have given this."""
    is_usable = is_endpoint(endpoint, loopback=accepts_loopback()) and is_browser_key(browser_key) and is_secret(secret)
    if not is_usable:
        raise Refused(_("This browser gave no address for notifications. Try again, or use another browser."))


@action("push.stop", summary=_("Stop notifications"), roles=[BEARER], subject="event", while_held=True)
def unsubscribe(_context: ActionContext, event: Event, *, subscription: int) -> Done:
    """Delete a subscription and everything that waits for it."""
    count, _rows = event.push_subscriptions.filter(pk=subscription).delete()
    return Done({}, f"event:{event.slug}", raises=(), changed=bool(count), audited=False)


@action("push.note_news", summary=_("Note what phones are to be told"), roles=[], subject="event", while_held=True)
def note_news(_context: ActionContext, event: Event) -> Done:
    """Queue what the event's browsers were not told yet; the answer holds the number of messages."""
    withdrawn(event).delete()
    now, count = timezone.now(), 0
    for subscription, news in untold_news(event):
        subscription.notifications.create(
            kind=news.kind, fact=news.fact, figures=news.figures, made_at=now, next_at=now,
            expires_at=now + KEPT[Notification.Kind(news.kind)],
        )  # fmt: skip
        if subscription.application and subscription.application_state != subscription.application.state:
            subscription.application_state = subscription.application.state
            subscription.save(update_fields=["application_state"])
        count += 1
    return Done({"messages": count}, f"event:{event.slug}", raises=(), changed=bool(count), audited=False)


@action("push.take", summary=_("Collect notifications to send"), roles=[], subject="event", while_held=True)
def take_due(_context: ActionContext, event: Event) -> Done:
    """Take messages of the event that are due, so that no other job sends them too; the answer holds their ids.

    If this job is lost, the next one sends them again. Expired messages are given up.
    """
    now, taken = timezone.now(), []
    for row in due_notifications().filter(subscription__event=event)[:BATCH]:
        row.tries += 1
        expired = row.expires_at <= now
        again = now + timedelta(minutes=minutes_until_again(row.tries))
        row.next_at = None if expired else again
        row.save(update_fields=["tries", "next_at"])
        if not expired:
            taken.append(row.pk)
    return Done({"messages": taken}, f"event:{event.slug}", raises=(), audited=False)


@action(
    "push.note_tries", summary=_("Note how sending notifications ended"), roles=[], subject="event", while_held=True
)
def note_tries(_context: ActionContext, event: Event, *, statuses: dict[int, int]) -> Done:
    """Note the status of each answer (message -> status; 0: none): a browser that is gone is deleted."""
    rows = Notification.objects.filter(subscription__event=event, pk__in=statuses).exclude(next_at=None)
    gone = set()
    for row in rows:
        row.status = statuses[row.pk]
        if row.status in GONE:
            gone.add(row.subscription_id)
        if 200 <= row.status < 300:
            row.sent_at = timezone.now()
        if row.status not in LATER or (row.next_at and row.next_at >= row.expires_at):
            row.next_at = None
        row.save(update_fields=["status", "sent_at", "next_at"])
    event.push_subscriptions.filter(pk__in=gone).delete()
    return Done({}, f"event:{event.slug}", raises=(), changed=bool(statuses), audited=False)
