"""An update keeps the data: databases of earlier programs, migrated to the current version.

``tests/data/first_issue.sql`` is the first issue's database of a small event, ``first_issue.json`` that program's
reports about it; ``release_1_0_0rc1.sql`` and ``release_1_0_0rc1.json`` are the same of the release 1.0.0rc1.
Both come as backups, as restoring one migrates it with the command of an update; a way through all migrations takes
most of a minute.
"""

import hashlib
import json
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import DATA
from tests.start.processes import run

pytestmark = [pytest.mark.server, pytest.mark.long]
BEFORE = json.loads((DATA / "first_issue.json").read_text(encoding="utf-8"))
RELEASED = json.loads((DATA / "release_1_0_0rc1.json").read_text(encoding="utf-8"))
RELEASE_BACKUP = DATA / "release_1_0_0rc1.zip"
PHOTO = b"a photo"
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


@pytest.fixture(scope="module", autouse=True)
def _laptop() -> Iterator[None]:
    """Clear the environment as on a laptop, whatever database the tests use."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "PINJU_BACKUP"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Restore a backup of the first issue's program.

    The manifest has the keys of the first program with backups (e3a89af); the database is older still.
    """
    folder = tmp_path_factory.mktemp("first")
    database = folder / "pinju.sqlite3"
    write(database, "first_issue.sql")
    data, digest = database.read_bytes(), hashlib.sha256(PHOTO).hexdigest()
    backups = folder / "stick" / "pinju-backup"
    (backups / "files" / digest[:2]).mkdir(parents=True)
    (backups / "files" / digest[:2] / digest).write_bytes(PHOTO)
    manifest = {
        "format": "pinju-backup/1",
        "at": "2026-11-21T10:00:00+00:00",
        "kind": "sqlite",
        "database": hashlib.sha256(data).hexdigest(),
        "media": [["photos/one", digest, len(PHOTO), 1]],
        "secrets": ["private-data-key.txt"],
    }
    with zipfile.ZipFile(backups / "pinju-20261121-100000-000000.zip", "w") as archive:
        archive.writestr("pinju.sqlite3", data)
        archive.writestr("private-data-key.txt", BEFORE["private_data_key"])
        archive.writestr("manifest.json", json.dumps(manifest))
    report(folder / "home", "restore", folder / "stick", program="pinju.py")
    return folder / "home"


@pytest.fixture(scope="module")
def release_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Restore the backup that the program 1.0.0rc1 made, with its keys, of an invented event."""
    home = tmp_path_factory.mktemp("release")
    done = run("-m", "common.backups.restoring", RELEASE_BACKUP, home=home)
    assert done.returncode == 0, done.stderr + done.stdout
    return home


def write(file: Path, dump: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript((DATA / dump).read_text(encoding="utf-8"))


def lines_of(file: Path) -> list[str]:
    """Return the SQL that creates this database."""
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())


def tables(home: Path) -> dict[str, list[str]]:
    """Return all tables, indexes and triggers by name, with their SQL; the order of columns is ignored."""
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
        made = database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: sorted(sql.removesuffix(")").split(", ")) for name, sql in made}


def report(home: Path, *command: str | Path, program: str = "manage.py") -> str:
    done = run(program, *command, home=home)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def answers(home: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return what a copy of the first program's data answers, and the audit after a write there."""
    copy = shutil.copytree(home, tmp_path_factory.mktemp("asked") / "copy")
    return report(copy, "shell", "-v", "0", "-c", ASK).splitlines()


@pytest.fixture(scope="module")
def release_answers(release_home: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the same of the release's data."""
    copy = shutil.copytree(release_home, tmp_path_factory.mktemp("asked") / "copy")
    return report(copy, "shell", "-v", "0", "-c", ASK_RELEASE).splitlines()


def test_backup_of_the_first_program_with_backups_is_restored(home: Path, answers: list[str]) -> None:
    assert (home / "media" / "photos" / "one").read_bytes() == PHOTO
    assert json.loads(answers[2]) == BEFORE["live"]


def test_a_backup_of_the_first_release_is_restored(release_answers: list[str]) -> None:
    *chains, live, _released, rest = release_answers[:6]
    assert chains == RELEASED["chains"]
    assert json.loads(live) == RELEASED["live"]
    assert "zhao@example.org" in json.loads(rest)["contacts"]


def test_the_backup_of_the_release_holds_its_database(tmp_path: Path) -> None:
    with zipfile.ZipFile(RELEASE_BACKUP) as archive:
        archive.extract("pinju.sqlite3", tmp_path)
    write(tmp_path / "written.sqlite3", "release_1_0_0rc1.sql")
    backed_up, written = lines_of(tmp_path / "pinju.sqlite3"), lines_of(tmp_path / "written.sqlite3")
    assert [line for line in backed_up if line not in written and "common_backupplan" not in line] == []
    assert [line for line in written if line not in backed_up] == []


def test_update_keeps_the_data_and_accepts_writes(answers: list[str]) -> None:
    event, people, live, released, rest, *after = answers
    assert event == f"event:event-first: 4 entries, whole, last {BEFORE['audit_hash']}"
    assert people.startswith("people: 1 entries, whole")
    assert [json.loads(live), json.loads(released)] == [BEFORE["live"], BEFORE["released"]]
    expected: dict[str, Any] = {"contacts": ["zhao@example.org"], "password": True, "roles": ["organizer"]}
    assert json.loads(rest) == expected
    assert after[0].startswith("event:event-first: 6 entries, whole")


def test_update_of_the_release_keeps_the_data_and_accepts_writes(release_answers: list[str]) -> None:
    assert release_answers[:3] == RELEASED["chains"]
    live, released, rest, *after = release_answers[3:]
    assert [json.loads(live), json.loads(released)] == [RELEASED["live"], RELEASED["released"]]
    assert json.loads(rest) == {"contacts": ["zhao@example.org"], "password": True, "pages": [200, 200]}
    assert after[0].startswith("event:event-3: 5 entries, whole")


def test_update_and_first_start_create_the_same_tables(home: Path, release_home: Path, prepared_home: Path) -> None:
    """The update runs every migration since, the first start the squashed ones."""
    made = tables(prepared_home)
    assert tables(home) == made
    assert tables(release_home) == made
    assert "common_auditentry_no_delete" in tables(home)


def test_update_removes_the_tables_of_celery_results(home: Path) -> None:
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
        apps = {app for (app,) in database.execute("SELECT app FROM django_migrations")}
    assert "common" in apps
    assert "django_celery_results" not in apps
    assert [name for name in tables(home) if "celery" in name or "_cele_" in name] == []
