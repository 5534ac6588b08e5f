"""Which running jobs a watch takes for lost: by what it saw itself, not by the times in the rows."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from common import jobs
from common.actions.permissions import system_actor
from common.jobs import progress, watching
from common.jobs.models import Job
from common.jobs.watching import LOST_AFTER, SEEN_AT_LEAST, Watch
from tests.support import job_kinds  # noqa: F401  declares the kinds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
State = Job.State
HOUR = timedelta(hours=1)


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def job() -> Job:
    """A job that a worker has just claimed."""
    job = jobs.start(system_actor("test"), "test.count", parameters={"units": 3})
    jobs.claim(job.pk)
    return job


def beat(job: Job, by: timedelta = timedelta()) -> None:
    """Write a heartbeat, by a clock that is wrong by so much."""
    Job.objects.filter(pk=job.pk).update(heartbeat=timezone.now() + by)


def looks(watch: Watch, clock: Clock, seconds: float) -> list[bool | None]:
    """Look every two seconds for so long; what became of the lost ones."""
    found = []
    until = clock.now + seconds
    while clock.now < until:
        clock.now += watching.SECONDS_BETWEEN_LOOKS
        found += watch.look()
    return found


def test_a_job_without_heartbeats_is_queued_again_once(job: Job, clock: Clock) -> None:
    watch = Watch(clock)
    assert looks(watch, clock, LOST_AFTER - 1) == []
    assert looks(watch, clock, 20) == [True]
    job.refresh_from_db()
    assert (job.state, job.attempt) == (State.QUEUED, 1)


def test_a_job_that_beats_is_left_alone(job: Job, clock: Clock) -> None:
    watch = Watch(clock)
    for _ in range(20):
        clock.now += LOST_AFTER - 1
        assert watch.look() == []
        beat(job)


@pytest.mark.parametrize("by", [-HOUR, HOUR], ids=["back", "forward"])
def test_a_clock_that_is_set_loses_no_job_and_finds_the_lost(job: Job, clock: Clock, by: timedelta) -> None:
    """The clock was set after the last heartbeat: that is an hour old, or of the next hour."""
    watch = Watch(clock)
    assert watch.look() == []
    beat(job, -by)
    assert looks(watch, clock, SEEN_AT_LEAST) == []
    assert looks(Watch(clock), clock, SEEN_AT_LEAST - 1) == []  # one that saw nothing before
    beat(job)
    assert looks(watch, clock, LOST_AFTER - 1) == []
    beat(job, -by)
    assert looks(watch, clock, LOST_AFTER + 2) == [True]


def test_a_new_watch_waits_for_two_heartbeats_at_least(job: Job, clock: Clock) -> None:
    assert SEEN_AT_LEAST >= 2 * progress.SECONDS_BETWEEN_BEATS
    beat(job, -HOUR)
    watch = Watch(clock)
    assert watch.look() == []
    clock.now += SEEN_AT_LEAST - 0.1
    assert watch.look() == []
    clock.now += 0.2
    assert watch.look() == [True]


def test_no_job_is_lost_while_nobody_can_write(job: Job, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """On SQLite a job's transaction keeps its own heartbeats waiting, however long it is."""
    if connection.vendor != "sqlite":
        pytest.skip("others write while a transaction is open")
    monkeypatch.setattr(watching, "LONGEST_WAIT", 0.1)
    watch = Watch(clock)
    watch.look()
    clock.now += 2 * LOST_AFTER
    with somebody_writing(seconds=0.5):
        assert watch.look() == []
    assert looks(watch, clock, LOST_AFTER - 1) == []
    assert looks(watch, clock, 2) == [True]


@contextmanager
def somebody_writing(seconds: float) -> Iterator[None]:
    """Another thread's transaction that is open for so long."""
    began = threading.Event()

    def write() -> None:
        with transaction.atomic():
            began.set()
            time.sleep(seconds)  # it is what the others wait for
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    began.wait()
    yield
    thread.join()


@pytest.mark.parametrize("by", [-HOUR, HOUR], ids=["back", "forward"])
def test_a_message_that_was_lost_is_sent_again_after_the_clock_was_set(by: timedelta) -> None:
    job = jobs.start(system_actor("test"), "test.count", parameters={"units": 3})
    beat(job, -by)
    assert jobs.sweep().queued == 1
    assert jobs.sweep().queued == 0
