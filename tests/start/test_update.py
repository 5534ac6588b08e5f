"""An update keeps the data: databases of earlier programs, migrated to the current version.

``tests/data/first_issue.sql`` is the first issue's database of a small event, ``first_issue.json`` that program's
reports about it; ``release_1_0_0rc1.sql`` and ``release_1_0_0rc1.json`` are the same of the release 1.0.0rc1.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import DATA
from tests.start.processes import run

pytestmark = [pytest.mark.server, pytest.mark.long]
BEFORE = json.loads((DATA / "first_issue.json").read_text(encoding="utf-8"))
RELEASED = json.loads((DATA / "release_1_0_0rc1.json").read_text(encoding="utf-8"))
#: Queries after the update, in one process, including a write.
ASK = """
import json
from django.core.management import call_command
from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session, retract_session
from tournament.models import Account, Event, PrivateData
call_command("verify_audit")
call_command("standings", "event-first", "--json")
call_command("standings", "event-first", "--json", "--released")
organizer = Account.objects.get()
print(json.dumps({
    "contacts": [row.contact for row in PrivateData.objects.all()],
    "password": organizer.check_password("a long pass phrase for 13 orphans"),
    "roles": [str(role.name) for role in organizer.event_roles.all()],
}))
event = Event.objects.get()
session = event.sessions.filter(released_at__isnull=False).order_by("-number").first()
retract_session(system_actor("now"), session, reason="a test")
session.refresh_from_db()
release_session(system_actor("now"), session)
call_command("verify_audit")
"""
#: The same of the release's database; pages are opened too, as its readers would.
ASK_RELEASE = """
import json
from django.core.management import call_command
from django.test import Client
from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session, retract_session
from tournament.models import Account, Event, PrivateData
PAGES = ("", "standings/")
call_command("verify_audit")
call_command("standings", "event-3", "--json")
call_command("standings", "event-3", "--json", "--released")
print(json.dumps({
    "contacts": [row.contact for row in PrivateData.objects.exclude(contact="")],
    "password": Account.objects.get().check_password("a long pass phrase for 13 orphans"),
    "pages": [Client(headers={"host": "localhost"}).get(f"/e/event-3/{page}").status_code for page in PAGES],
}))
event = Event.objects.get()
session = event.sessions.get(number=1)
retract_session(system_actor("now"), session, reason="a test")
session.refresh_from_db()
release_session(system_actor("now"), session)
call_command("verify_audit", "event:event-3")
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the data folder of the first issue's program and migrate it."""
    return migrated(tmp_path_factory.mktemp("first"), "first_issue.sql", BEFORE["private_data_key"])


@pytest.fixture(scope="module")
def release_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the data folder of the release 1.0.0rc1 and migrate it."""
    return migrated(tmp_path_factory.mktemp("release"), "release_1_0_0rc1.sql", RELEASED["private_data_key"])


def migrated(home: Path, dump: str, private_data_key: str) -> Path:
    """Load the dump into the folder and migrate it; return the folder."""
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
        database.executescript((DATA / dump).read_text(encoding="utf-8"))
    (home / "private-data-key.txt").write_text(private_data_key)
    migrate(home)
    return home


def migrate(home: Path) -> None:
    """Migrate SQLite's database, or create it, even if the tests use another database."""
    report(home, "migrate", "--verbosity", "0", "--skip-checks", DATABASE_URL=f"sqlite:///{home / 'pinju.sqlite3'}")


def tables(home: Path) -> dict[str, list[str]]:
    """Return all tables, indexes and triggers by name, with their SQL; the order of columns is ignored."""
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
        made = database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: sorted(sql.removesuffix(")").split(", ")) for name, sql in made}


def report(home: Path, *command: str, **environment: str) -> str:
    done = run("manage.py", *command, home=home, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_update_keeps_the_data_and_accepts_writes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    event, people, live, released, rest, *after = report(home, "shell", "-v", "0", "-c", ASK).splitlines()
    assert event == f"event:event-first: 4 entries, whole, last {BEFORE['audit_hash']}"
    assert people.startswith("people: 1 entries, whole")
    assert [json.loads(live), json.loads(released)] == [BEFORE["live"], BEFORE["released"]]
    expected: dict[str, Any] = {"contacts": ["zhao@example.org"], "password": True, "roles": ["organizer"]}
    assert json.loads(rest) == expected
    assert after[0].startswith("event:event-first: 6 entries, whole")


def test_update_of_the_release_keeps_the_data_and_accepts_writes(
    release_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    lines = report(release_home, "shell", "-v", "0", "-c", ASK_RELEASE).splitlines()
    assert lines[:3] == RELEASED["chains"]
    live, released, rest, *after = lines[3:]
    assert [json.loads(live), json.loads(released)] == [RELEASED["live"], RELEASED["released"]]
    assert json.loads(rest) == {"contacts": ["zhao@example.org"], "password": True, "pages": [200, 200]}
    assert after[0].startswith("event:event-3: 5 entries, whole")


def test_update_and_first_start_create_the_same_tables(home: Path, release_home: Path, tmp_path: Path) -> None:
    """The update runs every migration since, the first start the squashed ones."""
    migrate(tmp_path)
    assert tables(home) == tables(tmp_path)
    assert tables(release_home) == tables(tmp_path)
    assert "common_auditentry_no_delete" in tables(home)


def test_update_removes_the_tables_of_celery_results(home: Path) -> None:
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
        apps = {app for (app,) in database.execute("SELECT app FROM django_migrations")}
    assert "common" in apps
    assert "django_celery_results" not in apps
    assert [name for name in tables(home) if "celery" in name or "_cele_" in name] == []
