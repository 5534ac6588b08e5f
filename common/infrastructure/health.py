"""Check what the program needs: database, migrations, cache, queue, worker and disk.

Each check takes bounded time and its answer is cached briefly. Slowness is not a failure: a late check keeps its last
answer for a while, so an overloaded machine gives no false alarm. A reason is one of a few fixed texts, as anyone may
read it; the error itself goes to the log.
"""

import copy
import logging
import pkgutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache as remembered
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Thread

import psycopg.errors
from django.apps import apps
from django.core.cache import cache
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from common.infrastructure import disk, queue

logger = logging.getLogger(__name__)

#: The reason of a check that did not end in time.
LATE = "no answer in time"
#: Time limit of a check, and time that its answer is cached, in seconds.
LIMIT, REMEMBERED = 1.8, 2.0
#: Seconds that a check may be late before it counts as failed: more than an overloaded machine needs.
PATIENCE = 30.0


@dataclass(frozen=True)
class Finding:
    """Whether something works; the ``reason`` if it does not, or if its answer is late."""

    ok: bool = True
    reason: str = ""


class Failed(Exception):
    """A check failed; the text is its reason."""


class Check:
    """Run one check in its own thread: a check that hangs is reported as failed and is not started twice."""

    def __init__(self, name: str, look: Callable[[], None]) -> None:
        self._name, self._look = name, look
        self._lock = Lock()
        self._thread: Thread | None = None
        self._found, self._until, self._began = Finding(), 0.0, 0.0
        self._late_since: float | None = None
        self._error: Exception | None = None

    def finding(self, seconds: float | None = None) -> Finding:
        """Return the cached answer, or a new one within so many seconds (none: LIMIT)."""
        with self._lock:
            if time.monotonic() < self._until:
                return self._found
            before = self._found
            if self._thread is None or not self._thread.is_alive():
                self._began = time.monotonic()
                self._thread = Thread(target=self._run, name=f"check of the {self._name}", daemon=True)
                self._thread.start()
            self._thread.join(LIMIT if seconds is None else seconds)
            if self._thread.is_alive():
                self._keep_late()
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
            if _timed_out(error):
                self._keep_late(error)
            else:
                self._keep(Finding(False, "does not answer"), error)
        else:
            self._keep(Finding())

    def _keep(self, finding: Finding, error: Exception | None = None) -> None:
        self._late_since = None
        self._store(finding, error)

    def _keep_late(self, error: Exception | None = None) -> None:
        """Keep whether it worked before, until it has been late for PATIENCE."""
        if self._late_since is None:
            self._late_since = self._began
        patient = time.monotonic() - self._late_since < PATIENCE
        self._store(Finding(self._found.ok and patient, LATE), error)

    def _store(self, finding: Finding, error: Exception | None) -> None:
        self._found, self._error, self._until = finding, error, time.monotonic() + REMEMBERED


def _timed_out(error: BaseException | None) -> bool:
    """Return whether an error, or one of its causes, is a limit of time that a client of a server has set itself."""
    while error is not None:
        if isinstance(error, (TimeoutError, psycopg.errors.ConnectionTimeout)):
            return True
        error = error.__cause__ or error.__context__
    return False


def _look_at_database() -> None:
    with _own_connection() as own, own.cursor() as cursor:
        cursor.execute("SELECT 1")


def _look_at_migrations() -> None:
    with _own_connection() as own:
        missing = _all_migrations() - set(MigrationRecorder(own).applied_migrations())
    if missing:
        raise Failed(f"{len(missing)} not applied")


@remembered
def _all_migrations() -> frozenset[tuple[str, str]]:
    """Return (app, name) of every migration of the program, without importing them."""
    migrations = []
    for app in apps.get_app_configs():
        package, _explicit = MigrationLoader.migrations_module(app.label)
        if package and find_spec(package):
            path = import_module(package).__path__
            migrations += [(app.label, name) for _, name, is_package in pkgutil.iter_modules(path) if not is_package]
    return frozenset(each for each in migrations if each[1][0] not in "_~")


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
    "migrations": Check("migrations", _look_at_migrations),
    "cache": Check("cache", _look_at_cache),
    "queue": Check("queue", queue.check_broker),
    "worker": Check("worker", _look_at_worker),
    "disk": Check("disk", _look_at_disk),
}


def finding(name: str) -> Finding:
    """Return the finding of one of CHECKS."""
    return CHECKS[name].finding()


def report(seconds: float | None = None) -> dict[str, Finding]:
    """Return the finding of every check by name, within about so many seconds (none: LIMIT): they run in parallel."""
    with ThreadPoolExecutor(len(CHECKS)) as pool:
        findings = pool.map(lambda check: check.finding(seconds), CHECKS.values())
        return dict(zip(CHECKS, findings, strict=True))
