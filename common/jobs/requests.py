"""What people do with a job: start it, see it, cancel it."""

import secrets
from functools import partial
from typing import Any

from django.core.files import File
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language

from common.actions.errors import Forbidden
from common.actions.models.heads import Head
from common.actions.permissions import ADMINISTRATOR, SYSTEM, Actor
from common.infrastructure.queue import publish
from common.jobs.kinds import kind_named
from common.jobs.models import Job

RUN_TASK = "common.tasks.run_job"


def start(
    actor: Actor,
    kind: str,
    *,
    head: Head | None = None,
    parameters: dict[str, Any] | None = None,
    upload: "File[Any] | None" = None,
    language: str = "",
) -> Job:
    """Make a job of ``kind`` for ``actor`` and queue it when the transaction commits; the caller checked the right.

    ``parameters`` is plain data for the kind's function, ``upload`` a file for it (``progress.upload``), ``language``
    the one its sentences are written in (left out: the one of now). KeyError for a kind that nobody declares.
    """
    job = Job(
        kind=kind_named(kind).name,
        parameters=parameters or {},
        head=head,
        owner_ref=actor.ref,
        owner_name=actor.name,
        heartbeat=timezone.now(),
        language=language or get_language() or "en",
    )
    if upload is not None:
        _keep(job, upload)
    job.save()
    send(job.pk)
    return job


def _keep(job: Job, upload: "File[Any]") -> None:
    name = unguessable()
    try:
        job.upload.save(name, upload, save=False)
    except OSError:  # half a file would only fill the disk
        job.upload.storage.delete(job.upload.field.generate_filename(job, name))
        raise


def may_see(actor: Actor, job: Job) -> bool:
    """Whether the job is the actor's own, or the actor administrates; so with its file and its cancelling."""
    own = actor.account is not None and actor.ref == job.owner_ref
    return own or bool(actor.roles(job.head) & {ADMINISTRATOR, SYSTEM})


def cancel(actor: Actor, job: Job) -> None:
    """Cancel a waiting job at once, a running one before its next unit; an ended one stays as it is.

    Raises Forbidden for anybody but its owner and administrators.
    """
    if not may_see(actor, job):
        raise Forbidden("Only its owner and administrators may cancel a job.")
    # The flag first: from then on no worker claims it.
    Job.objects.filter(pk=job.pk, state__in=[Job.State.QUEUED, Job.State.RUNNING]).update(cancel=True)
    waiting = Job.objects.filter(pk=job.pk, state=Job.State.QUEUED)
    waiting.update(state=Job.State.CANCELLED, ended_at=timezone.now())


def send(job_id: int) -> None:
    """Tell the workers after the commit; if the broker does not answer, they are told when it does."""
    transaction.on_commit(partial(_tell, job_id), robust=True)


def _tell(job_id: int) -> None:
    """Publish the job. One that could not be published has no heartbeat until it is (`common.jobs.watching`)."""
    if not publish(RUN_TASK, job_id):
        Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(heartbeat=None)


def unguessable() -> str:
    """A name for a stored file."""
    return secrets.token_urlsafe(24)
