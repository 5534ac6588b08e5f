"""Real processes for the tests of the start: run one, find what it left, wait for a condition."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.paths import ROOT


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a start with its data in ``home``; the tests' own settings stay out."""
    left_out = ("ALLOWED_HOSTS", "SECRET_KEY", "PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER")
    kept = {key: value for key, value in os.environ.items() if key not in left_out}
    return {**kept, "PINJU_HOME": str(home), **more}


def run(*command: str | Path, home: Path, cwd: Path = ROOT, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a Python command to its end."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env=environment(home, **more),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


class Started:
    """A process of its own process group with its output in a file."""

    def __init__(self, *command: str | Path, home: Path, output: Path, cwd: Path = ROOT) -> None:
        self.output_file = output
        with output.open("w") as file:
            self.process = subprocess.Popen(
                [sys.executable, *command],
                cwd=cwd,
                env=environment(home),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def output(self) -> str:
        return self.output_file.read_text()


@contextmanager
def started(*command: str | Path, home: Path, output: Path, cwd: Path = ROOT) -> Iterator[Started]:
    """Start a process; whatever of it still runs at the end is killed."""
    program = Started(*command, home=home, output=output, cwd=cwd)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.wait()
        for pid in processes_of(home):
            os.kill(pid, 9)


def processes_of(home: Path) -> list[int]:
    """The processes, alive, that were given this PINJU_HOME, whoever their parent is now."""
    mark = f"PINJU_HOME={home}\0".encode()
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal() and mark in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:  # it has ended meanwhile
            continue
    return found


def most_memory(pid: int) -> int:
    """The most bytes of memory that the process had at once."""
    [line] = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) * 1024


def wait_until(condition: Callable[[], object], seconds: float = 180) -> None:
    """Return as soon as the condition holds; fail when it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def healthy(port: int) -> bool:
    """Whether a server says at this port that it is well."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
