"""Check what the program needs: database, migrations, cache, queue, worker and disk.

Each check takes bounded time and its answer is cached briefly. A reason is one of a few fixed texts, as anyone may read
it; the error itself goes to the log.
"""

import copy
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread

from django.core.cache import cache
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from common.infrastructure import disk, queue

logger = logging.getLogger(__name__)

#: The reason of a check that did not end in time.
LATE = "no answer in time"
#: Time limit of a check, and time that its answer is cached, in seconds.
LIMIT, REMEMBERED = 1.8, 2.0
#: Seconds that "no migration is missing" is cached.
MIGRATIONS_REMEMBERED = 60.0


@dataclass(frozen=True)
class Finding:
    """Whether something works, and if not, the ``reason``."""

    ok: bool = True
    reason: str = ""


class Failed(Exception):
    """A check failed; the text is its reason."""


class Check:
    """Run one check in its own thread: a check that hangs is reported as failed and is not started twice."""

    def __init__(self, name: str, look: Callable[[], None], remembered: float = REMEMBERED) -> None:
        self._name, self._look, self._remembered = name, look, remembered
        self._lock = Lock()
        self._thread: Thread | None = None
        self._found, self._until = Finding(), 0.0
        self._error: Exception | None = None

    def finding(self, seconds: float = LIMIT) -> Finding:
        """Return the cached answer, or a new one within so many seconds."""
        with self._lock:
            if time.monotonic() < self._until:
                return self._found
            before = self._found
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name=f"check of the {self._name}", daemon=True)
                self._thread.start()
            self._thread.join(seconds)
            if self._thread.is_alive():
                self._keep(Finding(False, LATE))
            if self._found != before:
                logger.warning("%s: %s", self._name, self._found.reason or "ok", exc_info=self._error)
            return self._found

    def forget(self) -> None:
        """Drop the cached answer."""
        self._until = 0.0

    def _run(self) -> None:
        try:
            self._look()
        except Failed as failed:
            self._keep(Finding(False, str(failed)))
        except Exception as error:  # any error means that it does not work
            self._keep(Finding(False, "does not answer"), error)
        else:
            self._keep(Finding())

    def _keep(self, finding: Finding, error: Exception | None = None) -> None:
        self._found, self._error = finding, error
        self._until = time.monotonic() + (self._remembered if finding.ok else REMEMBERED)


def _look_at_database() -> None:
    with _own_connection() as own, own.cursor() as cursor:
        cursor.execute("SELECT 1")


def _look_at_migrations() -> None:
    with _own_connection() as own:
        executor = MigrationExecutor(own)
        missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if missing:
        raise Failed(f"{missing} not applied")


@contextmanager
def _own_connection() -> Iterator[BaseDatabaseWrapper]:
    """Give this thread a connection outside the pages' pool, which may be exhausted."""
    pages = connections["default"]
    own = copy.deepcopy(pages.settings_dict)
    if pages.vendor == "postgresql":
        own["OPTIONS"].pop("pool", None)
        own["OPTIONS"]["connect_timeout"] = 2
    elif not Path(own["NAME"]).exists():  # SQLite would make an empty one
        raise Failed("does not exist")
    connections["default"] = type(pages)(own, "default")
    try:
        yield connections["default"]
    finally:
        connections["default"].close()


def _look_at_cache() -> None:
    if hasattr(cache, "ping"):
        cache.ping()


def _look_at_worker() -> None:
    if not queue.worker_seen():
        raise Failed("none was seen lately")


def _look_at_disk() -> None:
    if disk.space().full:
        raise Failed("full")


CHECKS = {
    "database": Check("database", _look_at_database),
    "migrations": Check("migrations", _look_at_migrations, MIGRATIONS_REMEMBERED),
    "cache": Check("cache", _look_at_cache),
    "queue": Check("queue", queue.check_broker),
    "worker": Check("worker", _look_at_worker),
    "disk": Check("disk", _look_at_disk),
}


def finding(name: str) -> Finding:
    """Return the finding of one of CHECKS."""
    return CHECKS[name].finding()


def report(seconds: float = LIMIT) -> dict[str, Finding]:
    """Return the finding of every check by name, within about so many seconds: the checks run in parallel."""
    with ThreadPoolExecutor(len(CHECKS)) as pool:
        findings = pool.map(lambda check: check.finding(seconds), CHECKS.values())
        return dict(zip(CHECKS, findings, strict=True))
