"""The program behind a real PgBouncer in transaction mode: each transaction may get another connection."""

import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from tests.conftest import missing
from tests.start.processes import run
from tests.support.event_generator import make_event
from tests.support.workers import database_url, until

#: While a long list is read, others work until one of them holds the connection on which the list began.
LIST_WHILE_ANOTHER_WORKS = """
from django.db import connection
from common.actions.models.audit import AuditEntry

entries = AuditEntry.objects.order_by("pk").iterator(chunk_size=1)
first, others = next(entries), [connection.copy() for _ in range(3)]
try:
    for other in others:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_cursors WHERE name LIKE '_django%%'", ())
            if cursor.fetchone()[0]:
                break
    print("listed", 1 + len(list(entries)), "of", AuditEntry.objects.count())
finally:
    for other in others:
        other.close()
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def pgbouncer(db: None, tmp_path: Path) -> Iterator[str]:
    """Run PgBouncer before the test database, and yield the address to use in its place."""
    if connection.vendor != "postgresql":
        pytest.skip("for PostgreSQL")
    program = shutil.which("pgbouncer")
    if program is None:
        missing("PgBouncer")
    values, port = connection.settings_dict, free_port()
    server = f"host={values['HOST'] or '127.0.0.1'} port={values['PORT'] or 5432} user={values['USER']}"
    secret = f" password={values['PASSWORD']}" if values["PASSWORD"] else ""
    settings = tmp_path / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\n* = {server}{secret}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n"
        "unix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 4\n"
    )
    user = ["-u", pwd.getpwnam("postgres").pw_name] if os.getuid() == 0 else []
    with (tmp_path / "pgbouncer.log").open("w") as log:
        process = subprocess.Popen([str(program), *user, settings], stdout=log, stderr=log)
    try:
        until(lambda: answers(port) or process.poll() is not None, 30)
        assert process.poll() is None, (tmp_path / "pgbouncer.log").read_text()
        yield f"postgres://{values['USER']}@127.0.0.1:{port}/{values['NAME']}"
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.database
@pytest.mark.server
@pytest.mark.django_db(transaction=True)
def test_lists_and_writes_pass_pgbouncer_without_cursors_of_the_server(pgbouncer: str, tmp_path: Path) -> None:
    import_event(system_actor("test"), document=make_event("pooled", 8, 2))
    shell = ("manage.py", "shell", "-v", "0", "--no-imports", "-c", LIST_WHILE_ANOTHER_WORKS)
    bare = run(*shell, home=tmp_path / "home", DATABASE_URL=pgbouncer)
    assert (bare.returncode, bare.stdout) == (1, ""), bare.stderr  # so the address needs its addition
    address = f"{pgbouncer}?disable_server_side_cursors=true"
    listed = run(*shell, home=tmp_path / "home", DATABASE_URL=address)
    assert listed.stdout.startswith("listed "), listed.stderr
    _word, count, _of, total = listed.stdout.split()
    assert count == total
    for command in (["ensure_admin"], ["verify_audit"], ["sweep"]):
        through = run("manage.py", *command, "--skip-checks", home=tmp_path / "home", DATABASE_URL=address)
        assert through.returncode == 0, through.stderr
    direct = run("manage.py", "verify_audit", "--skip-checks", home=tmp_path / "home", DATABASE_URL=database_url())
    through = run("manage.py", "verify_audit", "--skip-checks", home=tmp_path / "home", DATABASE_URL=address)
    assert through.stdout == direct.stdout
