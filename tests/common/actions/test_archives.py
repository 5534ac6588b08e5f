"""Archived years of audit chains: the chain goes through the files, and every damage is reported."""

import gzip
import hashlib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from common.actions import append_only, archived, audit
from common.actions.errors import Refused
from common.actions.models.archives import AuditArchive
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from common.archives.services import archive_years, bring_back
from common.backups.databases import compare_ends
from common.backups.generations import Fault
from common.tasks import _archive_files
from tests.support.archives import add_entry, archived_chain, old_chain
from tests.support.threads import together

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ACTOR = system_actor("test")


def stored(ledger: Ledger) -> list[int]:
    return list(AuditEntry.objects.filter(ledger=ledger).order_by("seq").values_list("seq", flat=True))


def replace_file(archive: AuditArchive, content: bytes) -> None:
    name = f"{archived.FOLDER}/{archive.name}"
    default_storage.delete(name)
    default_storage.save(name, ContentFile(content))


def content_of(archive: AuditArchive) -> bytes:
    with default_storage.open(f"{archived.FOLDER}/{archive.name}") as file:
        return file.read()


def test_each_past_year_is_a_file_and_the_chain_goes_through_them() -> None:
    before = audit.contents(old_chain("event:once"))
    ledger = Ledger.objects.get(name="event:once")
    answer = archive_years(ACTOR, ledger=ledger, keep_years=1)
    ledger.refresh_from_db()
    rows = [(row.year, row.first_seq, row.last_seq) for row in ledger.audit_archives.all()]
    assert (answer, rows) == ({"entries": 3}, [(2019, 1, 2), (2020, 3, 3)])
    assert stored(ledger) == [4, 5]
    assert audit.contents(ledger)[:4] == before
    assert list(audit.faults(ledger)) == []
    newest = AuditEntry.objects.get(ledger=ledger, seq=5)
    assert (newest.action, newest.after["years"]) == ("audit.archive", [2019, 2020])
    assert newest.after["digest"] == [
        hashlib.sha256(content_of(row)).hexdigest() for row in ledger.audit_archives.all()
    ]


def test_a_second_run_changes_nothing() -> None:
    ledger, _archives = archived_chain()
    assert archive_years(ACTOR, ledger=ledger, keep_years=1) == {"entries": 0}
    assert stored(ledger) == [4, 5]


def test_the_last_whole_year_cannot_be_archived() -> None:
    with pytest.raises(Refused, match="last whole year"):
        archive_years(ACTOR, ledger=old_chain(), keep_years=0)


def test_a_chain_with_a_fault_is_not_archived() -> None:
    ledger = old_chain()
    append_only.remove(connection)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE common_auditentry SET reason = 'x' WHERE seq = 2")
    append_only.install(connection)
    with pytest.raises(Refused, match="entry 2 was changed"):
        archive_years(ACTOR, ledger=ledger, keep_years=1)
    assert stored(ledger) == [1, 2, 3, 4]


def test_an_archived_year_comes_back_as_it_was() -> None:
    ledger, [first, second] = archived_chain()
    whole = audit.contents(ledger)
    with pytest.raises(Refused, match="later years of this audit back first"):
        bring_back(ACTOR, archive=first)
    assert bring_back(ACTOR, archive=second) == {"entries": 1}
    assert list(audit.faults(ledger.__class__.objects.get(pk=ledger.pk))) == []
    assert bring_back(ACTOR, archive=first) == {"entries": 2}
    ledger.refresh_from_db()
    assert stored(ledger) == [1, 2, 3, 4, 5, 6, 7]
    assert audit.contents(ledger)[:5] == whole
    assert list(audit.faults(ledger)) == []
    with pytest.raises(Refused, match="in the database already"):
        bring_back(ACTOR, archive=first)


