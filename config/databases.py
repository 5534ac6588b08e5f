"""The settings of a PostgreSQL server."""

from typing import Any


def served(database: dict[str, Any], seconds: int = 10) -> dict[str, Any]:
    """Return the settings of an address, with a few connections for each process.

    ``seconds`` is the longest time that a request waits for one.
    """
    options = {**database.get("OPTIONS", {}), "pool": {"min_size": 1, "max_size": 8, "timeout": seconds}}
    options.setdefault("connect_timeout", seconds)
    # PostgreSQL would compile some queries for longer than a page may take. PgBouncer refuses this parameter.
    if not database.get("DISABLE_SERVER_SIDE_CURSORS"):
        options.setdefault("options", "-c jit=off")
    return {**database, "OPTIONS": options}
