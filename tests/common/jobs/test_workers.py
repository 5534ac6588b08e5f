"""Jobs run by real Celery worker processes, with the broker of the environment."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from common.jobs.models import Job
from tests.support.workers import Hall, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.server, pytest.mark.database]
State = Job.State


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def fresh(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def open_gates(folder: Path, *numbers: int) -> None:
    folder.mkdir(exist_ok=True)
    for number in numbers:
        (folder / str(number)).touch()


def test_worker_finishes_one_job_and_a_second_is_cancelled(hall: Hall, tmp_path: Path) -> None:
    gates = tmp_path / "gates"
    [job] = hall.start("test.count", units=3, folder=str(gates))
    with hall.worker():
        until(lambda: fresh(job).state == State.RUNNING)
        until(lambda: fresh(job).total == 3)
        open_gates(gates, 0, 1, 2)
        until(lambda: fresh(job).ended)
        [other] = hall.start("test.count", units=1, folder=str(tmp_path / "never"))
        until(lambda: fresh(other).state == State.RUNNING)
        Job.objects.filter(pk=other.pk).update(cancel=True)
        until(lambda: fresh(other).ended)
    job = fresh(job)
    assert (job.state, job.done, job.total, job.attempt) == (State.DONE, 3, 3, 1)
    assert job.result["data"] == {"units": 3}
    assert (hall.home / "media" / job.file.name).read_bytes() == b"3 units"
    assert fresh(other).state == State.CANCELLED


def test_next_worker_finishes_the_job_of_a_killed_one(hall: Hall, tmp_path: Path) -> None:
    gates = tmp_path / "gates"
    [job] = hall.start("test.count", units=2, folder=str(gates))
    with hall.worker() as worker:
        until(lambda: fresh(job).state == State.RUNNING)
        worker.kill()
        worker.wait()
    assert (fresh(job).state, fresh(job).attempt) == (State.RUNNING, 1)
    open_gates(gates, 0, 1)
    with hall.worker():  # no sweep runs
        until(lambda: fresh(job).ended, 120)
    job = fresh(job)
    assert (job.state, job.done, job.attempt) == (State.DONE, 2, 2)


def test_sweep_queues_the_job_of_a_killed_worker(hall: Hall) -> None:
    [job] = hall.start("test.count", units=1, folder="never")
    with hall.worker() as worker:
        until(lambda: fresh(job).state == State.RUNNING)
        worker.kill()
        worker.wait()
    # Its last heartbeat is old enough for a sweep that has not seen it beating.
    Job.objects.filter(pk=job.pk).update(heartbeat=timezone.now() - timedelta(seconds=61))
    assert hall.run("sweep", "--skip-checks") == "Jobs of lost workers: 1 queued again, 0 ended.\n"
    assert (fresh(job).state, fresh(job).attempt) == (State.QUEUED, 1)


def test_two_workers_run_every_job_once_despite_repeated_messages(hall: Hall) -> None:
    with hall.worker(), hall.worker():
        started = hall.start("test.count", units=1, count=5, messages=3)
        until(lambda: all(fresh(job).ended for job in started))
    assert {(fresh(job).state, fresh(job).attempt) for job in started} == {(State.DONE, 1)}
