"""A full disk: recognised among other errors, refused by actions, reported by jobs; no truncated files remain."""

import errno
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg.errors
import pytest
from celery.signals import worker_init
from django.core.files.base import ContentFile
from django.db import OperationalError, connection

from common import jobs
from common.actions.full_disk import DiskFull
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.actions.permissions import Actor, system_actor
from common.backups.models import BackupPlan
from common.infrastructure.disk import NOTHING_SAVED, is_full
from common.jobs import Progress, Result, job
from common.jobs.kinds import KINDS
from common.jobs.models import Job
from tests.conftest import missing
from tests.support.action_examples import new_account
from tests.support.events import small_event
from tests.support.workers import Hall
from tournament.access.selectors.roles import actor_of
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role


@pytest.fixture
def small_media(settings, tmp_path: Path) -> Iterator[Path]:
    """MEDIA_ROOT on a file system of 64 kB."""
    folder = tmp_path / "media"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=0700", "none", folder], capture_output=True)
    if mounted.returncode:
        missing("a file system of one's own (mount, as root)")
    settings.MEDIA_ROOT = folder
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.fixture
def large() -> Iterator[None]:
    @job("test.large", summary="A large file")
    def run(progress: Progress) -> Result:
        return Result(file=b"x" * 200_000, file_name="large")

    yield
    del KINDS["test.large"]


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.django_db
def test_job_reports_the_full_disk_and_leaves_no_truncated_file(small_media: Path, large: None) -> None:
    made = jobs.start(system_actor("test"), "test.large")
    jobs.run(made.pk)
    made.refresh_from_db()
    assert made.state == Job.State.FAILED
    assert made.result["errors"] == [{"where": "", "message": str(NOTHING_SAVED)}]
    assert files(small_media) == []


@pytest.mark.django_db
def test_upload_without_room_leaves_no_truncated_file(small_media: Path, large: None) -> None:
    with pytest.raises(OSError, match="No space left"):
        jobs.start(system_actor("test"), "test.large", upload=ContentFile(b"x" * 200_000, "event.json"))
    assert files(small_media) == []
    assert not Job.objects.exists()


@pytest.fixture
def no_room() -> Iterator[None]:
    """Forbid the database to grow by a page."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite's file can be kept from growing")
    with connection.cursor() as cursor:
        [[pages]] = cursor.execute("PRAGMA page_count").fetchall()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    yield
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1000000000")


def grant_until_full(actor: Actor, event: Event, account: Account) -> None:
    """Grant and revoke a role until the disk is full; each audit entry holds a long reason."""
    for _time in range(200):
        grant_role(actor, event, account=account, name=Role.Name.REFEREE, reason="x" * 4000)
        Role.objects.filter(account=account).delete()


@pytest.mark.django_db(transaction=True)
def test_action_is_refused_completely_and_names_the_last_backup_to_officials(request: Any) -> None:
    event = small_event()
    organizer, referee = new_account(), new_account()
    grant_role(system_actor("test"), event, account=organizer, name=Role.Name.ORGANIZER)
    BackupPlan.objects.create(pk=1, folder="/stick", good_at="2026-05-01T12:00:00Z")
    request.getfixturevalue("no_room")
    for actor, named in ((actor_of(organizer), True), (system_actor("test"), False)):
        with pytest.raises(DiskFull) as refused:
            grant_until_full(actor, event, referee)
        assert str(refused.value).startswith(str(NOTHING_SAVED))
        assert ("/stick/pinju-backup" in str(refused.value)) is named
    # The refused action left neither the role nor its audit entry.
    assert not Role.objects.filter(account=referee).exists()
    assert AuditEntry.objects.filter(action="role.grant").count() == Ledger.objects.get(pk=event.ledger.pk).audit_seq


@pytest.mark.parametrize(
    ("cause", "full"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), True),
        (FileNotFoundError(errno.ENOENT, "No such file"), False),
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), False),
        (psycopg.errors.DiskFull("could not extend file"), True),
        (psycopg.errors.DeadlockDetected("deadlock"), False),
    ],
)
def test_full_disk_is_recognised_in_causes_of_errors(cause: Exception, full: bool) -> None:
    assert is_full(cause) is full
    with pytest.raises(OperationalError) as raised:
        raise OperationalError from cause
    assert is_full(raised.value) is full
    assert not is_full(OperationalError("database is locked"))


def test_worker_removes_the_empty_exchange_that_a_full_disk_left(settings, tmp_path: Path) -> None:
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"control_folder": str(tmp_path)}
    (tmp_path / "celery.exchange").touch()
    (tmp_path / "other.exchange").write_text("[]")
    worker_init.send(sender=None)
    assert [file.name for file in tmp_path.iterdir()] == ["other.exchange"]


@pytest.mark.server
@pytest.mark.django_db(transaction=True)
def test_full_disk_truncates_no_message_in_the_file_queue(small_media: Path) -> None:
    """An empty message would stop the worker that reads it."""
    hall = Hall(small_media)
    hall.environment |= {"CELERY_BROKER_URL": "filesystem://localhost"}
    code = "from common.infrastructure.queue import publish; print(publish('common.tasks.sweep'))"
    assert hall.run("shell", "--no-imports", "-c", code, warns=True) == "False\n"
    assert list((small_media / "queue" / "messages").iterdir()) == []
