"""Copy a database while others write, and read the ends of its audit chains: SQLite or PostgreSQL, without Django.

PostgreSQL needs its own programs (pg_dump, pg_restore); a missing program is a Fault.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from common.backups.generations import Fault
from launcher.system import outside_environment

#: Name of a chain -> (number of its last entry, hash of that entry).
Ends = dict[str, tuple[int, str]]
GENESIS = "0" * 64
LAST_ENTRIES = """SELECT head.name, head.audit_seq, head.audit_hash, entry.hash FROM common_head AS head
LEFT JOIN common_auditentry AS entry ON entry.head_id = head.id AND entry.seq = head.audit_seq"""
#: The hash of an entry; one that was archived since it was copied is the last of its archive.
ENTRY = """SELECT entry.hash FROM common_auditentry AS entry JOIN common_head AS head ON head.id = entry.head_id
WHERE entry.seq = %(seq)s AND head.name = %(name)s
UNION SELECT archive.hash FROM common_auditarchive AS archive JOIN common_head AS head ON head.id = archive.ledger_id
WHERE archive.last_seq = %(seq)s AND head.name = %(name)s"""
MIGRATIONS = "SELECT app, name FROM django_migrations"


def copy_database(database: dict[str, Any], target: Path) -> None:
    """Copy the database to a new file, consistent at one moment; writers continue meanwhile."""
    if database["kind"] == "sqlite":
        with closing(sqlite3.connect(database["path"], timeout=20)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a separate log
        return
    _run("pg_dump", "--format=custom", f"--file={target}", **connection_of(database))


def check_database(kind: str, copy: Path) -> Ends:
    """Return the ends of the chains in the copy.

    Raises Fault if the copy is damaged or a head does not name the last entry of its chain.
    """
    try:
        chain_ends = _sqlite_chain_ends(copy) if kind == "sqlite" else _dump_chain_ends(copy)
    except sqlite3.DatabaseError as error:
        raise Fault("damaged", str(error)) from error
    for name, (_seq, named, last) in chain_ends.items():
        if named != (last or GENESIS):
            raise Fault("chains", name)
    return {name: (seq, named) for name, (seq, named, _last) in chain_ends.items()}


def compare_ends(database: dict[str, Any], copy: Ends) -> None:
    """Raise Fault("chains") unless every chain of the copy is the beginning of the live database's chain."""
    for name, (seq, copied_hash) in copy.items():
        if seq and _live_hash(database, name, seq) != copied_hash:
            raise Fault("chains", name)


def migrations_in(kind: str, copy: Path) -> set[tuple[str, str]]:
    """Return the migrations (app, name) that are applied in the copy."""
    if kind == "sqlite":
        with closing(sqlite3.connect(copy)) as opened:
            return set(opened.execute(MIGRATIONS))
    return {(row["app"], row["name"]) for row in _dumped_rows(copy, "django_migrations")}


def connection_of(database: dict[str, Any]) -> dict[str, str]:
    """Return the environment for PostgreSQL's programs; other users could read a password on the command line."""
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    return {variable: str(database[name]) for variable, name in names.items() if database.get(name)}


def load_dump(dump: Path, database: dict[str, Any]) -> None:
    """Load a dump into the empty database."""
    connection = connection_of(database)
    _run("pg_restore", "--no-owner", "--exit-on-error", f"--dbname={connection['PGDATABASE']}", str(dump), **connection)


def _sqlite_chain_ends(copy: Path) -> dict[str, tuple[int, str, str | None]]:
    with closing(sqlite3.connect(copy)) as opened:
        [verdict] = opened.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise Fault("damaged", verdict)
        return {name: (seq, named, last) for name, seq, named, last in opened.execute(LAST_ENTRIES)}


def _dump_chain_ends(dump: Path) -> dict[str, tuple[int, str, str | None]]:
    last: dict[str, tuple[int, str]] = {}
    for row in _dumped_rows(dump, "common_auditentry"):
        last[row["head_id"]] = max(last.get(row["head_id"], (0, "")), (int(row["seq"]), row["hash"]))
    _run("pg_restore", f"--file={os.devnull}", str(dump))  # reads all of it
    heads = list(_dumped_rows(dump, "common_head"))
    return {row["name"]: (int(row["audit_seq"]), row["audit_hash"], last.get(row["id"], (0, None))[1]) for row in heads}


def _dumped_rows(dump: Path, table: str) -> Iterator[dict[str, str]]:
    """Yield the rows of one table of a dump, as texts."""
    columns: list[str] = []
    for line in _run("pg_restore", "--data-only", f"--table={table}", "--file=-", str(dump)).split("\n"):
        if line == "\\.":
            columns = []
        elif columns:
            yield dict(zip(columns, line.split("\t"), strict=True))
        elif line.startswith(f"COPY public.{table} ("):
            columns = [name.strip(' "') for name in line[line.index("(") + 1 : line.rindex(")")].split(",")]


def _live_hash(database: dict[str, Any], name: str, seq: int) -> str | None:
    if database["kind"] == "sqlite":
        with closing(sqlite3.connect(database["path"], timeout=20)) as live:
            row = live.execute(ENTRY.replace("%(", ":").replace(")s", ""), {"seq": seq, "name": name}).fetchone()
            return row[0] if row else None
    import psycopg

    values = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
    options = {option: database[key] for option, key in values.items() if database.get(key)}
    with psycopg.connect(**options) as connection:
        row = connection.execute(ENTRY, {"seq": seq, "name": name}).fetchone()
        return row[0] if row else None


def _run(program: str, *arguments: str, **environment: str) -> str:
    """Return the output of one of PostgreSQL's programs; Fault, with its last line, if it is missing or fails."""
    if shutil.which(program) is None:
        raise Fault("no_program", program)
    environment = {**outside_environment(), **environment}
    done = subprocess.run([program, *arguments], capture_output=True, text=True, env=environment)
    if done.returncode:
        raise Fault("database", (done.stderr.strip().splitlines() or [program])[-1])
    return done.stdout
