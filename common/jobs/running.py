"""How a worker takes a job and brings it to an end."""

import logging
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile, File
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from common.actions.errors import Refused
from common.files.json_files import FileErrors
from common.infrastructure.disk import NOTHING_SAVED, is_full
from common.jobs.kinds import Result, kind_named
from common.jobs.models import Job
from common.jobs.progress import Cancelled, Progress
from common.jobs.requests import unguessable

logger = logging.getLogger(__name__)


def claim(job_id: int) -> int | None:
    """Take a waiting job: the number of the attempt that is now ours, None if somebody else has it or it ended."""
    waiting = Job.objects.filter(pk=job_id, state=Job.State.QUEUED, cancel=False)
    before = waiting.values_list("attempt", flat=True).first()
    if before is None:
        return None
    columns = {"state": Job.State.RUNNING, "attempt": before + 1, "heartbeat": timezone.now(), "done": 0, "total": 0}
    return before + 1 if waiting.filter(attempt=before).update(**columns) else None


def run(job_id: int) -> None:
    """Claim the job and do it; nothing happens if it cannot be claimed."""
    attempt = claim(job_id)
    if attempt is None:
        return
    job = Job.objects.get(pk=job_id)
    job.attempt = attempt
    progress = Progress(job)
    with translation.override(job.language), progress.beating():
        state, columns = _outcome(job, progress)
        ours = progress.end(state, **columns)
    if not ours and "file" in columns:
        job.file.storage.delete(columns["file"])


def _outcome(job: Job, progress: Progress) -> tuple[Job.State, dict[str, Any]]:
    """Run the kind's function: how it ended, and the columns that keep what came out."""
    try:
        return Job.State.DONE, _kept(job, kind_named(job.kind).run(progress, **job.parameters))
    except Cancelled:
        return Job.State.CANCELLED, {}
    except Refused as refused:
        return _failed({"where": refused.where, "message": str(refused.message)})
    except FileErrors as refused:
        return _failed(*({"where": error.path, "message": error.message} for error in refused.errors))
    except Exception as fault:
        if is_full(fault):
            logger.error("job %s (%s) failed, the disk is full or cannot be written to: %s", job.pk, job.kind, fault)
            return _failed({"where": "", "message": str(NOTHING_SAVED)})
        # Only where it happened: an exception's text may hold what somebody typed.
        where = Exception(type(fault).__name__).with_traceback(fault.__traceback__)
        logger.error("job %s (%s) failed", job.pk, job.kind, exc_info=where)
        sentence = _("Something went wrong in the program; this is noted in its log as job %(number)s.")
        return _failed({"where": "", "message": sentence % {"number": job.pk}})


def _failed(*errors: dict[str, str]) -> tuple[Job.State, dict[str, Any]]:
    return Job.State.FAILED, {"result": {"errors": list(errors)}}


def _kept(job: Job, result: Result) -> dict[str, Any]:
    columns: dict[str, Any] = {"result": {"messages": [str(text) for text in result.messages], "data": result.data}}
    if result.file is not None:
        columns |= {"file": _stored(job, result.file), "file_name": result.file_name}
    return columns


def _stored(job: Job, file: bytes | Path) -> str:
    """Keep the file among the jobs' files (mode 0600) under a name that nobody guesses; that name."""
    name = job.file.field.generate_filename(job, unguessable())
    if isinstance(file, bytes):
        return _saved(job, name, ContentFile(file))
    with file.open("rb") as content:
        kept = _saved(job, name, File(content))
    file.unlink()
    return kept


def _saved(job: Job, name: str, content: "File[Any]") -> str:
    try:
        return job.file.storage.save(name, content)
    except OSError:  # half a file would only fill the disk
        job.file.storage.delete(name)
        raise
