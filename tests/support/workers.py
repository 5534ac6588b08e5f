"""Celery workers in separate processes, with the database of the test and their own queue."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.files import File
from django.db import connection
from django.test import override_settings

from common import jobs
from common.actions.permissions import system_actor
from common.jobs.models import Job
from common.jobs.requests import send
from config.celery import app
from config.serve import QUIET, WORKER
from tests.support import job_kinds
from tests.support.paths import ROOT


def until(holds: Callable[[], object], seconds: float = 120) -> None:
    """Wait until the condition holds; fail after ``seconds``."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.02)


class Hall:
    """A data folder with its queue next to the test's database; workers and commands run in it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.log = home / "worker.log"
        self.environment = {**os.environ, "PINJU_HOME": str(home), "DATABASE_URL": database_url()}
        self.environment.pop("PYTEST_CURRENT_TEST", None)

    def run(self, *command: str, warns: bool = False) -> str:
        """Run a command of manage.py and return its output; it may write to the log only if ``warns``."""
        process = self._popen(["manage.py", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        output, errors = process.communicate(timeout=300)
        assert (process.returncode, warns or errors.decode()) == (0, warns or "")
        return output.decode()

    def start(
        self, kind: str, *, count: int = 1, messages: int = 1, upload: File | None = None, **parameters: object
    ) -> list[Job]:
        """Start ``count`` equal jobs with ``messages`` messages each, from the process of the test."""
        started = []
        with self.queue_and_files():
            for _job in range(count):
                job = jobs.start(system_actor("hall"), kind, parameters=parameters, upload=upload)
                for _message in range(messages - 1):
                    send(job.pk)
                started.append(Job.objects.get(pk=job.pk))
        return started

    @contextmanager
    def queue_and_files(self) -> Iterator[None]:
        """Let this process use the queue (if it is one of files) and the media folder of the hall."""
        before, queue = app.conf.broker_transport_options, self.home / "queue"
        (queue / "messages").mkdir(parents=True, exist_ok=True)
        app.conf.broker_transport_options = {
            **before,
            "data_folder_in": str(queue / "messages"),
            "data_folder_out": str(queue / "messages"),
            "control_folder": str(queue / "control"),
        }
        try:
            with override_settings(MEDIA_ROOT=self.home / "media"):
                yield
        finally:
            app.conf.broker_transport_options = before

    @contextmanager
    def worker(self) -> Iterator["subprocess.Popen[bytes]"]:
        """Yield a worker that is ready, and end it in every case."""
        with self.log.open("wb") as log:
            process = self._popen(
                ["-m", "celery", *WORKER, *QUIET, "-I", job_kinds.__name__], stdout=log, stderr=subprocess.STDOUT
            )
        try:
            until(lambda: b"ready." in self.log.read_bytes() or process.poll() is not None)
            assert process.poll() is None, self.log.read_text()
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _popen(self, command: list[str], **options: object) -> "subprocess.Popen[bytes]":
        return subprocess.Popen([sys.executable, *command], cwd=ROOT, env=self.environment, **options)


def database_url() -> str:
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    place = f"{values['HOST'] or '127.0.0.1'}:{values['PORT'] or 5432}"
    return f"postgres://{values['USER']}:{values['PASSWORD']}@{place}/{values['NAME']}"
