"""Log lines of refused requests and of faults, and the size of log files."""

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, path
from django.urls.converters import StringConverter

from common.infrastructure.log_fields import log_fields, note_fields
from config import logs, urls
from config.celery import app
from tests.support.events import small_event

pytestmark = pytest.mark.django_db
FAULTS = {
    "fault": ValueError("no such thing"),
    "denied": PermissionDenied("secret"),
    "odd": SuspiciousOperation("odd"),
    "bad": BadRequest("bad"),
    "row": IntegrityError("duplicate key\nDETAIL:  Key (name)=(Zoë\nLi) already exists."),
}


def failing(request: HttpRequest, failure: str) -> HttpResponse:
    raise FAULTS[failure]


urlpatterns = [path("failing/<slug:failure>/", failing), *urls.urlpatterns]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Yield the log of the server so far; pytest's own handlers are restored afterwards."""
    root, file = logging.getLogger(), tmp_path / "server.log"
    before = root.handlers[:]
    logs.to_file(file)
    yield lambda: file.read_text()
    root.handlers[0].close()
    root.handlers[:] = before


@pytest.fixture
def client(settings) -> Client:
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["testserver"]
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


def test_refused_request_is_one_line_without_traceback(client: Client, log: Callable[[], str]) -> None:
    def ask(number: int) -> list[int]:
        responses = [
            client.get(f"/missing/{number}/"),
            client.get("/failing/denied/"),
            client.get("/failing/odd/"),
            client.get("/failing/bad/"),
            client.get("/", headers={"host": "elsewhere.example"}),
            client.post("/account/login/", {"username": "admin"}),
        ]
        return [answer.status_code for answer in responses]

    for number in range(20):
        assert ask(number) == [404, 403, 400, 400, 400, 403]
    lines = log().splitlines()
    assert len(lines) == 20 * 6
    assert all(" WARNING django." in line for line in lines)


def test_fault_has_a_traceback_without_row_values(client: Client, log: Callable[[], str]) -> None:
    assert client.get("/failing/fault/?name=Li").status_code == 500
    assert "ERROR django.request: Internal Server Error: /failing/fault/\nTraceback (most recent" in log()
    assert "test_logs.py" in log()
    assert "ValueError: no such thing" in log()
    assert client.get("/failing/row/").status_code == 500
    assert "IntegrityError: duplicate key\n" in log()
    assert [word for word in ("Li", "Zoë") if word in log()] == []


def test_tokens_in_addresses_are_removed(client: Client, log: Callable[[], str]) -> None:
    for address in addresses_with_secrets(get_resolver("config.urls")):
        logging.getLogger("test").warning("Not Found: %s", address)
        assert client.get(f"{address}more?key=TOKEN").status_code in {404, 405}
    assert log().count("Not Found: /") == 10  # five addresses, each twice
    assert "TOKEN" not in log()
    client.get("/T//TOKEN")
    client.post("/account/login/", headers={"referer": "https://elsewhere.example/e/open/register/TOKEN/"}, secure=True)
    assert "elsewhere.example/e/open/register/…" in log()
    assert "TOKEN" not in log()


