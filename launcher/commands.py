"""The commands: start the server, restore a backup, undo an update, run the tests, take the guides' pictures."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common.privacy.secrets import made_home
from launcher.addresses import hosts_reached, port_problem
from launcher.console import say
from launcher.environment import ready_environment
from launcher.locks import take_lock
from launcher.paths import ROOT, RUNNING, SERVER_LOCK
from launcher.processes import GRACE, end_child, follow_child, start_child
from launcher.texts import gettext as _


def open_home() -> Path:
    """Return the folder of all written files, created if necessary, readable by its owner only."""
    return made_home(Path(os.environ.get("PINJU_HOME") or ROOT / "var"))


def where_running(home: Path) -> str:
    """Return the address and process of the program that holds the lock of this folder."""
    running = home / RUNNING
    return running.read_text() if running.exists() else "it is just starting"


@contextlib.contextmanager
def told_as_running(home: Path, description: str) -> Iterator[None]:
    """Let other starts print ``description`` until the end of the block."""
    running = home / RUNNING
    running.write_text(f"{description} (process {os.getpid()})")
    try:
        yield
    finally:
        running.unlink(missing_ok=True)


def await_earlier_server(home: Path) -> None:
    """Wait until the server of a killed launcher has ended and released port and database."""
    if not (home / SERVER_LOCK).exists():
        return
    meanwhile = "The server that ran here before is still ending; waiting for it."
    lock = take_lock(home / SERVER_LOCK, GRACE + 5, meanwhile)
    if lock is None:
        sys.exit(_("An earlier server that uses the data in %s does not stop: end its process first.") % home)
    lock.close()


class AlreadyRunning(SystemExit):
    """Another Pinju uses the data. ``address`` leads to its pages; empty if it has none yet."""

    def __init__(self, home: Path, running: str) -> None:
        super().__init__(f"Pinju is already running with the data in {home}: {running}")
        self.address = running.split()[0] if running.startswith("http") else ""


class PortProblem(SystemExit):
    """The port cannot be used."""


def start(host: str, port: int, in_window: bool = False) -> int:
    """Run the server until Ctrl-C, or until its window is closed; return the exit status."""
    home = open_home()
    lock = take_lock(home / "pinju.lock")
    if lock is None:
        raise AlreadyRunning(home, where_running(home))
    with lock:
        (home / RUNNING).unlink(missing_ok=True)  # of a killed launcher
        await_earlier_server(home)
        if port_problem(host, port):
            raise PortProblem(port_problem(host, port))
        python = ready_environment(tests=False)
        os.umask(0o077)  # not earlier: other users may use the environment in .venv too
        name, reached = socket.gethostname(), hosts_reached(host)
        allowed = ",".join(["localhost", name, f"{name}.local", *reached])
        environment = {"ALLOWED_HOSTS": allowed, **os.environ, "PINJU_HOME": str(home)}
        try:
            with told_as_running(home, f"http://{reached[0]}:{port}/"):
                if in_window:
                    return _follow_in_window(python, host, port, environment)
                return follow_child(start_child(python, "config.serve", host, str(port), env=environment))
        except KeyboardInterrupt:
            say("Pinju has ended.")
            return 0


def _follow_in_window(python: Path, host: str, port: int, environment: dict[str, str]) -> int:
    from launcher.window.following import READY, Following  # needs segno, which a checkout installs first

    pipe: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    server = start_child(python, "config.serve", host, str(port), READY, env=environment, **pipe)
    local, *network = [f"http://{address}:{port}/" for address in hosts_reached(host)]
    try:
        return Following(server, local, network).run()
    finally:
        end_child(server, 2 * GRACE)


def restore(args: list[str]) -> int:
    """Restore a backup into the folder of the data, while no Pinju runs with it; return the exit status."""
    # Paths are relative to the folder in which the command was typed.
    absolute_args = [arg if arg.startswith("-") else str(Path(arg).expanduser().absolute()) for arg in args]
    return _with_idle_data("common.backups.restoring", "a backup is being restored", absolute_args)


def undo_update(args: list[str]) -> int:
    """Go back to the data before the last update, while no Pinju runs with it; return the exit status."""
    return _with_idle_data("common.backups.undoing", "an update is being undone", args)


def _with_idle_data(module: str, description: str, args: list[str]) -> int:
    """Run a module that replaces the data, and keep others from starting meanwhile; return its exit status."""
    home = open_home()
    lock = take_lock(home / "pinju.lock")
    if lock is None:
        sys.exit(f"Pinju is running with the data in {home}, {where_running(home)}: end it first.")
    with lock:
        (home / RUNNING).unlink(missing_ok=True)  # of a killed launcher
        await_earlier_server(home)
        python = ready_environment(tests=False)
        os.umask(0o077)
        environment = {**os.environ, "PINJU_HOME": str(home)}
        with told_as_running(home, description):
            return follow_child(start_child(python, module, *args, env=environment))


def test(args: list[str]) -> int:
    """Run the test suite with these arguments for pytest in a temporary PINJU_HOME; return pytest's exit status."""
    left_out = ("SECRET_KEY", "ALLOWED_HOSTS", "PINJU_HTTPS", "PINJU_BACKUP")
    with tempfile.TemporaryDirectory(prefix="pinju-test-", ignore_cleanup_errors=True) as folder:
        python = ready_environment(tests=True)
        environment = {key: value for key, value in os.environ.items() if key not in left_out}
        environment["PINJU_HOME"] = folder
        say(f"Running the tests with {environment.get('DATABASE_URL', 'SQLite')}.")
        # One process more than cores: tests of browsers and of started processes wait. Six have 1 GB of memory each.
        processes = min((os.cpu_count() or 1) + 1, 6)
        options = ["-n", str(processes), "--dist", "worksteal", "--durations=50"]
        return follow_child(start_child(python, "pytest", *options, *args, env=environment))


def pictures(args: list[str]) -> int:
    """Take new pictures for the guides (docs/pictures) from a server with its own folder; return the exit status."""
    left_out = ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SECRET_KEY", "ALLOWED_HOSTS", "PINJU_HTTPS")
    with tempfile.TemporaryDirectory(prefix="pinju-pictures-", ignore_cleanup_errors=True) as folder:
        python = ready_environment(tests=True)
        environment = {key: value for key, value in os.environ.items() if key not in left_out}
        environment["PINJU_HOME"] = str(Path(folder) / "home")
        return follow_child(start_child(python, "docs.pictures", *args, env=environment))
