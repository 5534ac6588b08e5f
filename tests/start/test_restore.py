"""Restoring a backup on another machine: real processes, a separate data folder."""

import re
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from common.actions.permissions import system_actor
from common.backups import running
from common.backups.models import BackupPlan
from common.privacy.signing_keys import new_key
from scoring.event_file.services.importing import import_event
from tests.start.processes import free_port, run, started, wait_until
from tests.support.event_generator import make_event
from tests.support.workers import database_url

pytestmark = [pytest.mark.server, pytest.mark.long]
BACK_UP = """
from pathlib import Path
from django.conf import settings
from common.backups.running import back_up
from common.models import BackupPlan
from tournament.models import Person, PrivateData
PrivateData.objects.create(person=Person.objects.first(), contact="13800000000")
photo = Path(settings.MEDIA_ROOT) / "photos" / "one"
photo.parent.mkdir(parents=True)
photo.write_bytes(b"a photo")
BackupPlan.objects.update_or_create(pk=1, defaults={"folder": STICK, "keep": 3})
print(back_up())
"""
#: What a data folder answers: the private data, its audit log and standings; last the live address of the standings.
ANSWERS = """
from django.core.management import call_command
from django.test import Client
from tournament.models import PrivateData
print([row.contact for row in PrivateData.objects.all()])
call_command("verify_audit")
call_command("standings", "open-2018", "--json")
print(Client().get("/live/open-2018/standings", headers={"host": "localhost"}).url)
"""


