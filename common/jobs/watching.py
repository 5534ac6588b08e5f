"""Find jobs of lost workers and unpublished jobs within seconds, and queue them again.

A running job changes its row with every heartbeat. A watch measures by the monotonic clock how long a row stayed the
same, so that a changed system clock, a sleeping laptop or a slow start never makes a running job look lost.
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
#: Seconds without a heartbeat after which a job counts as lost (one is written every two seconds) ...
LOST_AFTER = 9.0
#: ... of which the watch itself must have observed this many, whatever the times in the row say.
SEEN_AT_LEAST = 4.0
#: If starting a write takes longer (seconds), heartbeats may be waiting for the database too.
LONGEST_WAIT = 1.0


class Watch:
    """The running jobs as seen by one process; ``clock`` counts seconds and is never set."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        #: (id, attempt, heartbeat) of each running job -> when it was first seen so, by the monotonic clock.
        self._since: dict[tuple[object, ...], float] = {}

    def look(self) -> list[bool | None]:
        """Look once; for each lost job return True if queued again, False if ended, None if its row changed."""
        running = list(Job.objects.filter(state=Job.State.RUNNING))
        writable = not running or could_write()
        now = self.clock()
        if writable:
            self._since = {_row(job): self._since.get(_row(job), now - _known_age(job)) for job in running}
        else:  # SQLite has one writer: a job's long write delays every heartbeat, its own too
            self._since = {_row(job): now for job in running}
        return [queue_again(job) for job in running if now - self._since[_row(job)] >= LOST_AFTER]


def publish_waiting() -> int:
    """Publish the jobs that could not be published, once the broker answers; return their number."""
    waiting = list(Job.objects.filter(state=Job.State.QUEUED, heartbeat=None))
    if not waiting or not broker_answers():
        return 0
    return [queue_again(job) for job in waiting].count(True)


def watch(ending: threading.Event) -> None:
    """Look every two seconds until ``ending`` is set."""
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
    """Queue lost jobs again from a process without a watch; takes SEEN_AT_LEAST seconds if a job looks lost."""
    running = Job.objects.filter(state=Job.State.RUNNING)
    if not any(_known_age(job) >= LOST_AFTER - SEEN_AT_LEAST for job in running):
        return []
    jobs = Watch()
    requeued = jobs.look()
    time.sleep(SEEN_AT_LEAST)
    return requeued + jobs.look()


def could_write() -> bool:
    """Return whether a write could begin at once; nothing is written."""
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
    """Return for how many seconds a row that was not seen before may count as unchanged.

    A heartbeat in the future counts like one in the past: the clock was set since.
    """
    age = abs((timezone.now() - job.heartbeat).total_seconds()) if job.heartbeat else 0.0
    return min(age, LOST_AFTER - SEEN_AT_LEAST)
