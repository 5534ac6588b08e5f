"""How a running job reports its progress and learns that it should stop."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error, connection
from django.db.models import QuerySet
from django.db.models.fields.files import FieldFile
from django.utils import timezone

from common.actions.permissions import Actor, actor_named
from common.jobs.models import Job

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_WRITES = 0.5
#: A fraction of the time after which `watching` counts a job as lost.
SECONDS_BETWEEN_BEATS = 2.0


class Cancelled(Exception):
    """The job must stop: its owner cancelled it, or another worker has taken it."""


def held(job_id: int, attempt: int) -> QuerySet[Job]:
    """Return the row of the job while ``attempt`` is running; every write of a worker uses this query."""
    return Job.objects.filter(pk=job_id, attempt=attempt, state=Job.State.RUNNING)


class Progress:
    """The first argument of a kind's function: counts units, and knows the owner, the upload and the key.

    ``key`` is the idempotency key for the job's write, the same in every attempt.
    """

    def __init__(self, job: Job) -> None:
        self.key = f"job:{job.pk}"
        self.owner: Actor = actor_named(job.owner_ref, job.owner_name, device=f"job {job.pk}")
        self.upload: FieldFile | None = job.upload or None
        self._id, self._attempt = job.pk, job.attempt
        self._done = self._total = 0
        self._written_at = time.monotonic()

    def total(self, units: int) -> None:
        """Set the number of units."""
        self._total = units
        self._write_and_check()

    def step(self, units: int = 1) -> None:
        """Count ``units`` more as done; twice a second, save and raise :class:`Cancelled` if due."""
        self._done += units
        if time.monotonic() - self._written_at >= SECONDS_BETWEEN_WRITES:
            self._write_and_check()

    def check(self) -> None:
        """Raise :class:`Cancelled` if the job is cancelled or taken by another worker; call it before a long unit."""
        cancel = held(self._id, self._attempt).values_list("cancel", flat=True).first()
        if cancel is not False:
            raise Cancelled

    def end(self, state: Job.State, **columns: object) -> bool:
        """Save the end of this attempt; return False, and save nothing, if another worker has the job now."""
        now = timezone.now()
        figures = {"done": self._done, "total": self._total, "heartbeat": now, "ended_at": now}
        return bool(held(self._id, self._attempt).update(state=state, **figures, **columns))

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Keep the job alive during long units: a thread writes every two seconds while the process lives.

        It has its own connection, so it is visible while the job's transaction is open. On SQLite it cannot write then;
        the watch does not count jobs as lost while it cannot write either.
        """
        stop = threading.Event()
        thread = threading.Thread(target=self._beat_until, args=(stop,), name=f"heart of {self.key}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()

    def _beat_until(self, stop: threading.Event) -> None:
        while not stop.wait(SECONDS_BETWEEN_BEATS):
            try:
                self._write()
            except Error as error:
                logger.warning("%s: no heartbeat, the next one tries again: %s", self.key, error)
            finally:
                connection.close()

    def _write_and_check(self) -> None:
        # Inside a transaction the update would be invisible, and would lock the row against heartbeat and cancel.
        if not connection.in_atomic_block:
            self._write()
        self._written_at = time.monotonic()
        self.check()

    def _write(self) -> None:
        held(self._id, self._attempt).update(done=self._done, total=self._total, heartbeat=timezone.now())
