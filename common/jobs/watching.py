"""Find the jobs of lost workers, and those that no worker was told of, within seconds, and queue them again.

A running job changes its row with every heartbeat. A watch measures by the monotonic clock how long a row has stayed
the same, so that a clock that is set, a laptop that sleeps or a slow start makes no running job look lost.
"""

import logging
import threading
import time
from collections.abc import Callable

from django.db import OperationalError, connections, transaction
from django.utils import timezone

from common.infrastructure.queue import broker_answers
from common.jobs.models import Job
from common.jobs.requeueing import queue_again

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 2.0
#: A job counts as lost after so many seconds without a heartbeat (one is written every two seconds) ...
LOST_AFTER = 9.0
#: ... of which the watch itself must have seen so many, whatever the times in the row say.
SEEN_AT_LEAST = 4.0
#: If beginning a write takes more seconds than this, heartbeats may be waiting for the database too.
LONGEST_WAIT = 1.0


class Watch:
    """What one process saw of the running jobs; ``clock`` counts seconds and is never set."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        #: (id, attempt, heartbeat) of each running job -> since when it is so, by the monotonic clock.
        self._since: dict[tuple[object, ...], float] = {}

    def look(self) -> list[bool | None]:
        """Look once. For each lost job return True if it was queued again, False if ended, None if its row changed."""
        running = list(Job.objects.filter(state=Job.State.RUNNING))
        writable = not running or could_write()
        now = self.clock()
        if writable:
            self._since = {_row(job): self._since.get(_row(job), now - _known_age(job)) for job in running}
        else:  # SQLite has one writer: a job that writes for long delays every heartbeat, its own too
            self._since = {_row(job): now for job in running}
        return [queue_again(job) for job in running if now - self._since[_row(job)] >= LOST_AFTER]


def publish_waiting() -> int:
    """Publish the jobs that could not be published, once the broker answers; how many there were."""
    waiting = list(Job.objects.filter(state=Job.State.QUEUED, heartbeat=None))
    if not waiting or not broker_answers():
        return 0
    return [queue_again(job) for job in waiting].count(True)


def watch(ending: threading.Event) -> None:
    """Look every two seconds until the end."""
    jobs = Watch()
    while not ending.wait(SECONDS_BETWEEN_LOOKS):
        try:
            jobs.look()
            publish_waiting()
        except Exception:  # the next look tries again
            logger.exception("no look at the running jobs")
        finally:
            connections.close_all()


def watch_shortly() -> list[bool | None]:
    """Queue lost jobs again from a process without a watch. Takes SEEN_AT_LEAST seconds if a job looks lost."""
    running = Job.objects.filter(state=Job.State.RUNNING)
    if not any(_known_age(job) >= LOST_AFTER - SEEN_AT_LEAST for job in running):
        return []
    jobs = Watch()
    found = jobs.look()
    time.sleep(SEEN_AT_LEAST)
    return found + jobs.look()


def could_write() -> bool:
    """Whether a write could begin at once; nothing is written."""
    began = time.monotonic()
    try:
        with transaction.atomic():
            pass
    except OperationalError:
        return False
    return time.monotonic() - began < LONGEST_WAIT


def _row(job: Job) -> tuple[object, ...]:
    return job.pk, job.attempt, job.heartbeat


def _known_age(job: Job) -> float:
    """Seconds for which a row that was not seen before may count as unchanged.

    A heartbeat from the future is as old as one from the past: the clock was set since.
    """
    age = abs((timezone.now() - job.heartbeat).total_seconds()) if job.heartbeat else 0.0
    return min(age, LOST_AFTER - SEEN_AT_LEAST)
