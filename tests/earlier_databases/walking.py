"""One walk back through the migrations and forward again, with stops at the earlier databases of several tests.

Django renders the models again for each operation of a migration: a walk of its own took each of these tests a minute.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps


@dataclass(frozen=True)
class Stop:
    """An earlier database: its last migrations, the rows that it is to hold, and what is read before and after.

    ``fill`` writes with the models of today, ``read_earlier`` reads (and writes) with those of the earlier database,
    ``read_now`` reads with those of today when all migrations are applied again.
    """

    migrations: list[tuple[str, str]]
    fill: Callable[[], None]
    read_earlier: Callable[[StateApps], Any]
    read_now: Callable[[], Any]


@dataclass(frozen=True)
class Seen:
    """What a stop read: today's database before the walk, the earlier one, and today's after the walk."""

    at_first: Any
    earlier: Any
    now: Any


def walk(stops: Iterable[Stop]) -> list[Seen]:
    """Fill the database, unapply the migrations stop by stop, newest first, and apply all again."""
    stops = list(stops)
    for stop in stops:
        stop.fill()
    at_first = [stop.read_now() for stop in stops]
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    earlier = []
    try:
        for stop in stops:
            executor = MigrationExecutor(connection)
            executor.migrate(stop.migrations)
            earlier.append(stop.read_earlier(executor.loader.project_state(stop.migrations).apps))
    finally:
        MigrationExecutor(connection).migrate(newest)
    now = [stop.read_now() for stop in stops]
    return [Seen(*each) for each in zip(at_first, earlier, now, strict=True)]
