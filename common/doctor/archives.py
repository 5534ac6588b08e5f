"""Check the files of archived audit years: each is in the storage, as it was written."""

import time

from common.actions import archived
from common.actions.models.archives import AuditArchive
from common.doctor.findings import Diagnosis, State
from common.stored_files import names_in

#: Seconds for reading files; those that are not reached are only looked for.
SECONDS = 5
ADVICE = (
    "Copy each from a backup: pinju-backup/files has it under the first two digits of its SHA-256 and the whole. "
    "Then run: manage.py verify_audit"
)


def archives() -> Diagnosis:
    """Name the files that are missing or were changed, with what they hold. Raises DatabaseError."""
    rows = list(AuditArchive.objects.select_related("ledger").order_by("?"))  # other ones are reached at the next run
    if not rows:
        return Diagnosis(State.OFF, "no year of an audit is archived")
    try:
        names = set(names_in(archived.FOLDER))
        faults = [f"missing: {_words(row)}" for row in rows if row.name not in names]
        there = [row for row in rows if row.name in names]
        read, changed = _read(there)
    except Exception as error:  # each kind of store has errors of its own
        advice = "See the check files: the storage itself does not work."
        return Diagnosis(State.FAILED, f"the files cannot be read ({type(error).__name__})", advice)
    faults += [f"changed: {_words(row)}" for row in changed]
    if faults:
        return Diagnosis(State.FAILED, "; ".join(sorted(faults)), ADVICE)
    unread = "" if read == len(rows) else "; manage.py verify_audit reads all"
    return Diagnosis(State.OK, f"{len(rows)} files are there, {read} read and as they were written{unread}")


def _read(rows: list[AuditArchive]) -> tuple[int, list[AuditArchive]]:
    """Read files until SECONDS are over; return how many, and those that were changed."""
    end = time.monotonic() + SECONDS
    changed: list[AuditArchive] = []
    for read, row in enumerate(rows):
        if time.monotonic() > end:
            return read, changed
        if not archived.is_as_written(row):
            changed.append(row)
    return len(rows), changed


def _words(row: AuditArchive) -> str:
    return f"{archived.file_name_of(row)} ({row.ledger.name}, {row.year}, SHA-256 {row.digest})"
