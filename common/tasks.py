"""Celery tasks of common."""

import threading

from celery import shared_task
from celery.signals import worker_ready
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common import jobs
from common.actions.archived import FOLDER
from common.actions.models.archives import AuditArchive
from common.actions.models.ledgers import Ledger
from common.archives.services import archive_years
from common.backups import running
from common.doctor import history
from common.jobs import sweeps as sweeping
from common.stored_files import delete_left_behind


@worker_ready.connect
def _watch_jobs(**_signal: object) -> None:
    """Let each worker look for jobs of lost workers in a thread: its own tasks may take hours."""
    threading.Thread(target=jobs.watch, args=(threading.Event(),), name="watch of jobs", daemon=True).start()


@sweeping.sweeps
def _keep_sample() -> dict[str, int]:
    """Store the counts of this minute; nothing is deleted."""
    history.keep_sample()
    return {}


@sweeping.sweeps
def _archive_files() -> dict[str, int]:
    """Delete files of archived years that no row names: a write that failed, or entries that were brought back."""
    left = delete_left_behind(FOLDER, AuditArchive.objects.all())
    return {"files of archived audits": left} if left else {}


@jobs.job("audit.archive", summary=_("Archiving audits"))
def archive_audits(progress: jobs.Progress, *, keep_years: int) -> jobs.Result:
    """Archive the chains of events that are not held elsewhere, of bodies and of accounts; one unit is a chain."""
    ledgers = list(Ledger.objects.filter(held_since=None).order_by("name"))
    progress.total(len(ledgers))
    entries = 0
    for ledger in ledgers:
        entries += archive_years(progress.owner, ledger=ledger, keep_years=keep_years)["entries"]
        progress.step()
    return jobs.Result(messages=[gettext("Entries moved into files: %(count)d.") % {"count": entries}])


@shared_task(ignore_result=True)
def run_job(job_id: int) -> None:
    """Run the job with this id if it still waits; its row stores the result."""
    jobs.run(job_id)


@shared_task(ignore_result=True)
def sweep() -> None:
    """Queue lost jobs again, delete expired data, queue a backup if one is due."""
    sweeping.sweep()


@shared_task(ignore_result=True)
def back_up() -> None:
    running.back_up()
