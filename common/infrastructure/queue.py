"""Publish tasks in bounded time, and check broker and worker.

A task that could not be published is lost. Its row stays: the watch (``common.jobs.watching``) publishes a waiting job
as soon as the broker answers, and backups are due by their own times.
"""

import errno
import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

from celery import current_app
from django.conf import settings
from kombu.connection import Connection

from common.infrastructure.circuit import CircuitBreaker

#: Seconds that a publisher waits for Redis; the workers' own connections wait as long as they like.
TIMEOUTS = {"socket_connect_timeout": 1.0, "socket_timeout": 1.5}
#: Bytes that a message in the queue of files may need: a message cut short by a full disk would stop the worker.
MESSAGE_ROOM = 1 << 20
#: Seconds between two signs of life of a worker, and after how many it counts as gone.
BEAT, GONE = 5.0, 30.0

_breaker = CircuitBreaker("The queue's broker", "tasks wait until it answers")


def publish(task: str, *args: Any) -> bool:
    """Tell the workers to run ``task``. Return False within seconds, with a line in the log, if the broker is away."""
    if not _breaker.allows():
        return False
    try:
        with _connection() as connection:
            current_app.send_task(task, args, connection=connection, retry=False)
    except Exception as error:  # kombu hands on what each transport raises
        _breaker.failed(error)
        return False
    _breaker.succeeded()
    return True


def check_broker() -> None:
    """Connect to the broker; raises what its transport raises if it does not answer within seconds."""
    with _connection():
        _breaker.succeeded()


def broker_answers() -> bool:
    """Return within seconds whether the broker answers."""
    try:
        check_broker()
    except Exception:  # what each transport raises
        return False
    return True


def _connection() -> Connection:
    """Return an open connection to the broker that waits for TIMEOUTS at most."""
    connection = current_app.connection_for_write()
    if connection.transport.driver_type == "redis":
        connection.transport_options = {**connection.transport_options, **TIMEOUTS}
    elif connection.transport.driver_type == "filesystem":
        _check_room(Path(connection.transport_options["data_folder_out"]))
    connection.ensure_connection(max_retries=0)
    return connection


def _check_room(folder: Path) -> None:
    if shutil.disk_usage(folder).free < MESSAGE_ROOM:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


# Workers


def keep_worker_seen() -> None:
    """Give a sign of life every few seconds as long as this process, a worker, lives."""
    Thread(target=_beat, name="worker's sign of life", daemon=True).start()


def _beat() -> None:
    pause = Event()
    while True:
        with suppress(OSError):  # a full disk
            _sign().touch(mode=0o600)
            os.utime(_sign())
        pause.wait(BEAT)


def worker_seen() -> bool:
    """Whether a worker gave a sign of life lately."""
    try:
        # A sign of life from the future was given before the clock was set back.
        return abs(time.time() - _sign().stat().st_mtime) < GONE
    except FileNotFoundError:
        return False


def _sign() -> Path:
    return Path(settings.HOME) / "worker-seen"
