"""A built program in a user's folder, and the program while it runs."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.start.processes import wait_until


class Place:
    """A user's folder with the program in it; both have spaces and Chinese characters in their path."""

    def __init__(self, folder: Path, program: Path) -> None:
        self.folder, self.home, self.temporary = folder, folder / "用户 Li", folder / "tmp"
        for made in (self.home, self.temporary):
            made.mkdir()
        self.place = folder / "品局 program"
        self.place.mkdir()
        self.program = self._copied(program)
        if os.name == "posix":
            self.place.chmod(0o500)  # the program writes nothing beside itself
        self.files = sorted(self.place.iterdir())

    def _copied(self, program: Path) -> Path:
        if program.suffix == ".app":
            shutil.copytree(program, self.place / program.name, symlinks=True)
            return self.place / program.name / "Contents" / "MacOS" / program.stem
        return Path(shutil.copy2(program, self.place / program.name))

    def environment(self, **more: str) -> dict[str, str]:
        """Return an environment without PATH, so without Python."""
        if sys.platform == "win32":
            local = {"USERPROFILE": str(self.home), "LOCALAPPDATA": str(self.home / "local")}
            return {"SYSTEMROOT": os.environ["SYSTEMROOT"], "TEMP": str(self.temporary), **local, **more}
        return {"HOME": str(self.home), "TMPDIR": str(self.temporary), **more}

    @property
    def data(self) -> Path:
        [lock] = self.home.rglob("pinju.lock")
        return lock.parent

    def run(self, *args: str | Path, expected: int = 0, **more: str) -> str:
        """Run the program to its end and return what it printed."""
        done = subprocess.run(
            [self.program, *args], env=self.environment(**more), capture_output=True, timeout=600, check=False
        )
        printed = (done.stdout + done.stderr).decode(errors="replace")
        assert done.returncode == expected, f"{args}: {done.returncode}\n{printed}"
        return printed

    @contextmanager
    def started(self, *args: str, port: int, ready: str, **more: str) -> Iterator["Running"]:
        """Run the program until the end of the block, and stop it as Ctrl-C does; it must end well."""
        output = self.folder / f"output-{port}"
        apart: dict[str, object] = {"start_new_session": True}
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        with output.open("wb") as file:
            command = [self.program, "--port", str(port), *args]
            process = subprocess.Popen(
                command, env=self.environment(**more), stdin=subprocess.DEVNULL, stdout=file, stderr=file, **apart
            )
        running = Running(process, output, port)
        try:
            wait_until(lambda: ready in running.printed or process.poll() is not None, 600)
            assert process.poll() is None, running.printed
            yield running
            running.stop()
        except BaseException:
            print(running.printed, *[log.read_text(encoding="utf-8") for log in self.folder.rglob("*.log")], sep="\n")
            raise
        finally:
            running.kill()


class Running:
    """A running program."""

    def __init__(self, process: "subprocess.Popen[bytes]", output: Path, port: int) -> None:
        self.process, self.output, self.port = process, output, port

    @property
    def printed(self) -> str:
        return self.output.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """End what is left of it after a failure, its children too."""
        self.process.kill()
        if sys.platform != "win32":
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def stop(self) -> None:
        if sys.platform == "win32":
            self.process.send_signal(signal.CTRL_BREAK_EVENT)
        else:
            os.killpg(self.process.pid, signal.SIGINT)
        assert self.process.wait(60) == 0, self.printed
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", self.port))  # nothing listens any more
