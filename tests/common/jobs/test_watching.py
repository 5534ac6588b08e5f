"""Which running jobs a watch counts as lost: by its own observation, not by the times in the rows."""

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
    """A clock that advances only when a test sets ``now``."""

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
    """Write a heartbeat, by a clock that is wrong by ``by``."""
    Job.objects.filter(pk=job.pk).update(heartbeat=timezone.now() + by)


def looks(watch: Watch, clock: Clock, seconds: float) -> list[bool | None]:
    """Look every two seconds for ``seconds``; return the results for lost jobs."""
    results = []
    until = clock.now + seconds
    while clock.now < until:
        clock.now += watching.SECONDS_BETWEEN_LOOKS
        results += watch.look()
    return results


def test_job_without_heartbeats_is_queued_again_once(job: Job, clock: Clock) -> None:
    watch = Watch(clock)
    assert looks(watch, clock, LOST_AFTER - 1) == []
    assert looks(watch, clock, 20) == [True]
    job.refresh_from_db()
    assert (job.state, job.attempt) == (State.QUEUED, 1)


def test_job_with_heartbeats_is_not_touched(job: Job, clock: Clock) -> None:
    watch = Watch(clock)
    for _ in range(20):
        clock.now += LOST_AFTER - 1
        assert watch.look() == []
        beat(job)


@pytest.mark.parametrize("by", [-HOUR, HOUR], ids=["back", "forward"])
def test_changed_clock_loses_no_running_job_and_hides_no_lost_one(job: Job, clock: Clock, by: timedelta) -> None:
    """The clock was set after the last heartbeat, which now seems an hour old or lies in the future."""
    watch = Watch(clock)
    assert watch.look() == []
    beat(job, -by)
    assert looks(watch, clock, SEEN_AT_LEAST) == []
    assert looks(Watch(clock), clock, SEEN_AT_LEAST - 1) == []  # a watch without earlier observations
    beat(job)
    assert looks(watch, clock, LOST_AFTER - 1) == []
    beat(job, -by)
    assert looks(watch, clock, LOST_AFTER + 2) == [True]


def test_new_watch_waits_for_at_least_two_heartbeats(job: Job, clock: Clock) -> None:
    assert SEEN_AT_LEAST >= 2 * progress.SECONDS_BETWEEN_BEATS
    beat(job, -HOUR)
    watch = Watch(clock)
    assert watch.look() == []
    clock.now += SEEN_AT_LEAST - 0.1
    assert watch.look() == []
    clock.now += 0.2
    assert watch.look() == [True]


def test_no_job_is_lost_while_the_database_is_locked(job: Job, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """On SQLite a job's transaction blocks its own heartbeats, however long it is."""
    if connection.vendor != "sqlite":
        pytest.skip("others write while a transaction is open")
    monkeypatch.setattr(watching, "LONGEST_WAIT", 0.1)
    watch = Watch(clock)
    watch.look()
    clock.now += 2 * LOST_AFTER
    with open_transaction(seconds=0.5):
        assert watch.look() == []
    assert looks(watch, clock, LOST_AFTER - 1) == []
    assert looks(watch, clock, 2) == [True]


@contextmanager
def open_transaction(seconds: float) -> Iterator[None]:
    """Keep a transaction open in another thread for ``seconds``."""
    began = threading.Event()

    def write() -> None:
        with transaction.atomic():
            began.set()
            time.sleep(seconds)  # the others wait for this event
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    began.wait()
    yield
    thread.join()


@pytest.mark.parametrize("by", [-HOUR, HOUR], ids=["back", "forward"])
def test_lost_message_is_sent_again_after_the_clock_was_set(by: timedelta) -> None:
    job = jobs.start(system_actor("test"), "test.count", parameters={"units": 3})
    beat(job, -by)
    assert jobs.sweep().queued == 1
    assert jobs.sweep().queued == 0
