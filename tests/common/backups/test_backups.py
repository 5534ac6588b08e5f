"""Backups into a folder: complete, verified, in generations; a full, removed or broken stick loses nothing."""

import json
import os
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from common.backups import databases, restoring, running
from common.backups.generations import PART, Fault, generations, manifest_of, stored
from common.backups.models import BackupPlan
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_session, confirm_sheet
from tests.conftest import missing
from tests.support.action_examples import new_account, new_session, with_settings
from tests.support.events import small_event
from tests.support.paths import ROOT
from tests.support.workers import until
from tournament.access.services.roles import grant_role
from tournament.people.models.accounts import Role

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
committed = pytest.mark.django_db(transaction=True)


@pytest.fixture
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    (tmp_path / "media" / "photos").mkdir(parents=True)
    (tmp_path / "media" / "photos" / "one").write_bytes(b"a photo")
    return tmp_path / "media"


@pytest.fixture
def stick(media: Path, tmp_path: Path) -> Path:
    """Choose an empty folder for backups of 3 generations."""
    folder = tmp_path / "stick"
    folder.mkdir()
    BackupPlan.objects.update_or_create(pk=1, defaults={"folder": str(folder), "keep": 3})
    return folder


def make_backup() -> bool:
    """Make another backup, as after sheets were confirmed."""
    BackupPlan.objects.update(wanted_at=timezone.now())
    return running.back_up()


def plan() -> BackupPlan:
    return BackupPlan.objects.get()


@committed
@pytest.mark.database
def test_backup_holds_everything_needed_to_continue(stick: Path, settings: Any) -> None:
    event = small_event()
    grant_role(system_actor("test"), event, account=new_account(), name=Role.Name.REFEREE)
    settings.PUSH_KEY_FILE = stick / "push-key.txt"
    settings.PUSH_KEY_FILE.write_text("the key of messages")
    assert running.back_up()
    place = stick / "pinju-backup"
    [path] = generations(place)
    manifest = manifest_of(path)
    assert (plan().good_name, plan().good_bytes, plan().fault) == (path.name, path.stat().st_size, "")
    with zipfile.ZipFile(path) as archive:
        assert archive.read("secret-key.txt").decode() == settings.SECRET_KEY
        assert archive.read("push-key.txt").decode() == "the key of messages"
        copy = stick / "copy"
        copy.write_bytes(archive.read({"sqlite": "pinju.sqlite3", "postgresql": "pinju.dump"}[manifest["kind"]]))
    ends = databases.check_database(manifest["kind"], copy)
    assert ends == {ledger.name: (ledger.audit_seq, ledger.audit_hash) for ledger in Ledger.objects.all()}
    assert ends["event:small"][0] == 1
    [[name, digest, size, _at]] = manifest["media"]
    assert (name, size, stored(place, digest).read_bytes()) == ("photos/one", 7, b"a photo")
    private = [place, path, stored(place, digest)]
    assert [oct(stat.S_IMODE(made.stat().st_mode)) for made in private] == ["0o700", "0o600", "0o600"]
    assert not list(place.rglob(f"*{PART}"))


@committed
def test_newest_generations_are_kept_with_their_media(stick: Path, media: Path) -> None:
    assert running.back_up()
    place = stick / "pinju-backup"
    [first] = manifest_of(generations(place)[0])["media"]
    (media / "photos" / "one").unlink()
    (media / "photos" / "two").write_bytes(b"another")
    made = []
    for _time in range(3):
        assert stored(place, first[1]).exists()
        assert make_backup()
        made.append(plan().good_name)
    assert [path.name for path in generations(place)] == made[::-1]
    assert not stored(place, first[1]).exists()
    assert [line[0] for line in manifest_of(generations(place)[0])["media"]] == ["photos/two"]


@committed
def test_removed_stick_is_reported_and_used_again_after_its_return(stick: Path) -> None:
    assert running.back_up()
    good = plan().good_name
    stick.rename(stick.with_name("in a pocket"))
    assert not make_backup()
    assert (plan().fault, plan().good_name) == ("gone", good)
    # An empty mount point is not the stick.
    stick.mkdir()
    assert not make_backup()
    assert (plan().fault, list(stick.iterdir())) == ("other", [])
    stick.rmdir()
    stick.with_name("in a pocket").rename(stick)
    assert running.due(plan(), plan().tried_at + timedelta(seconds=60))
    assert make_backup()
    assert (plan().fault, len(generations(stick / "pinju-backup"))) == ("", 2)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system of 512 kB, as a nearly full stick."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "none", folder], capture_output=True)
    if mounted.returncode:
        missing("a file system of one's own (mount, as root)")
    yield folder
    subprocess.run(["umount", folder], check=True)


