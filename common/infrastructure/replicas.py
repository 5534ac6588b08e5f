"""A replica of the database for reading: which requests read it, and how far it is behind.

PostgreSQL copies every change to the replica a moment later (streaming replication). Only what asks for it with
`read_replica` reads there, and only until the first write: all else, jobs and commands too, uses the database itself.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

REPLICA = "replica"
#: Seconds that a look at the replica is believed, and how far it may be behind to be read.
BELIEVED, MOST_BEHIND = 2.0, 30.0
_LOOK = """
    SELECT pg_is_in_recovery(), EXISTS (SELECT FROM pg_stat_wal_receiver),
        CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
        ELSE EXTRACT(EPOCH FROM clock_timestamp() - pg_last_xact_replay_timestamp()) END
"""


class Reading(Enum):
    """Where the current request reads; WROTE: from the database itself, because it has written."""

    PRIMARY, FROM_REPLICA, WROTE = range(3)


_reading: ContextVar[Reading] = ContextVar("where this request reads", default=Reading.PRIMARY)


class ReplicaRouter:
    """Django's router: reads of a request that asked for it go to the replica, writes and migrations never do."""

    def db_for_read(self, _model: Any, **_hints: Any) -> str:
        return REPLICA if _reading.get() is Reading.FROM_REPLICA else DEFAULT_DB_ALIAS

    def db_for_write(self, _model: Any, **_hints: Any) -> str:
        _reading.set(Reading.WROTE)
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _first: Any, _second: Any, **_hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, _app: str, **_hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


@contextmanager
def request_reads() -> Iterator[None]:
    """Begin a request: it reads the database itself until it calls `read_replica`."""
    token = _reading.set(Reading.PRIMARY)
    try:
        yield
    finally:
        _reading.reset(token)


def read_replica() -> None:
    """Let the rest of the request read from the replica, if there is one that is near enough."""
    if _reading.get() is Reading.PRIMARY and has_replica() and _usable.now():
        _reading.set(Reading.FROM_REPLICA)


def leave_replica() -> bool:
    """Let the rest of the request read the database itself; return whether it read the replica, which has failed."""
    if _reading.get() is not Reading.FROM_REPLICA:
        return False
    _reading.set(Reading.PRIMARY)
    _usable.has_failed()
    return True


def has_written() -> bool:
    """Return whether the current request has written to the database."""
    return _reading.get() is Reading.WROTE


def has_replica() -> bool:
    """Return whether the settings name a replica."""
    return REPLICA in settings.DATABASES


@dataclass(frozen=True)
class Lag:
    """How far the replica is behind: seconds, None if it is not a standby; ``connected`` to the database it copies."""

    seconds: float | None
    connected: bool

    @property
    def small(self) -> bool:
        """Whether pages may be read there."""
        return self.seconds is None or (self.connected and self.seconds <= MOST_BEHIND)


def lag() -> Lag:
    """Ask the replica how far it is behind. Raises DatabaseError if it does not answer within a few seconds."""
    with connections[REPLICA].cursor() as cursor:
        cursor.execute(_LOOK)
        standby, connected, seconds = cursor.fetchone()
    # A standby that has replayed nothing since it started has no time of a transaction yet.
    return Lag(float(seconds or 0), bool(connected)) if standby else Lag(None, True)


class _Usable:
    """Whether the replica answers and is near enough, looked up every two seconds by one thread of the process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known, self._until = False, 0.0

    def now(self) -> bool:
        if time.monotonic() >= self._until and self._lock.acquire(blocking=False):
            try:
                self._known = self._look()
                self._until = time.monotonic() + BELIEVED
            finally:
                self._lock.release()
        return self._known

    def has_failed(self) -> None:
        """Do not read it until the next look."""
        self._known, self._until = False, time.monotonic() + BELIEVED

    @staticmethod
    def _look() -> bool:
        try:
            return lag().small
        except DatabaseError:
            return False


_usable = _Usable()
