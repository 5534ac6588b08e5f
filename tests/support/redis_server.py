"""A Redis server for one test, which can be stopped, frozen and restarted."""

import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.conftest import missing
from tests.start.processes import free_port
from tests.support.workers import until


class RedisServer:
    """A server at one port; it loses its data when it stops."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = ["redis-server", "--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--dir", self.folder]
        with (self.folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        until(self._answers)

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Let the server accept connections without answering, as over a broken line."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def _answers(self) -> bool:
        try:
            return bool(redis.Redis(port=self.port).ping())
        except redis.RedisError:
            return False


@contextmanager
def redis_server(folder: Path) -> Iterator[RedisServer]:
    """Start a server and stop it at the end; skip the test without redis-server."""
    if not shutil.which("redis-server"):
        missing("redis-server")
    server = RedisServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
