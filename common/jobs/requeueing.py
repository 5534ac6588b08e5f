"""Queue a job again after its worker or message was lost."""

from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from common.jobs.models import Job
from common.jobs.requests import send

TRIES = 3


def queue_again(job: Job) -> bool | None:
    """Return True if the lost job was queued again, False if it was ended, None if its row has changed meanwhile."""
    now = timezone.now()
    columns: dict[str, Any] = {"state": Job.State.QUEUED, "heartbeat": now}
    if job.cancel:
        columns = {"state": Job.State.CANCELLED, "ended_at": now}
    elif job.state == Job.State.RUNNING and job.attempt >= TRIES:
        with translation.override(job.language):
            sentence = _("It was interrupted three times and will not be tried again. Please start it again.")
        errors = [{"where": "", "message": sentence}]
        columns = {"state": Job.State.FAILED, "ended_at": now, "result": {"errors": errors}}
    unchanged = Job.objects.filter(pk=job.pk, state=job.state, attempt=job.attempt, heartbeat=job.heartbeat)
    if not unchanged.filter(cancel=job.cancel).update(**columns):
        return None
    if "ended_at" in columns:
        return False
    send(job.pk)
    return True