def manage_output(*command: str, home: Path, **environment: str) -> str:
    """Return the output of a command of manage.py."""
    done = run("manage.py", *command, home=home, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def shell(code: str, home: Path) -> str:
    return manage_output("shell", "-v", "0", "-c", code, home=home)


@pytest.fixture(scope="module", autouse=True)
def _laptop() -> Iterator[None]:
    """Clear the environment as on a laptop, whatever database the tests use."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "PINJU_BACKUP"):
            patch.delenv(name, raising=False)
        yield


@dataclass
class Hall:
    """A laptop's data with the demo event, a photo and private data, and its stick with one backup."""

    home: Path
    stick: Path
    answers: list[str]


@pytest.fixture(scope="module")
def hall(prepared_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Hall:
    folder = tmp_path_factory.mktemp("hall")
    home, stick = Path(shutil.copytree(prepared_home, folder / "home")), folder / "stick"
    stick.mkdir()
    new_key(home / "certificate-keys")
    made, *answers = shell(f"STICK = {str(stick)!r}" + BACK_UP + ANSWERS, home).splitlines()
    assert made == "True"
    return Hall(home, stick, answers)


@dataclass
class Restored:
    """A folder with the restored backup, and what the restore printed."""

    home: Path
    printed: str
    answers: list[str]


def restored_to(home: Path, *arguments: str | Path) -> Restored:
    done = run("pinju.py", "restore", *arguments, home=home)
    assert done.returncode == 0, done.stderr
    return Restored(home, done.stdout, shell(ANSWERS, home).splitlines())


@pytest.fixture(scope="module")
def restored(hall: Hall, tmp_path_factory: pytest.TempPathFactory) -> Restored:
    """Restore the backup on an empty machine."""
    return restored_to(tmp_path_factory.mktemp("empty") / "other", hall.stick)


@pytest.fixture(scope="module")
def replaced(hall: Hall, tmp_path_factory: pytest.TempPathFactory) -> Restored:
    """Restore the backup onto other data: refused, then accepted with --replace."""
    other = tmp_path_factory.mktemp("filled")
    for name in ("pinju.sqlite3", "secret-key.txt"):
        (other / name).write_text("before")
    refused = run("pinju.py", "restore", hall.stick, home=other)
    assert refused.returncode == 1
    assert f"{other} holds data already (pinju.sqlite3, secret-key.txt)" in refused.stderr
    assert {path.name for path in other.iterdir()} == {"pinju.sqlite3", "secret-key.txt", "pinju.lock"}
    return restored_to(other, "--replace", hall.stick / "pinju-backup")


def test_restore_on_an_empty_machine_recovers_everything(hall: Hall, restored: Restored) -> None:
    home, other = hall.home, restored.home
    assert "Restored and verified." in restored.printed
    assert restored.answers[:-1] == hall.answers[:-1]
    assert restored.answers[0] == "['13800000000']"
    assert re.match(r"event:open-2018: \d+ entries, whole, last", restored.answers[1])
    assert (other / "media" / "photos" / "one").read_bytes() == b"a photo"
    for name in ("pinju.sqlite3", "secret-key.txt", "private-data-key.txt", "admin-password.txt"):
        assert stat.S_IMODE((other / name).stat().st_mode) == 0o600
    assert (other / "admin-password.txt").read_text() == (home / "admin-password.txt").read_text()
    keys = sorted((home / "certificate-keys").iterdir())
    assert [file.suffix for file in keys] == [".key", ".pub"]
    for file in keys:
        assert (other / "certificate-keys" / file.name).read_bytes() == file.read_bytes()


def test_restore_uses_no_live_address_again(hall: Hall, restored: Restored, replaced: Restored) -> None:
    addresses = [home.answers[-1] for home in (hall, restored, replaced)]
    # Versions continue from the backup, but browsers cache content under the same numbers for a year.
    assert len(set(addresses)) == 3
    assert len({re.sub(r"[.][0-9a-f]{8}[.]", ".", address) for address in addresses}) == 1


def test_existing_data_is_replaced_only_on_request_and_set_aside(hall: Hall, replaced: Restored) -> None:
    [aside] = replaced.home.glob("before-restore-*")
    assert str(aside) in replaced.printed
    assert {path.name: path.read_text() for path in aside.iterdir()} == {
        "pinju.sqlite3": "before",
        "secret-key.txt": "before",
    }
    assert (replaced.home / "secret-key.txt").read_text() == (hall.home / "secret-key.txt").read_text()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [("nothing here", "There is no backup of Pinju at"), ("damaged", "No backup at")],
)
def test_failed_restore_changes_nothing(hall: Hall, tmp_path: Path, given: str, sentence: str) -> None:
    source = tmp_path / "pinju-20260501-120000-000000.zip"
    if given == "damaged":
        [good] = (hall.stick / "pinju-backup").glob("*.zip")
        source.write_bytes(good.read_bytes()[:-50])
    done = run("pinju.py", "restore", source, home=tmp_path / "other")
    assert (done.returncode, sentence in done.stderr, "Traceback" in done.stderr) == (1, True, False)
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["pinju.lock"]


def test_running_program_makes_backups_and_refuses_a_restore(hall: Hall, restored: Restored, tmp_path: Path) -> None:
    other, port = Path(shutil.copytree(restored.home, tmp_path / "other")), free_port()
    ask = "from common.models import BackupPlan; from common.backups.running import request_backup"
    stick = tmp_path / "stick"
    stick.mkdir()
    with started("pinju.py", "--port", str(port), home=other, output=tmp_path / "output") as program:
        wait_until(lambda: "Ctrl-C ends it" in program.output)
        shell(f"{ask}; BackupPlan(pk=1, folder={str(stick)!r}).save(); request_backup()", other)
        wait_until(lambda: list(stick.glob("pinju-backup/*.zip")))
        refused = run("pinju.py", "restore", "--replace", hall.stick, home=other)
    assert (refused.returncode, "Pinju is running with the data in" in refused.stderr) == (1, True)


@pytest.fixture
def empty_database() -> Iterator[str]:
    """Create an empty database next to that of the tests and yield its URL."""
    name = f"{connection.settings_dict['NAME']}_restored"  # other runs may use the same server
    with psycopg.connect(database_url().replace("postgres://", "postgresql://"), autocommit=True) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}"')
        server.execute(f'CREATE DATABASE "{name}"')
        yield f"{database_url().rpartition('/')[0]}/{name}"
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_postgresql_backup_is_restored_into_an_empty_database(
    request: pytest.FixtureRequest, settings: Any, tmp_path: Path
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("for PostgreSQL")
    url = request.getfixturevalue("empty_database")
    import_event(system_actor("test"), document=make_event("restored", 8, 2))
    settings.MEDIA_ROOT = tmp_path / "media"
    (tmp_path / "stick").mkdir()
    BackupPlan.objects.create(pk=1, folder=str(tmp_path / "stick"))
    assert running.back_up()
    wrong = run("pinju.py", "restore", tmp_path / "stick", home=tmp_path / "wrong", DATABASE_URL="sqlite:////x")
    assert "This is a backup of PostgreSQL: set DATABASE_URL to an empty one." in wrong.stderr
    done = run("pinju.py", "restore", tmp_path / "stick", home=tmp_path / "other", DATABASE_URL=url)
    assert done.returncode == 0, done.stderr
    here = {"home": tmp_path / "here", "DATABASE_URL": database_url()}
    for command in (["standings", "event-restored", "--json", "--skip-checks"], ["verify_audit", "--skip-checks"]):
        there = manage_output(*command, home=tmp_path / "other", DATABASE_URL=url)
        assert there == manage_output(*command, **here)  # type: ignore[arg-type]
    again = run("pinju.py", "restore", tmp_path / "stick", "--replace", home=tmp_path / "other", DATABASE_URL=url)
    assert (again.returncode, "is not empty. Nothing was changed" in again.stderr) == (1, True)
