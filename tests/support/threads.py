"""Run concurrent writers, each in a thread with its own database connection."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection, connections, transaction

from tests.support.workers import until


def together(*tasks: Callable[[], Any], holding: Any = None, meanwhile: Callable[[], Any] | None = None) -> list[Any]:
    """Run the tasks concurrently; return their results or exceptions in order.

    ``holding`` is a query set that locks a row which all tasks need. The lock is released when all of them wait for it
    (PostgreSQL reports that; on SQLite, which locks the whole database, when all have started). ``meanwhile`` runs
    while the lock is held.
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
    """Return how many sessions of this database wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # otherwise a transaction keeps its first snapshot
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return int(cursor.fetchone()[0])


def _outcome(future: Future) -> Any:
    error = future.exception(timeout=60)
    return error if error is not None else future.result()
