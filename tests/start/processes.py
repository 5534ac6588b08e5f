"""Real processes for tests of the start: run them, find leftovers, wait for conditions."""

import http.client
import itertools
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.paths import ROOT


def environment(home: Path, **extra: str) -> dict[str, str]:
    """Return the environment of a start with its data in ``home``, without the tests' own settings."""
    left_out = ("ALLOWED_HOSTS", "SECRET_KEY", "PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER")
    kept = {key: value for key, value in os.environ.items() if key not in left_out}
    return {**kept, "PINJU_HOME": str(home), **extra}


def run(*command: str | Path, home: Path, cwd: Path = ROOT, **extra: str) -> subprocess.CompletedProcess[str]:
    """Run a Python command to its end.

    Commands of manage.py get --skip-checks where the checks are not tested: they import all pages, half of the time.
    """
    return subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env=environment(home, **extra),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


class Started:
    """A process in its own process group, with its output in a file."""

    def __init__(self, *command: str | Path, home: Path, output: Path, cwd: Path = ROOT, **extra: str) -> None:
        self.output_file = output
        with output.open("w") as file:
            self.process = subprocess.Popen(
                [sys.executable, *command],
                cwd=cwd,
                env=environment(home, **extra),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def output(self) -> str:
        return self.output_file.read_text()


@contextmanager
def started(*command: str | Path, home: Path, output: Path, cwd: Path = ROOT, **extra: str) -> Iterator[Started]:
    """Start a process; kill all that remains of it at the end. ``extra``: more variables of its environment."""
    program = Started(*command, home=home, output=output, cwd=cwd, **extra)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.wait()
        for pid in processes_of(home):
            os.kill(pid, 9)


def processes_of(home: Path) -> list[int]:
    """Return the living processes with this PINJU_HOME, whatever their parent."""
    mark = f"PINJU_HOME={home}\0".encode()
    pids = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal() and mark in (folder / "environ").read_bytes():
                pids.append(int(folder.name))
        except OSError:  # it ended meanwhile
            continue
    return pids


def most_memory(pid: int) -> int:
    """Return the peak memory of the process in bytes."""
    [line] = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) * 1024


def wait_until(condition: Callable[[], object], seconds: float = 180) -> None:
    """Return as soon as the condition holds; fail after ``seconds``."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


#: Ports below those that systems give to connections and to servers with port 0: no other test takes one meanwhile.
_PORTS = itertools.count(15_000 + os.getpid() * 50 % 15_000)


def free_port() -> int:
    """Return a port for a server of this process that is started later; test runs begin at different ports."""
    for port in _PORTS:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError


def healthy(port: int) -> bool:
    """Return whether a server at this port reports that it is healthy."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
