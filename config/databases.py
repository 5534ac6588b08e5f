"""The databases: a file of the laptop, or PostgreSQL and perhaps a replica of it."""

from pathlib import Path
from typing import Any

from environ import Env


def read_databases(env: Env, home: Path, *, safe: bool) -> dict[str, dict[str, Any]]:
    """Return DATABASES as DATABASE_URL and DATABASE_REPLICA_URL say: "default", and "replica" for reading.

    Not ``safe``: SQLite may lose the last commits when the power fails, which spares tests 6 ms a commit.
    """
    # The default is not an address: PINJU_HOME may hold any character, such as # or %.
    laptop = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(home / "pinju.sqlite3")}
    database = env.db("DATABASE_URL") if env("DATABASE_URL", default="") else laptop
    if database["ENGINE"].endswith("sqlite3"):
        return {"default": database | _of_sqlite(home, safe)}
    databases = {"default": _of_postgresql(database, seconds=10)}
    if env("DATABASE_REPLICA_URL", default=""):
        databases["replica"] = _of_postgresql(env.db("DATABASE_REPLICA_URL"), seconds=2)
    return databases


def _of_sqlite(home: Path, safe: bool) -> dict[str, Any]:
    synchronous = "FULL" if safe else "OFF"
    options = {
        # IMMEDIATE: a transaction takes the write lock at its start; with the default, two writers fail on upgrade.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": f"PRAGMA journal_mode=WAL;PRAGMA synchronous={synchronous};PRAGMA foreign_keys=ON;",
    }
    # Opening the file costs more than most requests: each of the server's threads keeps it open.
    return {"OPTIONS": options, "CONN_MAX_AGE": None, "TEST": {"NAME": str(home / "test.sqlite3")}}


def _of_postgresql(database: dict[str, Any], seconds: int) -> dict[str, Any]:
    """Return the settings with a few connections for each process; a request waits for one at most ``seconds``."""
    options = {**database.get("OPTIONS", {}), "pool": {"min_size": 1, "max_size": 8, "timeout": seconds}}
    options.setdefault("connect_timeout", seconds)
    # PostgreSQL would compile some queries for longer than a page may take. PgBouncer refuses this parameter.
    if not database.get("DISABLE_SERVER_SIDE_CURSORS"):
        options.setdefault("options", "-c jit=off")
    return {**database, "OPTIONS": options}
