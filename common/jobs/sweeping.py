"""What is done every minute: jobs of lost workers are queued again, old files and client keys deleted."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.files.storage import default_storage
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from common.jobs.requests import send
from common.models import ClientKey, Job

#: So long after its last heartbeat (or after it was queued) a job counts as lost.
STALE = timedelta(seconds=60)
FILES_KEPT = timedelta(days=7)
KEYS_KEPT = timedelta(days=30)
TRIES = 3
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
    stale = Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING], heartbeat__lt=now - STALE)
    after = [_revived(job, now) for job in stale]
    files, keys = _delete_old_files(now - FILES_KEPT), _delete_old_keys(now - KEYS_KEPT)
    return Swept(after.count(True), after.count(False), files, keys)


def _revived(job: Job, now: datetime) -> bool | None:
    """Whether the lost job was queued again (True) or ended (False); None if somebody was faster."""
    columns: dict[str, Any] = {"state": Job.State.QUEUED, "heartbeat": now}
    if job.cancel:
        columns = {"state": Job.State.CANCELLED, "ended_at": now}
    elif job.state == Job.State.RUNNING and job.attempt >= TRIES:
        with translation.override(job.language):
            sentence = _("It was interrupted three times and is given up; please start it again.")
        errors = [{"where": "", "message": sentence}]
        columns = {"state": Job.State.FAILED, "ended_at": now, "result": {"errors": errors}}
    same = Job.objects.filter(pk=job.pk, state=job.state, attempt=job.attempt, heartbeat=job.heartbeat)
    if not same.filter(cancel=job.cancel).update(**columns):
        return None
    if "ended_at" in columns:
        return False
    send(job.pk)
    return True


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
