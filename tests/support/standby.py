"""PostgreSQL servers of a test's own: a primary, and a standby that follows it by streaming replication."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.conftest import missing
from tests.start.processes import free_port, wait_until

#: Small, and without waiting for the disk: the data is thrown away.
SETTINGS = ("listen_addresses=127.0.0.1", "fsync=off", "shared_buffers=32MB", "max_connections=60")


@dataclass
class Server:
    """A server that runs; its data can be copied and it can be stopped."""

    port: int
    process: "subprocess.Popen[bytes]"

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def ask(self, statement: str) -> object:
        """Return the first value that the statement returns; None if it returns no row."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(statement)
            row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None

    def stop(self) -> None:
        """End the server at once."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(30)


def programs() -> Path:
    """Return the folder of PostgreSQL's programs; without them the test is skipped."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not folders:
        missing("PostgreSQL's initdb")
    return folders[-1].parent


@contextmanager
def primary_and_standby() -> Iterator[tuple[Server, Server]]:
    """Run both servers, each with a folder that is deleted at the end."""
    bin_folder = programs()
    with tempfile.TemporaryDirectory(dir="/tmp") as name, ExitStack() as running:
        folder = Path(name)
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(folder, "postgres")
        primary, standby = folder / "primary", folder / "standby"
        _run(bin_folder / "initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "-D", primary)
        first = running.enter_context(_server(bin_folder, primary))
        source = ("-h", "127.0.0.1", "-p", str(first.port), "-U", "postgres")
        _run(bin_folder / "pg_basebackup", *source, "-D", standby, "-X", "stream", "-R", "-c", "fast")
        yield first, running.enter_context(_server(bin_folder, standby))


@contextmanager
def _server(bin_folder: Path, data: Path) -> Iterator[Server]:
    port = free_port()
    options = [word for setting in SETTINGS for word in ("-c", setting)]
    command = _as_postgres(bin_folder / "postgres", "-D", data, "-p", str(port), "-k", data, *options)
    with data.with_suffix(".log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    server = Server(port, process)
    try:
        wait_until(lambda: _answers(server))
        yield server
    finally:
        if process.poll() is None:
            server.stop()


def _answers(server: Server) -> bool:
    assert server.process.poll() is None, "PostgreSQL does not start"
    try:
        return server.ask("SELECT 1") == 1
    except psycopg.OperationalError:
        return False


def _run(*command: str | Path) -> None:
    subprocess.run(_as_postgres(*command), check=True, capture_output=True, timeout=300)


def _as_postgres(*command: str | Path) -> list[str | Path]:
    if os.getuid() != 0:
        return list(command)
    user = pwd.getpwnam("postgres")
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", *command]
