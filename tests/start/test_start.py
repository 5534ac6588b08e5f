"""The program as a person starts and ends it: real processes, a separate data folder."""

import os
import shutil
import signal
import socket
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import missing
from tests.start.browsing import Browser
from tests.start.processes import Started, free_port, healthy, most_memory, processes_of, run, started, wait_until

pytestmark = pytest.mark.server
#: A job that appears to be running in the program's worker.
TAKEN_JOB = """
from common.jobs import claim
from common.models import Job
from common.actions.permissions import system_actor
from django.utils import timezone
job = Job.objects.create(kind="event.export", parameters={"event": "open-2018"}, owner_ref="system", owner_name="test",
    heartbeat=timezone.now())
claim(job.pk)
"""


@pytest.fixture(scope="module", autouse=True)
def _linux() -> None:
    if sys.platform != "linux":
        missing("/proc, where the processes that were left are found,")


@pytest.fixture
def home(prepared_home: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(prepared_home, tmp_path / "home"))


@pytest.fixture
def port() -> int:
    return free_port()


@contextmanager
def running(home: Path, port: int, output: Path) -> Iterator[Started]:
    """Run Pinju, and yield once it serves."""
    with started("pinju.py", "--port", str(port), home=home, output=output) as program:
        wait_until(lambda: program.process.poll() is not None or "Ctrl-C ends it" in program.output)
        assert healthy(port), program.output
        yield program


@pytest.fixture
def program(home: Path, port: int, tmp_path: Path) -> Iterator[Started]:
    """Run Pinju for a test that ends or kills it."""
    with running(home, port, tmp_path / "output") as program:
        yield program


@dataclass
class Shared:
    """A running Pinju for the tests that leave it running."""

    program: Started
    home: Path
    port: int


