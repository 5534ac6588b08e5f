"""The sweep of every minute: queue jobs of lost workers again, delete old files and idempotency keys."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from common.actions.models.keys import ClientKey
from common.jobs.models import Job
from common.jobs.requeueing import queue_again
from common.jobs.watching import watch_shortly
from common.stored_files import delete_older, names_in

#: Age at which an unclaimed waiting job is published again.
STALE = timedelta(seconds=60)
FILES_KEPT = timedelta(days=7)
KEYS_KEPT = timedelta(days=30)
#: Folders of results and uploads.
FOLDERS = ("jobs", "uploads")


@dataclass(frozen=True)
class Swept:
    """Numbers of jobs queued again, jobs ended (failed or cancelled), files deleted and idempotency keys deleted."""

    queued: int
    ended: int
    files: int
    keys: int


def sweep() -> Swept:
    """Tidy up once; may run at any time and several times at once."""
    now = timezone.now()
    # A heartbeat in the future was written before the clock was set back.
    stale = Q(heartbeat__lt=now - STALE) | Q(heartbeat__gt=now + STALE)
    waiting = [queue_again(job) for job in Job.objects.filter(stale, state=Job.State.QUEUED)]
    after = waiting + watch_shortly()
    files, keys = _delete_old_files(now - FILES_KEPT), _delete_old_keys(now - KEYS_KEPT)
    return Swept(after.count(True), after.count(False), files, keys)


def _delete_old_files(limit: datetime) -> int:
    """Clear files of jobs that ended before ``limit``, then delete every old file that no job refers to.

    That includes leftovers of lost workers and of rolled-back transactions.
    """
    Job.objects.filter(ended_at__lt=limit).exclude(file="", upload="").update(file="", upload="")
    named = {name for pair in Job.objects.values_list("file", "upload") for name in pair}
    deleted = 0
    for folder in FOLDERS:
        unnamed = (name for name in names_in(folder) if f"{folder}/{name}" not in named)
        deleted += delete_older(folder, unnamed, limit)
    return deleted


def _delete_old_keys(limit: datetime) -> int:
    """Delete idempotency keys from before ``limit``; checks the lowest id first to avoid a full scan."""
    oldest = ClientKey.objects.order_by("pk").first()
    if oldest is None or oldest.at >= limit:
        return 0
    return ClientKey.objects.filter(at__lt=limit).delete()[0]
