"""What phones are to be told, and the mails of the day: their sweeps and the jobs that send them."""

import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.permissions import system_actor
from common.jobs import Progress, Result, job, start
from common.jobs.models import Job
from common.jobs.sweeps import sweeps
from scoring.notifications.exports.digests import digest_text
from scoring.notifications.exports.push import pushed
from scoring.notifications.models import Digest, Notification
from scoring.notifications.selectors.digests import SEND_DIGESTS, due_digests, events_with_due_digests, offers_digest
from scoring.notifications.selectors.keys import offers_push
from scoring.notifications.selectors.news import untold_news
from scoring.notifications.selectors.subscriptions import (
    SEND_PUSH,
    due_events,
    due_notifications,
    followed_events,
    withdrawn,
)
from scoring.notifications.services.digests import return_digest, take_digest
from scoring.notifications.services.push import note_news, note_tries, take_due
from tournament.access.rules import new_token
from tournament.events.models.events import Event

logger = logging.getLogger(__name__)
SENDER = system_actor("push")
#: Push services that are asked at once: a slow one does not hold up the others.
AT_ONCE = 8


@sweeps
def notifications() -> Mapping[str, int]:
    """Note what phones are to be told, and start the job that sends it; nothing is deleted."""
    if not offers_push():
        return {}
    for event in followed_events():
        if untold_news(event) or withdrawn(event).exists():
            note_news(SENDER, event)
    is_sending = Job.objects.filter(kind=SEND_PUSH, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    if due_notifications().exists() and not is_sending.exists():
        start(SENDER, SEND_PUSH)
    return {}


@job(SEND_PUSH, summary=gettext_lazy("Notifications on phones"))
def send_push(progress: Progress) -> Result:
    """Send what is due, event by event; what a push service does not take is sent again later."""
    progress.total(due_notifications().count())
    statuses: list[int] = []
    for event in due_events():
        while taken := take_due(SENDER, event)["messages"]:
            statuses += _send(event, taken)
            progress.step(len(taken))
    figures = {"accepted": sum(200 <= status < 300 for status in statuses), "sent": len(statuses)}
    return Result(messages=[_("Accepted: %(accepted)d of %(sent)d.") % figures])


def _send(event: Event, taken: list[int]) -> list[int]:
    """Send these messages and note how it ended; return the statuses."""
    rows = Notification.objects.filter(pk__in=taken).select_related(
        "subscription__event", "subscription__entry", "subscription__application__entry"
    )
    messages = list(rows)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        statuses = list(threads.map(pushed, messages))
    note_tries(SENDER, event, statuses={row.pk: status for row, status in zip(messages, statuses, strict=True)})
    return statuses


@sweeps
def digests() -> Mapping[str, int]:
    """Start the job that sends the mails of the day; nothing is deleted."""
    if not settings.DAILY_MAIL or not events_with_due_digests(timezone.now()):
        return {}
    is_sending = Job.objects.filter(kind=SEND_DIGESTS, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    if not is_sending.exists():
        start(SENDER, SEND_DIGESTS)
    return {}


@job(SEND_DIGESTS, summary=gettext_lazy("Mails of the day"))
def send_digests(progress: Progress) -> Result:
    """Look for news of each player who asked, and send it; what could not be sent is told the next day."""
    rows = [
        (event, row)
        for event in events_with_due_digests(timezone.now())
        for row in due_digests(event, timezone.now())
        if offers_digest(event)
    ]
    progress.total(len(rows))
    sent = 0
    for event, row in rows:
        progress.check()
        sent += _mail(event, row)
        progress.step()
    return Result(messages=[_("Accepted: %(accepted)d of %(sent)d.") % {"accepted": sent, "sent": len(rows)}])


def _mail(event: Event, row: Digest) -> bool:
    """Send the mail of a player if there is news; return whether it was sent."""
    token = new_token()
    taken = take_digest(SENDER, event, digest=row.pk, token=token)
    if not taken["news"]:
        return False
    row.application.event = event
    subject, text = digest_text(row.application, taken["news"], token)
    try:
        EmailMessage(subject, text, to=[row.application.private.mail]).send()
    except OSError as error:
        # smtplib's errors are OSErrors whose texts contain addresses: only their names are kept.
        return_digest(SENDER, event, digest=row.pk, before=taken["before"])
        logger.warning(
            "the mail of the day of application %s was not sent: %s", row.application_id, type(error).__name__
        )
        return False
    return True
