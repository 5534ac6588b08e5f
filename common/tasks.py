"""Celery tasks of common."""

import threading

from celery import shared_task
from celery.signals import worker_ready

from common import jobs
from common.backups import running
from common.doctor import history
from common.jobs import sweeps as sweeping


@worker_ready.connect
def _watch_jobs(**_signal: object) -> None:
    """Let each worker look for jobs of lost workers in a thread: its own tasks may take hours."""
    threading.Thread(target=jobs.watch, args=(threading.Event(),), name="watch of jobs", daemon=True).start()


@sweeping.sweeps
def _keep_sample() -> dict[str, int]:
    """Store the counts of this minute; nothing is deleted."""
    history.keep_sample()
    return {}


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
