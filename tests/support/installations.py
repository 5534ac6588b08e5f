"""Several installations of the program in one test database: each has its own rows, stored files and key.

Only one is there at a time. The sequences of the database go on, so that the same row has other numbers elsewhere.
"""

from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction
from django.test import override_settings

from common.actions import append_only, audit
from common.actions.append_only import TABLE as AUDIT
from common.actions.models.ledgers import Ledger
from common.privacy import fields
from tests.support.tables import all_tables, filled

Rows = dict[str, tuple[list[str], list[tuple[Any, ...]]]]


class Installation:
    """An installation; ``with installation:`` makes it the current one, and brings the one before back at the end."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder / name
        self.folder.mkdir()
        self._rows: Rows = {}

    def __enter__(self) -> "Installation":
        self._others = _taken_out()
        _put_in(self._rows)
        key = self.folder / "private-data-key.txt"
        self._settings = override_settings(PRIVATE_DATA_KEY_FILE=key, MEDIA_ROOT=self.folder / "media")
        self._settings.enable()
        _forget()
        return self

    def __exit__(self, *_error: object) -> None:
        self._rows = _taken_out()
        self._settings.disable()
        _put_in(self._others)
        _forget()


def _forget() -> None:
    cache.clear()
    fields._fernet.cache_clear()


def _taken_out() -> Rows:
    """Return all rows, and delete them."""
    rows: Rows = {}
    with transaction.atomic(), connection.cursor() as cursor:
        tables = filled(all_tables())
        if AUDIT in tables:
            append_only.remove(connection)
        for table in tables:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows[table] = ([column[0] for column in cursor.description], cursor.fetchall())
        for table in tables:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
        if AUDIT in tables:
            append_only.install(connection)
    return rows


def _put_in(rows: Rows) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for table, (columns, values) in rows.items():
            names = ", ".join(map(connection.ops.quote_name, columns))
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {connection.ops.quote_name(table)} ({names}) VALUES ({marks})", values)


def assert_chains_are_whole() -> None:
    for ledger in Ledger.objects.all():
        assert list(audit.faults(ledger)) == []
