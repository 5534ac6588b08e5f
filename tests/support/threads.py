"""Several writers at once, each in a thread with a connection of its own."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection, connections, transaction

from tests.support.workers import until


def together(*tasks: Callable[[], Any], holding: Any = None, meanwhile: Callable[[], Any] | None = None) -> list[Any]:
    """Start the tasks at the same moment; what each returned, or the exception it raised, in their order.

    ``holding``: a query set that locks a row all of them need; it is let go once all wait for it (PostgreSQL says
    so; on SQLite, where the lock is the whole database's, once they started). ``meanwhile`` is done by its holder then.
    """
    barrier = Barrier(len(tasks) + 1)

    def run(task: Callable[[], Any]) -> Any:
        barrier.wait(timeout=30)
        try:
            return task()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(tasks)) as pool:
        if holding is None:
            futures = [pool.submit(run, task) for task in tasks]
            barrier.wait(timeout=30)
        else:
            with transaction.atomic():
                list(holding.select_for_update())
                futures = [pool.submit(run, task) for task in tasks]
                barrier.wait(timeout=30)
                if connection.vendor == "postgresql":
                    until(lambda: _waiting() >= len(tasks))
                if meanwhile:
                    meanwhile()
        return [_outcome(future) for future in futures]


def _waiting() -> int:
    """How many sessions of this database wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # else a transaction sees the same figures all along
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return int(cursor.fetchone()[0])


def _outcome(future: Future) -> Any:
    error = future.exception(timeout=60)
    return error if error is not None else future.result()