def addresses_with_secrets(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    """Yield an address of every page with a text parameter that may hold a token (except file names).

    Programs send their token as a header: the API has none in its addresses.
    """
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if route.startswith("/api/"):
            continue
        if isinstance(pattern, URLResolver):
            yield from addresses_with_secrets(pattern, route)
        elif isinstance(pattern, URLPattern):
            texts = {name for name, kind in pattern.pattern.converters.items() if type(kind) is StringConverter}
            for name in texts - {"name", "event"}:
                yield route.replace("<slug:slug>", "open").replace(f"<str:{name}>", "TOKEN")


def test_log_message_is_a_single_line(client: Client, log: Callable[[], str]) -> None:
    client.get("/no%0A2026-01-01 00:00:00 ERROR root: made up\x1b[31m/")
    logging.getLogger("test").warning("typed: %s", "one\r\ntwo\x85three\u2028four")
    assert len(log().splitlines()) == 2
    assert "\\n2026" in log()


def test_failed_login_logs_no_user_name(log: Callable[[], str]) -> None:
    for _ in range(6):
        Client().post("/account/login/", {"username": "my password", "password": "x"})
    assert "my password" not in log()


@pytest.fixture
def json_lines(settings, tmp_path: Path) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """Yield the lines of the server's log so far, written as JSON."""
    root, file = logging.getLogger(), tmp_path / "json.log"
    before, settings.LOG_FORMAT = root.handlers[:], "json"
    logs.to_file(file)
    yield lambda: [json.loads(line) for line in file.read_text().splitlines()]
    root.handlers[0].close()
    root.handlers[:] = before


def test_json_line_of_a_refusal_has_request_event_and_role(client: Client, json_lines: Any, admin_user: Any) -> None:
    event = small_event()
    answer = client.get(f"/e/{event.slug}/players/99999/?name=Zoe")
    assert answer.status_code == 404
    client.force_login(admin_user)
    client.get(f"/e/{event.slug}/players/99999/")
    visitor, administrator = json_lines()
    assert visitor["time"].endswith("+00:00")
    assert {key: value for key, value in visitor.items() if key != "time"} == {
        "level": "WARNING",
        "logger": "django.request",
        "message": f"Not Found: /e/{event.slug}/players/99999/",
        "request": answer.headers["X-Request-ID"],
        "event": event.slug,
        "role": "visitor",
        "status": 404,
    }
    assert "admin" in administrator["role"]
    assert administrator["request"] != visitor["request"]
    assert admin_user.username not in json.dumps({**administrator, "role": ""})


def test_json_line_of_a_fault_has_the_place_but_no_text_of_an_exception(client: Client, json_lines: Any) -> None:
    answer = client.get("/failing/row/")
    [line] = [line for line in json_lines() if line["level"] == "ERROR"]
    assert (line["status"], line["exception"]) == (500, "IntegrityError")
    assert line["request"] == answer.headers["X-Request-ID"]
    assert "test_logs.py" in line["traceback"]
    assert line["traceback"].endswith("IntegrityError\n")
    assert [word for word in ("Li", "Zoë", "duplicate") if word in json.dumps(line, ensure_ascii=False)] == []


def test_json_traceback_begins_with_the_first_exception(json_lines: Any) -> None:
    try:
        try:
            raise FAULTS["fault"]
        except ValueError as first:
            raise KeyError("Li") from first
    except KeyError:
        logging.getLogger("test").exception("failed\nat %s", "/t/TOKEN/?name=Li")
    [line] = json_lines()
    assert line["message"] == "failed\nat /t/…"
    kinds = [row for row in line["traceback"].splitlines() if not row.startswith(" ")]
    assert kinds == ["ValueError", "KeyError"]
    assert "request" not in line


def test_json_line_of_a_failed_task_has_no_text_of_the_exception(json_lines: Any) -> None:
    @app.task(name="tests.failing")
    def fail() -> None:
        raise ValueError("Zoë typed this")

    try:
        fail.apply()
    finally:
        app.tasks.pop("tests.failing")
    [line] = json_lines()
    assert (line["logger"], line["exception"]) == ("celery.app.trace", "ValueError")
    assert line["message"].startswith("Task tests.failing[")
    assert "typed" not in json.dumps({**line, "traceback": ""})
    assert "ValueError: " not in line["traceback"]


def test_id_of_a_trusted_proxy_is_kept_and_others_are_not(client: Client, settings, json_lines: Any) -> None:
    ids = {"given": "0123456789abcdef", "forged": 'a"b\ncdefghij'}
    asked = {name: client.get("/missing/", headers={"X-Request-ID": value}) for name, value in ids.items()}
    assert not {answer.headers["X-Request-ID"] for answer in asked.values()} & set(ids.values())
    settings.PROXIES = 1
    asked = {name: client.get("/missing/", headers={"X-Request-ID": value}) for name, value in ids.items()}
    assert asked["given"].headers["X-Request-ID"] == ids["given"]
    assert asked["forged"].headers["X-Request-ID"] != ids["forged"]
    assert [line["request"] for line in json_lines()][2] == ids["given"]
    assert "X-Request-ID" not in client.get("/healthz").headers  # others' caches may keep it


def test_json_line_of_a_job_names_it_and_its_event(json_lines: Any) -> None:
    with log_fields(job=7, kind="event.export", event="open"):
        logging.getLogger("test").warning("slow")
        note_fields(event="other")
        logging.getLogger("test").warning("slow again")
    note_fields(event="outside")
    logging.getLogger("test").warning("over")
    first, second, last = json_lines()
    assert (first["job"], first["kind"], first["event"]) == (7, "event.export", "open")
    assert second["event"] == "other"
    assert "event" not in last


def test_log_file_is_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(logs, "MOST_BYTES", 10_000)
    handler = logs.Rotating(tmp_path / "server.log")
    for number in range(2_000):
        handler.handle(logging.makeLogRecord({"msg": f"{number:060}"}))
    handler.close()
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["server.log", "server.log.1", "server.log.2", "server.log.3"]
    assert all(file.stat().st_size <= 10_000 for file in files)
    assert files[0].read_text().splitlines()[-1] == f"{1999:060}"


def test_log_file_that_cannot_be_renamed_grows_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys) -> None:
    """As on Windows, while another program has the file open."""
    monkeypatch.setattr(logs, "MOST_BYTES", 100)
    handler = logs.Rotating(tmp_path / "server.log")
    for number in (1, 2, 3):
        (tmp_path / f"server.log.{number}").mkdir()
    for number in range(10):
        handler.handle(logging.makeLogRecord({"msg": f"{number:060}"}))
    handler.close()
    assert len((tmp_path / "server.log").read_text().splitlines()) == 10
    assert capsys.readouterr().err == ""
