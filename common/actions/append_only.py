"""Triggers by which the database refuses to change or delete an audit entry."""

from typing import Any

TABLE = "common_auditentry"

POSTGRESQL = [
    f"""CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger AS $$
    BEGIN RAISE EXCEPTION 'audit entries are append-only'; END $$ LANGUAGE plpgsql""",
    f"""CREATE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION {TABLE}_refuse()""",
]
SQLITE = [
    f"""CREATE TRIGGER {TABLE}_no_{verb.lower()} BEFORE {verb} ON {TABLE}
    BEGIN SELECT RAISE(ABORT, 'audit entries are append-only'); END"""
    for verb in ("UPDATE", "DELETE")
]
DROP_POSTGRESQL = [f"DROP TRIGGER {TABLE}_append_only ON {TABLE}", f"DROP FUNCTION {TABLE}_refuse()"]
DROP_SQLITE = [f"DROP TRIGGER {TABLE}_no_update", f"DROP TRIGGER {TABLE}_no_delete"]


def install(connection: Any) -> None:
    """Create the triggers on ``connection`` (PostgreSQL or SQLite)."""
    _run(connection, POSTGRESQL, SQLITE)


def remove(connection: Any) -> None:
    """Drop the triggers, to undo the migration or to empty the database between tests."""
    _run(connection, DROP_POSTGRESQL, DROP_SQLITE)


def _run(connection: Any, postgresql: list[str], sqlite: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in postgresql if connection.vendor == "postgresql" else sqlite:
            cursor.execute(statement)
