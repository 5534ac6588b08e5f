"""Publish tasks in bounded time, and check broker and worker.

A task that could not be published is lost, but its row remains: the watch (``common.jobs.watching``) publishes waiting
jobs once the broker answers, and backups are due by their own times.
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

#: Seconds that a publisher waits for Redis; the workers' own connections have no limit.
TIMEOUTS = {"socket_connect_timeout": 1.0, "socket_timeout": 1.5}
#: Bytes that a message in the file queue may need: a message truncated by a full disk would stop the worker.
MESSAGE_ROOM = 1 << 20
#: Seconds between two signs of life of a worker, and seconds after which it counts as gone.
BEAT, GONE = 5.0, 30.0

_breaker = CircuitBreaker("The queue's broker", "tasks wait until it answers")


def publish(task: str, *args: Any) -> bool:
    """Publish ``task`` to the workers.

    Returns False within seconds, with a line in the log, if the broker does not answer.
    """
    if not _breaker.allows():
        return False
    try:
        with _connection() as connection:
            current_app.send_task(task, args, connection=connection, retry=False)
    except Exception as error:  # each transport of kombu raises its own errors
        _breaker.failed(error)
        return False
    _breaker.succeeded()
    return True


def check_broker() -> None:
    """Connect to the broker; raises the transport's error if it does not answer within seconds."""
    with _connection():
        _breaker.succeeded()


def broker_answers() -> bool:
    """Return within seconds whether the broker answers."""
    try:
        check_broker()
    except Exception:  # each transport raises its own errors
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


def remove_truncated_exchanges() -> None:
    """Remove empty files of exchanges, as a full disk leaves them: kombu would fail at them in every later start."""
    if "control_folder" not in settings.CELERY_BROKER_TRANSPORT_OPTIONS:
        return  # Redis
    for file in Path(str(settings.CELERY_BROKER_TRANSPORT_OPTIONS["control_folder"])).glob("*.exchange"):
        if not file.stat().st_size:
            file.unlink(missing_ok=True)


def keep_worker_seen() -> None:
    """Give a sign of life every few seconds while this worker process lives."""
    Thread(target=_beat, name="worker's sign of life", daemon=True).start()


def _beat() -> None:
    pause = Event()
    while True:
        with suppress(OSError):  # a full disk
            _sign_of_life_file().touch(mode=0o600)
            os.utime(_sign_of_life_file())
        pause.wait(BEAT)


def worker_seen() -> bool:
    """Return whether a worker gave a sign of life lately."""
    try:
        # abs: a sign of life may lie in the future if the clock was set back.
        return abs(time.time() - _sign_of_life_file().stat().st_mtime) < GONE
    except FileNotFoundError:
        return False


def _sign_of_life_file() -> Path:
    return Path(settings.HOME) / "worker-seen"