@pytest.mark.parametrize(
    "statement", ["DELETE FROM common_auditentry WHERE seq = 4", "UPDATE common_auditentry SET reason = 'x'"]
)
def test_the_database_still_refuses_to_change_what_is_not_archived(statement: str) -> None:
    archived_chain()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_a_missing_file_is_reported_by_its_name_and_nothing_reads_past_it(capsys) -> None:
    ledger, [first, second] = archived_chain()
    bring_back(ACTOR, archive=second)
    ledger.refresh_from_db()
    default_storage.delete(f"{archived.FOLDER}/{first.name}")
    [fault] = audit.faults(ledger)
    assert f"entries 1 to 2 is missing or damaged. Copy audit-archives/{first.name} from a backup" in fault
    with pytest.raises(SystemExit):
        call_command("verify_audit", ledger.name)
    assert first.name in capsys.readouterr().err
    call_command("verify_audit", ledger.name, "--without-archives")
    assert "6 entries, whole" in capsys.readouterr().out
    for read in (lambda: audit.contents(ledger), lambda: bring_back(ACTOR, archive=first)):
        with pytest.raises(Refused, match="missing or damaged"):
            read()


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-9],
        lambda content: b"",
        lambda content: gzip.compress(gzip.decompress(content).replace(b"referee", b"catcher")),
    ],
)
def test_a_damaged_or_altered_file_is_reported(damage, tmp_path: Path, capsys) -> None:
    ledger, [first, second] = archived_chain()
    bring_back(ACTOR, archive=second)
    ledger.refresh_from_db()
    bad = damage(content_of(first))
    replace_file(first, bad)
    assert "1 to 2 is missing or damaged" in " ".join(audit.faults(ledger))
    with pytest.raises(Refused, match="missing or damaged"):
        bring_back(ACTOR, archive=first)
    assert stored(ledger) == [3, 4, 5, 6]
    (tmp_path / "bad").write_bytes(bad)
    with pytest.raises(SystemExit):
        call_command("verify_audit", "--file", str(tmp_path / "bad"))
    assert "is damaged, was changed, or is not an archive" in capsys.readouterr().err


def test_an_altered_file_with_a_fitting_digest_breaks_the_chain() -> None:
    ledger, [first, _second] = archived_chain()
    entries = list(archived.entries_of(first))
    entries[0]["reason"] = "x"
    with (Path(default_storage.location) / archived.FOLDER / first.name).open("wb") as file:
        archived.write(file, {"chain": ledger.name}, entries)
    AuditArchive.objects.filter(pk=first.pk).update(digest=hashlib.sha256(content_of(first)).hexdigest())
    assert "entry 1 was changed" in " ".join(audit.faults(ledger))


def test_a_file_alone_says_what_it_holds_and_who_signed_it(tmp_path: Path, capsys) -> None:
    _ledger, [first, _second] = archived_chain("event:alone")
    (tmp_path / "2019").write_bytes(content_of(first))
    call_command("verify_audit", "--file", str(tmp_path / "2019"))
    assert "event:alone: entries 1 to 2 of 2019, whole, signed by " in capsys.readouterr().out


def test_an_archive_whose_row_was_deleted_is_missed() -> None:
    ledger, [first, _second] = archived_chain()
    first.delete()
    assert "entry 3 does not follow" in " ".join(audit.faults(ledger))


def test_the_hash_of_an_archived_entry_is_found() -> None:
    ledger, _archives = archived_chain()
    assert [audit.hash_of(ledger, seq) for seq in range(1, 6)] == [row["hash"] for row in audit.contents(ledger)]
    with pytest.raises(KeyError):
        audit.hash_of(ledger, 6)


def test_the_sweep_deletes_no_file_that_a_row_names() -> None:
    _ledger, [first, second] = archived_chain()
    assert _archive_files() == {}
    assert content_of(first)
    assert content_of(second)


def test_the_command_archives_the_named_chain_and_brings_a_year_back(capsys) -> None:
    old_chain("event:a")
    old_chain("event:b")
    call_command("archive_audit", "event:a", "--keep", "1")
    assert capsys.readouterr().out == "event:a: 3 entries archived\n"
    assert list(AuditArchive.objects.values_list("ledger__name", "year")) == [("event:a", 2019), ("event:a", 2020)]
    call_command("archive_audit", "--back", "2019")
    assert capsys.readouterr().out == "event:a: 1 entries brought back\nevent:a: 2 entries brought back\n"
    with pytest.raises(CommandError, match="no chain called event:c"):
        call_command("archive_audit", "event:c")


@pytest.mark.django_db(transaction=True)
def test_two_archivers_and_a_writer_leave_one_whole_chain() -> None:
    ledger = old_chain()
    row = Ledger.objects.filter(pk=ledger.pk)

    def write() -> None:
        with transaction.atomic():
            add_entry(row.select_for_update().get(), datetime.now(UTC))

    def archive() -> int:
        return archive_years(ACTOR, ledger=ledger, keep_years=1)["entries"]

    *answers, nothing = together(archive, archive, write, holding=row)
    assert (sorted(answers), nothing) == ([0, 3], None)
    ledger.refresh_from_db()
    assert stored(ledger) == [4, 5, 6]
    assert list(audit.faults(ledger)) == []


@pytest.mark.django_db(transaction=True)
def test_a_backup_whose_newest_entry_was_archived_meanwhile_still_fits() -> None:
    ledger, [_first, second] = archived_chain("event:copied")
    settings = connection.settings_dict
    database = {"kind": connection.vendor, "path": str(settings["NAME"]), **settings}
    compare_ends(database, {"event:copied": (3, second.hash)})
    with pytest.raises(Fault):
        compare_ends(database, {"event:copied": (3, ledger.audit_hash)})
