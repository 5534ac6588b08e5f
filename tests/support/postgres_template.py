"""A migrated PostgreSQL database that the processes of a test run copy: migrations take half a minute."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db import connection

from tests.support.homes import make_once


class PostgresTemplate:
    """The template of a run; ``file`` holds its name once it is made."""

    def __init__(self, file: Path, blocker: Any) -> None:
        self._file, self._blocker = file, blocker
        self._made = ""

    def use(self, migrate: Callable[[], None]) -> None:
        """Let this process's test database begin as the template; the first process migrates its own and copies it."""
        name = make_once(self._file, lambda file: self._make(migrate, file)).read_text(encoding="utf-8")
        connection.settings_dict["TEST"]["TEMPLATE"] = name

    def _make(self, migrate: Callable[[], None], file: Path) -> None:
        migrate()
        migrated = connection.settings_dict["NAME"]
        self._made = f"{migrated}_template"
        # PostgreSQL copies no database that somebody is connected to.
        connection.close()
        connection.close_pool()
        self._run(f"CREATE DATABASE {self._quoted(self._made)} TEMPLATE {self._quoted(migrated)}")
        file.write_text(self._made, encoding="utf-8")

    def drop(self) -> None:
        """Drop the template if this process made it."""
        if self._made:
            self._run(f"DROP DATABASE {self._quoted(self._made)}")

    def _run(self, statement: str) -> None:
        with self._blocker.unblock(), connection._nodb_cursor() as cursor:
            cursor.execute(statement)

    def _quoted(self, name: str) -> str:
        return connection.ops.quote_name(name)
