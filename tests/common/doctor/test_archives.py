"""The doctor and the files of archived years: it names those that are missing or changed, and says what to do."""

import hashlib

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from common.actions import archived
from common.actions.models.archives import AuditArchive
from common.backups import media
from common.backups.generations import FILES
from common.doctor import archives as doctor
from common.doctor.findings import Diagnosis, State
from tests.support.archives import archived_chain

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


def replace_file(archive: AuditArchive, content: bytes) -> None:
    default_storage.delete(archived.file_name_of(archive))
    default_storage.save(archived.file_name_of(archive), ContentFile(content))


def test_nothing_is_looked_for_before_a_year_is_archived() -> None:
    assert doctor.archives() == Diagnosis(State.OFF, "no year of an audit is archived")


def test_files_as_they_were_written_are_right() -> None:
    archived_chain("event:one")
    archived_chain("event:two")
    finding = "4 files are there, 4 read and as they were written"
    assert doctor.archives() == Diagnosis(State.OK, finding)


def test_missing_and_changed_files_are_named_with_what_to_do() -> None:
    _ledger, [first, second] = archived_chain("event:old")
    replace_file(first, b"other")
    default_storage.delete(archived.file_name_of(second))
    lines = [
        f"changed: audit-archives/{first.name} (event:old, 2019, SHA-256 {first.digest})",
        f"missing: audit-archives/{second.name} (event:old, 2020, SHA-256 {second.digest})",
    ]
    assert doctor.archives() == Diagnosis(State.FAILED, "; ".join(lines), doctor.ADVICE)


def test_the_file_of_a_backup_is_where_the_advice_says(tmp_path) -> None:
    _ledger, [first, _second] = archived_chain("event:old")
    folder = tmp_path / "pinju-backup"
    (folder / FILES).mkdir(parents=True)
    list(media.store_media(folder, tmp_path / "media", []))
    default_storage.delete(archived.file_name_of(first))
    assert doctor.archives().state is State.FAILED
    copy = folder / "files" / first.digest[:2] / first.digest
    default_storage.save(archived.file_name_of(first), ContentFile(copy.read_bytes()))
    assert doctor.archives().state is State.OK
    assert hashlib.sha256(copy.read_bytes()).hexdigest() == first.digest


def test_what_the_time_does_not_reach_is_only_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SECONDS", -1)
    _ledger, [first, second] = archived_chain("event:old")
    replace_file(first, b"other")
    finding = "2 files are there, 0 read and as they were written; manage.py verify_audit reads all"
    assert doctor.archives() == Diagnosis(State.OK, finding)
    default_storage.delete(archived.file_name_of(second))
    assert doctor.archives().finding.startswith("missing: ")


def test_a_storage_that_does_not_answer_is_said(settings, tmp_path) -> None:
    archived_chain()
    settings.MEDIA_ROOT = tmp_path / "file" / "media"
    (tmp_path / "file").touch()
    assert doctor.archives().finding == "the files cannot be read (NotADirectoryError)"
