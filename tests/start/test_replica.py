"""Public pages from a replica that follows by streaming: who reads there, who does not, and a replica that ends."""

import http.cookiejar
import json
import re
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.start.processes import free_port, healthy, run, started, wait_until
from tests.support.standby import Server, primary_and_standby

pytestmark = [pytest.mark.server, pytest.mark.long]
PASSWORD = "long enough for 13 orphans"
FILL = f"""
from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from tests.support.event_generator import make_event
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
import_event(system_actor("test"), document=make_event("copied", 8, 2))
Event.objects.update(slug="copied", name="At first")
Account.objects.create_superuser("root", password="{PASSWORD}")
"""


class Browser:
    """A visitor with cookies."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> str:
        with self._opener.open(self.address + path, timeout=60) as answer:
            return answer.read().decode()

    def post(self, path: str, page: str, **fields: str) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        with self._opener.open(self.address + path, data, timeout=60) as answer:
            return answer.read().decode()


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Server, Server]]:
    with primary_and_standby() as both:
        yield both


@pytest.fixture
def home(servers: tuple[Server, Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    primary, standby = servers
    monkeypatch.setenv("DATABASE_URL", primary.url)
    monkeypatch.setenv("DATABASE_REPLICA_URL", standby.url)
    for name in ("CELERY_BROKER_URL", "CACHE_URL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home"


def doctor(home: Path) -> dict[str, str]:
    answer: dict[str, dict[str, str]] = json.loads(run("manage.py", "doctor", "--json", home=home).stdout)
    return (answer.get("checks") or answer)["replica"]  # type: ignore[return-value]


def test_visitors_read_the_replica_and_writers_do_not(
    servers: tuple[Server, Server], home: Path, tmp_path: Path
) -> None:
    primary, standby = servers
    for command in (("migrate", "-v", "0", "--skip-checks"), ("shell", "-v", "0", "-c", FILL)):
        filled = run("manage.py", *command, home=home)
        assert filled.returncode == 0, filled.stderr
    port = free_port()
    gunicorn = ("-m", "gunicorn", "config.wsgi", "-k", "gthread", "--workers", "2", "--threads", "4")
    with started(*gunicorn, "--bind", f"127.0.0.1:{port}", home=home, output=tmp_path / "log"):
        wait_until(lambda: healthy(port))
        wait_until(lambda: standby.ask("SELECT count(*) FROM tournament_account") == 1)
        visitor, official = Browser(port), Browser(port)
        official.post("/account/login/", official.get("/account/login/"), username="root", password=PASSWORD)

        standby.ask("SELECT pg_wal_replay_pause()")
        primary.ask("UPDATE tournament_event SET name = 'Replicated once'")
        # The visitor first: after 30 seconds behind, the replica is not read any more.
        paths = ("/", "/e/copied/", "/e/copied/standings/")
        assert ["At first" in visitor.get(path) for path in paths] == [True] * 3
        assert ["Replicated once" in official.get(path) for path in paths] == [True] * 3
        assert not [*visitor.cookies]
        behind = re.fullmatch(r"(\d+\.\d) seconds behind the database", doctor(home)["finding"])
        assert behind
        assert float(behind[1]) > 0

        # Signing out deletes the session; the browser goes on reading what it has written.
        official.post("/account/logout/", official.get("/desk/"))
        assert {cookie.name for cookie in official.cookies} >= {"pinju_wrote"}
        assert "sessionid" not in {cookie.name for cookie in official.cookies}
        assert "Replicated once" in official.get("/")

        standby.ask("SELECT pg_wal_replay_resume()")
        wait_until(lambda: "Replicated once" in visitor.get("/"))
        assert doctor(home)["finding"] == "0.0 seconds behind the database"

        standby.stop()
        primary.ask("UPDATE tournament_event SET name = 'Without replica'")
        wait_until(lambda: "Without replica" in visitor.get("/"))
        assert doctor(home)["finding"] == "it does not answer"


def test_a_replica_that_is_none_is_named(servers: tuple[Server, Server], home: Path) -> None:
    primary, _standby = servers
    answer = run("manage.py", "doctor", "--json", home=home, DATABASE_REPLICA_URL=primary.url)
    assert '"it is not a standby"' in answer.stdout