@committed
def test_full_stick_is_reported_and_keeps_the_last_good_backup(stick: Path, media: Path, small_disk: Path) -> None:
    BackupPlan.objects.update(folder=str(small_disk))
    assert running.back_up()
    place = small_disk / "pinju-backup"
    (media / "photos" / "large").write_bytes(os.urandom(600_000))
    assert not make_backup()
    assert (plan().fault, [path.name for path in generations(place)]) == ("full", [plan().good_name])
    (media / "photos" / "large").unlink()
    assert make_backup()
    assert plan().fault == ""


def worker_request(stick: Path, media: Path, home: Path) -> dict[str, Any]:
    """Return the request to a worker, with its own database."""
    database = home / "pinju.sqlite3"
    with closing(sqlite3.connect(database)) as made:
        made.executescript(
            "CREATE TABLE common_head (id, name, audit_seq, audit_hash);"
            "CREATE TABLE common_auditentry (head_id, seq, hash);"
            "CREATE TABLE common_auditarchive (ledger_id, last_seq, hash);"
            "CREATE TABLE django_migrations (app, name);"
            f"INSERT INTO common_head VALUES (1, 'event:cup', 1, '{'a' * 64}');"
            f"INSERT INTO common_auditentry VALUES (1, 1, '{'a' * 64}');"
        )
    return {
        "folder": str(stick),
        "first": True,
        "keep": 3,
        "at": NOW.isoformat(),
        "home": str(home),
        "media": str(media),
        "left_out": ["jobs"],
        "secrets": {"secret-key.txt": "secret"},
        "database": {"kind": "sqlite", "path": str(database)},
    }


