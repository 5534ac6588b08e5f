"""How a worker claims a job and runs it to its end."""

import logging
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile, File
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from common.actions.errors import Refused
from common.files.json_files import FileErrors
from common.infrastructure.disk import NOTHING_SAVED, is_full
from common.infrastructure.log_fields import log_fields
from common.jobs.kinds import Result, kind_named
from common.jobs.models import Job
from common.jobs.progress import Cancelled, Progress
from common.jobs.requests import unguessable
from common.stored_files import keep_file

logger = logging.getLogger(__name__)


def claim(job_id: int) -> int | None:
    """Claim a waiting job; return the number of the new attempt, or None if another worker has it or it ended."""
    waiting = Job.objects.filter(pk=job_id, state=Job.State.QUEUED, cancel=False)
    before = waiting.values_list("attempt", flat=True).first()
    if before is None:
        return None
    now = timezone.now()
    columns = {"state": Job.State.RUNNING, "attempt": before + 1, "heartbeat": now, "started_at": now}
    columns |= {"done": 0, "total": 0}
    return before + 1 if waiting.filter(attempt=before).update(**columns) else None


def run(job_id: int) -> None:
    """Claim the job and run it; nothing happens if it cannot be claimed."""
    attempt = claim(job_id)
    if attempt is None:
        return
    job = Job.objects.get(pk=job_id)
    job.attempt = attempt
    progress = Progress(job)
    event = str(job.parameters.get("event", ""))
    with log_fields(job=job.pk, kind=job.kind, event=event), translation.override(job.language), progress.beating():
        state, columns = _outcome(job, progress)
        ours = progress.end(state, **columns)
    if not ours and "file" in columns:
        job.file.storage.delete(columns["file"])


def _outcome(job: Job, progress: Progress) -> tuple[Job.State, dict[str, Any]]:
    """Run the kind's function; return the final state and the columns of the result."""
    try:
        return Job.State.DONE, _result_columns(job, kind_named(job.kind).run(progress, **job.parameters))
    except Cancelled:
        return Job.State.CANCELLED, {}
    except Refused as refused:
        return _failed({"where": refused.where, "message": str(refused.message)})
    except FileErrors as refused:
        return _failed(*({"where": error.path, "message": error.message} for error in refused.errors))
    except Exception as error:
        if is_full(error):
            logger.error("job %s (%s) failed, the disk is full or cannot be written to: %s", job.pk, job.kind, error)
            return _failed({"where": "", "message": str(NOTHING_SAVED)})
        # Log the traceback without the message: the text of an exception may hold private input.
        logged = Exception(type(error).__name__).with_traceback(error.__traceback__)
        logger.error("job %s (%s) failed", job.pk, job.kind, exc_info=logged)
        sentence = _("An error occurred in the program. It is in the log as job %(number)s.")
        return _failed({"where": "", "message": sentence % {"number": job.pk}})


def _failed(*errors: dict[str, str]) -> tuple[Job.State, dict[str, Any]]:
    return Job.State.FAILED, {"result": {"errors": list(errors)}}


def _result_columns(job: Job, result: Result) -> dict[str, Any]:
    columns: dict[str, Any] = {"result": {"messages": [str(text) for text in result.messages], "data": result.data}}
    if result.file is not None:
        columns |= {"file": _store_file(job, result.file), "file_name": result.file_name}
    return columns


def _store_file(job: Job, file: bytes | Path) -> str:
    """Save the file among the jobs' files (mode 0600) under an unguessable name; return the name."""
    name = job.file.field.generate_filename(job, unguessable())
    if isinstance(file, bytes):
        keep_file(name, ContentFile(file))
        return name
    with file.open("rb") as content:
        keep_file(name, File(content))
    file.unlink()
    return name
