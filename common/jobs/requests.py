"""Start, view and cancel a job."""

import secrets
from functools import partial
from typing import Any

from django.core.files import File
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language

from common.actions.errors import Forbidden
from common.actions.models.ledgers import Ledger
from common.actions.permissions import ADMINISTRATOR, SYSTEM, Actor
from common.infrastructure.queue import publish
from common.jobs.kinds import kind_named
from common.jobs.models import Job
from common.stored_files import keep_file

RUN_TASK = "common.tasks.run_job"


def start(
    actor: Actor,
    kind: str,
    *,
    ledger: Ledger | None = None,
    parameters: dict[str, Any] | None = None,
    upload: "File[Any] | None" = None,
    language: str = "",
) -> Job:
    """Create a job of ``kind`` for ``actor`` and queue it when the transaction commits; the caller checks permissions.

    ``parameters`` is plain data for the kind's function, ``upload`` a file for it (``progress.upload``), ``language``
    the language of its messages (default: the current one). Raises KeyError for an undeclared kind.
    """
    job = Job(
        kind=kind_named(kind).name,
        parameters=parameters or {},
        ledger=ledger,
        owner_ref=actor.ref,
        owner_name=actor.name,
        heartbeat=timezone.now(),
        language=language or get_language() or "en",
    )
    if upload is not None:
        job.upload = job.upload.field.generate_filename(job, unguessable())
        keep_file(job.upload.name, upload)
    job.save()
    send(job.pk)
    return job


def may_see(actor: Actor, job: Job) -> bool:
    """Return whether the actor may see, download and cancel the job: its owner and administrators."""
    is_owner = actor.account is not None and actor.ref == job.owner_ref
    return is_owner or bool(actor.roles(job.ledger) & {ADMINISTRATOR, SYSTEM})


def cancel(actor: Actor, job: Job) -> None:
    """Cancel a waiting job at once, a running one before its next unit; an ended job is unchanged.

    Raises Forbidden unless the actor is its owner or an administrator.
    """
    if not may_see(actor, job):
        raise Forbidden("Only its owner and administrators may cancel a job.")
    # Set the flag first: no worker claims a flagged job.
    Job.objects.filter(pk=job.pk, state__in=[Job.State.QUEUED, Job.State.RUNNING]).update(cancel=True)
    waiting = Job.objects.filter(pk=job.pk, state=Job.State.QUEUED)
    waiting.update(state=Job.State.CANCELLED, ended_at=timezone.now())


def send(job_id: int) -> None:
    """Publish the job after the commit; if the broker does not answer, the watch publishes it later."""
    transaction.on_commit(partial(_publish, job_id), robust=True)


def _publish(job_id: int) -> None:
    """Publish the job. An unpublished job has no heartbeat, so that `common.jobs.watching` finds it."""
    if not publish(RUN_TASK, job_id):
        Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(heartbeat=None)


def unguessable() -> str:
    """Return a name for a stored file."""
    return secrets.token_urlsafe(24)