def worker(order: dict[str, Any]) -> "subprocess.Popen[str]":
    """Start a worker with this request and wait for it."""
    command = [sys.executable, "-m", "common.backups.worker"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin
    process.stdin.write(json.dumps(order) + "\n")
    process.stdin.flush()
    return process


def answer(order: dict[str, Any]) -> dict[str, Any]:
    with worker(order) as process:
        assert process.stdout
        return dict(json.loads(process.stdout.read()))


@pytest.fixture
def order(tmp_path: Path) -> dict[str, Any]:
    folders = [tmp_path / name for name in ("stick", "media", "home")]
    for folder in folders:
        folder.mkdir()
    return worker_request(*folders)


@pytest.mark.parametrize("killed", ["worker", "parent"])
def test_killed_worker_leaves_the_old_backup_intact(order: dict[str, Any], killed: str) -> None:
    place = Path(order["folder"]) / "pinju-backup"
    good = answer(order)["name"]
    (Path(order["media"]) / "large").write_bytes(os.urandom(40_000_000))
    order |= {"first": False, "at": (NOW + timedelta(minutes=10)).isoformat()}
    process = worker(order)
    until(lambda: list(place.rglob(f"*{PART}")))
    if killed == "worker":
        process.kill()
    else:  # the caller is gone, and with it the other end of the input
        assert process.stdin
        process.stdin.close()
    assert process.wait(10) != 0
    process.stdout.close()
    if killed == "worker":
        process.stdin.close()
    assert [path.name for path in generations(place)] == [good]
    [left] = place.rglob(f"*{PART}")
    restored = Path(order["home"]) / "restored"
    restored.mkdir()
    assert restoring._unpack_newest(place, restored)[0].name == good
    # The next backup is made, and leftovers are removed once they are too old to be in use.
    [work] = (Path(order["home"]) / "backup-work").iterdir()
    for path in (left, work):
        os.utime(path, (0, 0))
    name = answer(order)["name"]
    assert [path.name for path in generations(place)] == [name, good]
    assert not list(place.rglob(f"*{PART}"))
    assert not list((Path(order["home"]) / "backup-work").iterdir())


def test_backup_with_different_chains_is_refused(order: dict[str, Any]) -> None:
    path = order["database"]["path"]
    ends = databases.check_database("sqlite", Path(path))
    databases.compare_ends(order["database"], ends)
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("UPDATE common_auditentry SET hash = ?", ["b" * 64])
        opened.commit()
    with pytest.raises(Fault, match="chains: event:cup"):
        databases.compare_ends(order["database"], ends)
    assert answer(order) == {"fault": "chains", "detail": "event:cup"}
    assert generations(Path(order["folder"]) / "pinju-backup") == []


def test_damaged_database_is_not_backed_up(order: dict[str, Any]) -> None:
    path = Path(order["database"]["path"])
    data = bytearray(path.read_bytes())
    data[8192:8292] = b"\xff" * 100  # the header of a database page
    path.write_bytes(data)
    assert answer(order)["fault"] in {"damaged", "here"}
    assert generations(Path(order["folder"]) / "pinju-backup") == []


def flip(path: Path) -> None:
    """Change bytes of the database in a backup."""
    data = bytearray(path.read_bytes())
    data[200:208] = bytes(byte ^ 0xFF for byte in data[200:208])
    path.write_bytes(data)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


@pytest.mark.parametrize("harm", [flip, truncate])
def test_restore_skips_a_damaged_backup_and_uses_the_one_before(
    order: dict[str, Any], harm: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    place = Path(order["folder"]) / "pinju-backup"
    good = answer(order)["name"]
    order |= {"first": False, "at": (NOW + timedelta(minutes=10)).isoformat()}
    harm(place / answer(order)["name"])
    assert restoring._unpack_newest(Path(order["folder"]), Path(order["home"]))[0].name == good
    assert "cannot be used (damaged" in capsys.readouterr().out


def test_backup_after_the_clock_was_set_back_is_the_newest(order: dict[str, Any]) -> None:
    place = Path(order["folder"]) / "pinju-backup"
    names = [answer(order)["name"]]
    for minutes in (-60, -50, -40, -30):
        order |= {"first": False, "keep": 3, "at": (NOW + timedelta(minutes=minutes)).isoformat()}
        names.append(answer(order)["name"])
    assert [path.name for path in generations(place)] == names[:1:-1]
    assert manifest_of(place / names[-1])["at"] == order["at"]


@pytest.mark.parametrize(
    ("columns", "minutes", "expected"),
    [
        ({"folder": ""}, 0, False),
        ({}, 0, True),
        ({"tried_at": NOW}, 9, False),
        ({"tried_at": NOW}, 10, True),
        ({"tried_at": NOW, "wanted_at": NOW + timedelta(seconds=1)}, 1, True),
        ({"tried_at": NOW, "wanted_at": NOW - timedelta(seconds=1)}, 1, False),
        ({"tried_at": NOW, "fault": "gone"}, 1, True),
        # The clock was set back by an hour, or forward.
        ({"tried_at": NOW + timedelta(hours=1)}, 0, True),
        ({"tried_at": NOW, "wanted_at": NOW + timedelta(hours=1)}, 1, False),
        ({"tried_at": NOW - timedelta(hours=1)}, 0, True),
    ],
)
def test_backup_is_due_every_ten_minutes_when_requested_and_soon_after_a_failure(
    columns: dict[str, Any], minutes: int, expected: bool
) -> None:
    backup_plan = BackupPlan(**{"folder": "/stick"} | columns)
    assert running.due(backup_plan, NOW + timedelta(minutes=minutes)) is expected


@pytest.mark.django_db
@pytest.mark.parametrize("whole", [True, False], ids=["session", "sheet"])
def test_confirming_a_session_requests_a_backup(whole: bool, django_capture_on_commit_callbacks: Any) -> None:
    session = new_session(with_settings(small_event()))
    Sheet.objects.update(state=Sheet.State.SIGNED)
    sheet = Sheet.objects.get()
    BackupPlan.objects.create(pk=1, folder="/stick", tried_at=timezone.now())
    with django_capture_on_commit_callbacks(execute=True):
        if whole:
            confirm_session(system_actor("test"), session)
        else:
            confirm_sheet(system_actor("test"), sheet, seen=sheet.version)
    assert running.due(plan(), timezone.now())
    assert running.send_if_due()


@pytest.mark.django_db
def test_environment_names_the_folder_until_one_is_chosen(settings: Any) -> None:
    assert running.the_plan().folder == ""
    assert not running.send_if_due()
    settings.BACKUP_FOLDER = "/stick"
    assert running.the_plan().folder == "/stick"
    BackupPlan.objects.create(pk=1, folder="/other")
    assert running.the_plan().folder == "/other"


@committed
@pytest.mark.database
def test_missing_postgresql_programs_are_reported(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite needs no program")
    monkeypatch.setenv("PATH", "/nowhere")
    assert not running.back_up()
    assert (plan().fault, plan().fault_detail) == ("no_program", "pg_dump")
