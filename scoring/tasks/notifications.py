"""The sweep that notes what phones are to be told, and the job that sends it."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.permissions import system_actor
from common.jobs import Progress, Result, job, start
from common.jobs.models import Job
from common.jobs.sweeps import sweeps
from scoring.notifications.exports import pushed
from scoring.notifications.models import Notification
from scoring.notifications.selectors.keys import offers_push
from scoring.notifications.selectors.news import untold_news
from scoring.notifications.selectors.subscriptions import (
    SEND_PUSH,
    due_events,
    due_notifications,
    followed_events,
    withdrawn,
)
from scoring.notifications.services import note_news, note_tries, take_due
from tournament.events.models.events import Event

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
