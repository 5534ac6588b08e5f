"""Health checks: /healthz for the process, /readyz for everything that it needs."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Barrier, Event
from threading import enumerate as threads
from typing import Any

import psycopg
import pytest
from django.test import Client

from common.infrastructure import disk, health, queue
from common.infrastructure.caches import FallbackRedisCache
from tests.start.processes import environment, free_port
from tests.support.paths import ROOT

#: A script that requests both addresses, the second one twice. No check is late, however slow the machine is.
ASK = """
import json
from django.test import Client
from common.infrastructure import health
from config import urls
health.LIMIT = 100
def ask(address):
    answer = Client(headers={"host": "localhost"}).get(address)
    return answer.status_code, answer.content.decode()
print(json.dumps([ask("/healthz"), ask("/readyz"), ask("/readyz")]))
"""


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every check end, however slow the machine is."""
    monkeypatch.setattr(health, "LIMIT", 100)


@pytest.fixture
def silent_port() -> Iterator[int]:
    """Yield a port that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def check_results(home: Path, **variables: str) -> list[list[Any]]:
    """Return the answers of a process with these variables: status and text of each request of ASK."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-v", "0", "-c", ASK]
    variables = {name: value for name, value in environment(home).items() if "_URL" not in name} | variables
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=True, timeout=120)
    assert "hunter2" not in done.stdout
    return json.loads(done.stdout)


def failed(text: str) -> dict[str, str]:
    checks = json.loads(text)["checks"]
    return {name: check["reason"] for name, check in checks.items() if check["status"] != "ok"}


@pytest.mark.server
def test_a_process_without_its_servers_is_alive_and_not_ready(tmp_path: Path) -> None:
    closed = f"hunter2@127.0.0.1:{free_port()}"
    answers = check_results(
        tmp_path,
        DATABASE_URL=f"postgres://pinju:{closed}/pinju",
        CACHE_URL=f"redis://:{closed}/1",
        CELERY_BROKER_URL=f"redis://:{closed}/0",
        PINJU_HTTPS="1",  # not redirected, as a load balancer asks by http
    )
    assert answers[0] == [200, "ok"]
    assert [status for status, _text in answers[1:]] == [503, 503]
    silent = dict.fromkeys(["database", "migrations", "cache", "queue"], "does not answer")
    assert failed(answers[1][1]) == silent | {"worker": "none was seen lately"}


@pytest.mark.server
def test_a_database_without_the_newest_migrations_is_not_ready(tmp_path: Path) -> None:
    (tmp_path / "pinju.sqlite3").touch()
    (tmp_path / "worker-seen").touch()
    [_alive, [status, text], _again] = check_results(tmp_path)
    assert status == 503
    assert list(failed(text)) == ["migrations"]
    assert failed(text)["migrations"].endswith(" not applied")


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
@pytest.mark.usefixtures("patient")
def test_a_process_is_ready_with_everything_and_not_on_a_full_disk(settings, tmp_path: Path, monkeypatch) -> None:
    settings.HOME = tmp_path
    for check in health.CHECKS.values():
        check.forget()
    queue._sign_of_life_file().touch()
    answer = Client().get("/readyz")
    assert (answer.status_code, set(answer.json()["checks"])) == (200, set(health.CHECKS))
    assert "no-store" in answer.headers["Cache-Control"]
    assert Client().post("/readyz").status_code == 405
    monkeypatch.setattr(disk, "FULL_BYTES", 1 << 60)
    assert Client().get("/readyz").status_code == 200  # cached
    health.CHECKS["disk"].forget()
    answer = Client().get("/readyz")
    assert (answer.status_code, failed(answer.content.decode())) == (503, {"disk": "full"})


def test_an_ended_worker_is_missing_after_the_clock_was_set_back(settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path
    queue._sign_of_life_file().touch()
    assert queue.worker_seen()
    in_an_hour = time.time() + 3600
    os.utime(queue._sign_of_life_file(), (in_an_hour, in_an_hour))
    assert not queue.worker_seen()


def test_all_checks_run_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    together = Barrier(5, timeout=60)  # each check waits for the others
    checks = {name: health.Check(name, lambda: together.wait() and None) for name in "abcde"}
    monkeypatch.setattr(health, "CHECKS", checks)
    assert health.report(seconds=60) == dict.fromkeys("abcde", health.Finding())


def test_a_check_that_is_late_keeps_its_answer_and_fails_when_it_stays_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LIMIT", 0.01)
    end = Event()
    check = health.Check("hanging", lambda: end.wait() and None)
    for patience, ok in ((3600, True), (3600, True), (0, False), (3600, False)):
        monkeypatch.setattr(health, "PATIENCE", patience)
        assert check.finding() == health.Finding(ok, "no answer in time")
        check.forget()
    [look] = [thread for thread in threads() if thread.name == "check of the hanging"]  # started once
    end.set()
    look.join()
    assert check.finding() == health.Finding()


def test_a_failed_check_that_is_late_remains_failed(monkeypatch: pytest.MonkeyPatch, patient: None) -> None:
    ended, fails = Event(), [True]

    def look() -> None:
        if fails.pop():
            raise OSError
        ended.wait()

    check = health.Check("failing", look)
    assert check.finding() == health.Finding(False, "does not answer")
    check.forget()
    fails.append(False)
    monkeypatch.setattr(health, "LIMIT", 0.01)
    assert check.finding() == health.Finding(False, "no answer in time")
    ended.set()


def redis_at(port: int) -> Callable[[], None]:
    return FallbackRedisCache(f"redis://127.0.0.1:{port}/1", {}).ping


def postgres_at(port: int) -> Callable[[], None]:
    return lambda: psycopg.connect(f"host=127.0.0.1 port={port} user=pinju connect_timeout=2").close()


@pytest.mark.parametrize("server_at", [redis_at, postgres_at])
def test_a_server_that_refuses_has_failed_and_a_silent_one_is_late(
    server_at: Callable[[int], Callable[[], None]],
    silent_port: int,
    patient: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = health.Check("refusing", server_at(free_port()))
    assert refused.finding() == health.Finding(False, "does not answer")
    check = health.Check("silent", server_at(silent_port))
    assert check.finding() == health.Finding(True, "no answer in time")
    check.forget()
    monkeypatch.setattr(health, "PATIENCE", 0)
    assert check.finding() == health.Finding(False, "no answer in time")
