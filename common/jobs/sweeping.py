"""What is done every minute: jobs of lost workers are queued again, old files and client keys deleted."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.files.storage import default_storage
from django.db.models import Q
from django.utils import timezone

from common.actions.models.keys import ClientKey
from common.jobs.models import Job
from common.jobs.requeueing import queue_again
from common.jobs.watching import watch_shortly

#: Time after which a waiting job is published again if no worker has claimed it.
STALE = timedelta(seconds=60)
FILES_KEPT = timedelta(days=7)
KEYS_KEPT = timedelta(days=30)
#: Where the model keeps results and uploads.
FOLDERS = ("jobs/", "uploads/")


@dataclass(frozen=True)
class Swept:
    """How many jobs were queued again, how many given up or cancelled; how many files and client keys deleted."""

    queued: int
    ended: int
    files: int
    keys: int


def sweep() -> Swept:
    """Tidy up; may be called at any time and by several at once."""
    now = timezone.now()
    # A time in the future was written before the clock was set back.
    stale = Q(heartbeat__lt=now - STALE) | Q(heartbeat__gt=now + STALE)
    waiting = [queue_again(job) for job in Job.objects.filter(stale, state=Job.State.QUEUED)]
    after = waiting + watch_shortly()
    files, keys = _delete_old_files(now - FILES_KEPT), _delete_old_keys(now - KEYS_KEPT)
    return Swept(after.count(True), after.count(False), files, keys)


def _delete_old_files(limit: datetime) -> int:
    """Forget files and uploads of jobs that ended before ``limit``, then delete every old file that no job names.

    So also what a lost worker or a transaction undone has left.
    """
    Job.objects.filter(ended_at__lt=limit).exclude(file="", upload="").update(file="", upload="")
    named = {name for pair in Job.objects.values_list("file", "upload") for name in pair}
    old = [
        path
        for folder in FOLDERS
        if default_storage.exists(folder)
        for path in (folder + name for name in default_storage.listdir(folder)[1])
        if path not in named and default_storage.get_modified_time(path) < limit
    ]
    for path in old:
        default_storage.delete(path)
    return len(old)


def _delete_old_keys(limit: datetime) -> int:
    """Delete client keys from before ``limit``; the lowest id is the oldest, so that nothing is searched in vain."""
    oldest = ClientKey.objects.order_by("pk").first()
    if oldest is None or oldest.at >= limit:
        return 0
    return ClientKey.objects.filter(at__lt=limit).delete()[0]
