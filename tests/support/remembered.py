"""An event that many tests begin with: made once a minute, for the others its rows are written into the database."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import connection

from tests.support.tables import all_tables, filled
from tournament.events.models.events import Event

#: Seconds that the rows serve: what a page says of times is then that of an event made now.
SERVES = 60


def remembered(make: Callable[[], Event]) -> Callable[[], Event]:
    """``make``, whose event is the only one there.

    It is made again in a database that holds anything, and on PostgreSQL, whose sequences would not know of the rows.
    """
    rows: dict[str, list[tuple[Any, ...]]] = {}
    made_at = 0.0

    @wraps(make)
    def again() -> Event:
        nonlocal made_at
        if connection.vendor != "sqlite" or filled(all_tables()):
            return make()
        if rows and time.monotonic() < made_at + SERVES:
            _write(rows)
        else:
            make()
            rows.clear()
            rows.update(_rows())
            made_at = time.monotonic()
        return Event.objects.select_related("ledger").get()

    return again


def _rows() -> dict[str, list[tuple[Any, ...]]]:
    found = {}
    with connection.cursor() as cursor:
        for table in filled(all_tables()):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found[table] = cursor.fetchall()
    return found


def _write(rows: dict[str, list[tuple[Any, ...]]]) -> None:
    with connection.cursor() as cursor:
        for table, held in rows.items():
            values = ", ".join(["%s"] * len(held[0]))
            cursor.executemany(f"INSERT INTO {connection.ops.quote_name(table)} VALUES ({values})", held)