@pytest.fixture(scope="module")
def shared(prepared_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    folder, port = tmp_path_factory.mktemp("shared"), free_port()
    home = Path(shutil.copytree(prepared_home, folder / "home"))
    with running(home, port, folder / "output") as program:
        yield Shared(program, home, port)


@pytest.mark.database
def test_first_start_creates_everything_and_serves(tmp_path: Path, port: int) -> None:
    home = tmp_path / "made" / "home"
    with started("pinju.py", "start", "--port", str(port), home=home, output=tmp_path / "output") as first:
        wait_until(lambda: first.process.poll() is not None or "Ctrl-C ends it" in first.output)
        assert healthy(port), first.output
        assert f"http://127.0.0.1:{port}/" in first.output
        assert [path for path in (home, *home.rglob("*")) if path.lstat().st_mode & 0o077] == []


def test_password_of_the_first_administrator_is_printed_once_and_stored(prepared_home: Path, home: Path) -> None:
    printed = (prepared_home.parent / "printed").read_text()
    kept = home / "admin-password.txt"
    assert kept.read_text().strip().split()[-1] in printed
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
        administrators = database.execute("SELECT username FROM tournament_account WHERE is_superuser").fetchall()
    assert administrators == [("admin",)]
    again = run("manage.py", "prepare", home=home)
    assert (again.returncode, again.stdout) == (0, "")


def test_worker_runs_queued_jobs(shared: Shared) -> None:
    queue = "from common.tasks import sweep; print(sweep.delay().id)"
    queued = run("manage.py", "shell", "-v", "0", "-c", queue, home=shared.home)
    done = f"Task common.tasks.sweep[{queued.stdout.strip()}] succeeded"
    wait_until(lambda: done in (shared.home / "worker.log").read_text())


def test_refused_request_is_a_line_in_the_server_log(shared: Shared) -> None:
    browser, printed, log = Browser(shared.port), shared.program.output, shared.home / "server.log"
    before = len(log.read_text().splitlines())
    for number in range(50):
        assert browser.ask("GET", f"/t/SECRET{number}/no/")[0] == 404
        assert browser.ask("GET", "/", Host="elsewhere.example")[0] == 400
    lines = log.read_text().splitlines()[before:]
    assert len(lines) == 100
    assert [line for line in lines if "SECRET" in line or "WARNING django." not in line] == []
    assert shared.program.output == printed


def test_huge_upload_is_refused_with_a_message_and_takes_no_memory(shared: Shared) -> None:
    home, port = shared.home, shared.port
    [server] = [pid for pid in processes_of(home) if b"config.serve" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    browser = Browser(port)
    browser.sign_in("admin", (home / "admin-password.txt").read_text().strip().split()[-1])
    before = most_memory(server)
    status, page = browser.upload("/e/open-2018/desk/registration/file/", 50_000_000)
    assert (status, "This file is larger than 10 MB and was not read." in page) == (400, True)
    assert most_memory(server) - before < 40_000_000
    # A request with a larger declared length is refused without reading it.
    status, _page = browser.ask("POST", "/e/open-2018/desk/registration/file/", **{"Content-Length": "100000001"})
    assert status == 413
    assert healthy(port)


def test_second_start_prints_where_the_first_one_runs(shared: Shared) -> None:
    second = run("pinju.py", "--port", str(free_port()), home=shared.home)
    assert second.returncode == 1
    assert second.stderr == (
        f"Pinju is already running with the data in {shared.home}: "
        f"http://127.0.0.1:{shared.port}/ (process {shared.program.process.pid})\n"
    )
    assert healthy(shared.port)


def test_ctrl_c_leaves_no_process_behind(program: Started, home: Path, port: int) -> None:
    wait_until(lambda: len(processes_of(home)) >= 3)  # launcher, server, worker
    os.killpg(program.process.pid, signal.SIGINT)
    assert program.process.wait(30) == 0
    assert processes_of(home) == []
    assert not healthy(port)
    assert "Traceback" not in program.output
    assert not (home / "running.txt").exists()


def test_killed_launcher_leaves_no_process_and_blocks_no_start(program: Started, home: Path, tmp_path: Path) -> None:
    program.process.kill()
    program.process.wait()
    wait_until(lambda: processes_of(home) == [])
    port = free_port()
    with started("pinju.py", "--port", str(port), home=home, output=tmp_path / "again") as again:
        wait_until(lambda: again.process.poll() is not None or "Ctrl-C ends it" in again.output)
        assert healthy(port), again.output


def test_restart_after_a_kill_waits_for_its_own_port(program: Started, home: Path, port: int, tmp_path: Path) -> None:
    [server] = [pid for pid in processes_of(home) if b"config.serve" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(server, signal.SIGSTOP)  # a slow shutdown
    program.process.kill()
    program.process.wait()
    with started("pinju.py", "--port", str(port), home=home, output=tmp_path / "again") as again:
        wait_until(lambda: again.process.poll() is not None or "still ending; waiting for it" in again.output)
        os.kill(server, signal.SIGCONT)
        wait_until(lambda: again.process.poll() is not None or "Ctrl-C ends it" in again.output)
        assert healthy(port), again.output
        wait_until(lambda: server not in processes_of(home))  # it has let go of its port, and ends now


def test_restore_waits_for_the_server_of_a_killed_launcher(program: Started, home: Path, tmp_path: Path) -> None:
    [server] = [pid for pid in processes_of(home) if b"config.serve" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(server, signal.SIGSTOP)
    program.process.kill()
    program.process.wait()
    with started("pinju.py", "restore", tmp_path, "--replace", home=home, output=tmp_path / "restored") as restore:
        wait_until(lambda: restore.process.poll() is not None or "still ending; waiting for it" in restore.output)
        assert restore.process.poll() is None, restore.output
        os.kill(server, signal.SIGCONT)
        restore.process.wait(60)
        assert f"There is no backup of Pinju at {tmp_path}." in restore.output
        wait_until(lambda: server not in processes_of(home))  # it has let go of its lock, and ends now


def test_restore_onto_running_program_changes_nothing(shared: Shared, tmp_path: Path) -> None:
    done = run("pinju.py", "restore", tmp_path, "--replace", home=shared.home)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"Pinju is running with the data in {shared.home}, "
        f"http://127.0.0.1:{shared.port}/ (process {shared.program.process.pid}): end it first.\n"
    )
    assert healthy(shared.port)


def test_manage_command_works_while_the_server_runs(shared: Shared) -> None:
    done = run("manage.py", "prepare", home=shared.home)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert healthy(shared.port)


def test_killed_worker_is_restarted_and_its_job_finished(program: Started, home: Path) -> None:
    def workers() -> list[int]:
        return [pid for pid in processes_of(home) if b"celery" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def state() -> tuple[str, int]:
        with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
            return database.execute("SELECT state, attempt FROM common_job ORDER BY id DESC").fetchone()

    wait_until(lambda: "ready." in (home / "worker.log").read_text())
    [worker] = workers()
    assert run("manage.py", "shell", "-v", "0", "-c", TAKEN_JOB, home=home).returncode == 0
    assert state() == ("running", 1)
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: state() == ("done", 2))
    assert len(workers()) == 1
    assert "is started again" in (home / "server.log").read_text()


def test_killed_server_ends_launcher_and_worker(program: Started, home: Path) -> None:
    for pid in processes_of(home):
        if b"config.serve" in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGKILL)
    assert program.process.wait(30) != 0
    wait_until(lambda: processes_of(home) == [])


def test_taken_port_is_reported_with_an_alternative(home: Path) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run("pinju.py", "--port", str(port), home=home)
    assert done.returncode == 1
    assert done.stderr == (f"Port {port} is taken by another program: choose another one with --port {port + 1}.\n")
    assert done.stdout == ""  # no waiting


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eight"])
def test_invalid_port_is_reported(port: str, tmp_path: Path) -> None:
    done = run("pinju.py", f"--port={port}", home=tmp_path)
    assert done.returncode == 2
    assert f"'{port}' is not a port from 1 to 65535" in done.stderr


def test_unreachable_database_is_reported_in_one_sentence(tmp_path: Path, port: int) -> None:
    url = f"sqlite:///{tmp_path}/nowhere/pinju.sqlite3"
    done = run("pinju.py", "--port", str(port), home=tmp_path / "home", DATABASE_URL=url)
    assert done.returncode == 1
    assert done.stderr == "The database does not answer as it should: unable to open database file\n"
