"""Triggers by which the database refuses to change an audit entry, and to delete one that no archive holds."""

from typing import Any

TABLE = "common_auditentry"
_REFUSE = "RAISE EXCEPTION 'audit entries are append-only'"
_ARCHIVED = """EXISTS (SELECT 1 FROM common_auditarchive AS archive
    WHERE archive.ledger_id = OLD.head_id AND OLD.seq BETWEEN archive.first_seq AND archive.last_seq)"""

POSTGRESQL = [
    f"""CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger AS $$
    BEGIN {_REFUSE}; END $$ LANGUAGE plpgsql""",
    f"""CREATE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION {TABLE}_refuse()""",
]
SQLITE = [
    f"""CREATE TRIGGER {TABLE}_no_{verb.lower()} BEFORE {verb} ON {TABLE}
    BEGIN SELECT RAISE(ABORT, 'audit entries are append-only'); END"""
    for verb in ("UPDATE", "DELETE")
]
ADMIT_POSTGRESQL = [
    f"""CREATE OR REPLACE FUNCTION {TABLE}_refuse() RETURNS trigger AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF {_ARCHIVED} THEN RETURN OLD; END IF;
        END IF;
        {_REFUSE};
    END $$ LANGUAGE plpgsql""",
]
ADMIT_SQLITE = [
    f"DROP TRIGGER {TABLE}_no_delete",
    f"""CREATE TRIGGER {TABLE}_no_delete BEFORE DELETE ON {TABLE} WHEN NOT {_ARCHIVED}
    BEGIN SELECT RAISE(ABORT, 'audit entries are append-only'); END""",
]
REFUSE_SQLITE = [ADMIT_SQLITE[0], SQLITE[1]]
DROP_POSTGRESQL = [f"DROP TRIGGER {TABLE}_append_only ON {TABLE}", f"DROP FUNCTION {TABLE}_refuse()"]
DROP_SQLITE = [f"DROP TRIGGER {TABLE}_no_update", f"DROP TRIGGER {TABLE}_no_delete"]


def install(connection: Any) -> None:
    """Create the triggers on ``connection`` (PostgreSQL or SQLite)."""
    install_first(connection)
    admit_archives(connection)


def install_first(connection: Any) -> None:
    """Create the triggers as they were before there were archives."""
    _run(connection, POSTGRESQL, SQLITE)


def admit_archives(connection: Any) -> None:
    """Let an entry be deleted once the row of an archive covers it."""
    _run(connection, ADMIT_POSTGRESQL, ADMIT_SQLITE)


def refuse_archives(connection: Any) -> None:
    """Undo `admit_archives`."""
    _run(connection, POSTGRESQL[:1], REFUSE_SQLITE)


def remove(connection: Any) -> None:
    """Drop the triggers, to undo the migration or to empty the database between tests."""
    _run(connection, DROP_POSTGRESQL, DROP_SQLITE)


def _run(connection: Any, postgresql: list[str], sqlite: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in postgresql if connection.vendor == "postgresql" else sqlite:
            cursor.execute(statement)
