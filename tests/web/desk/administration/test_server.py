"""The page for administrators that says how the server does: each figure with its state, and what to do."""

from datetime import timedelta

import pytest

from common.doctor.figures import Stored
from common.doctor.history import Counts, keep_sample
from common.infrastructure.disk import Space
from common.infrastructure.metrics import count_request
from web.desk.administration.backup_labels import BackupState
from web.desk.administration.server_rows import CHECKS, rows_of_checks, rows_of_requests, rows_of_stored

PAGE = "/desk/server/"
GOOD = BackupState("ok", "Backup 1 minute old", "")
JOBS = {"queued": 0, "running": 0, "done": 5, "failed": 0, "cancelled": 0}


def test_an_administrator_reads_how_the_server_does(signed_in, event) -> None:
    keep_sample()
    count_request("page", "500 Internal Server Error", 0.1)
    page = signed_in("administrator").get(PAGE).content.decode()
    assert 'href="/desk/server/"' in page
    assert "Queue of jobs" in page
    assert "1 fault" in page
    assert "PINJU_METRICS=127.0.0.1:9117" in page


def test_others_do_not(signed_in, event) -> None:
    assert signed_in("organizer").get(PAGE).status_code == 403


def test_checks_and_disk() -> None:
    space = Space(free=500 << 20, total=10 << 30)
    rows = {row.name: row for row in rows_of_checks({check: check != "queue" for check in CHECKS}, space)}
    assert (rows["Database"].tone, rows["Database"].advice) == ("ok", "")
    assert (rows["Queue of jobs"].tone, rows["Queue of jobs"].state) == ("stop", "Does not work")
    assert (rows["Disk"].tone, rows["Disk"].state, rows["Disk"].figure) == ("warn", "Almost full", "500.0\xa0MB free")


@pytest.mark.parametrize(
    ("counts", "states"),
    [
        (
            Counts(requests=1000, polls=900, slow=10, writes=100, conflicts=5),
            ["No fault", "Fast enough", "Few conflicts"],
        ),
        (Counts(requests=1000, polls=900, slow=11, writes=100, conflicts=6), ["No fault", "Slow", "6 conflicts"]),
        (Counts(requests=4, faults=1, slow=3, conflicts=3), ["1 fault", "Fast enough", "Few conflicts"]),
    ],
)
def test_states_of_requests(counts: Counts, states: list[str]) -> None:
    rows = list(rows_of_requests(counts))
    assert [row.state for row in rows] == states
    assert [bool(row.advice) for row in rows] == [row.tone != "ok" for row in rows]


@pytest.mark.parametrize(
    ("jobs", "minutes", "state", "tone"),
    [
        (JOBS, 0, "No long waits", "ok"),
        (JOBS | {"queued": 1}, 3, "One has waited for 3 minutes", "stop"),
        (JOBS | {"failed": 2}, 0, "Some failed", "warn"),
    ],
)
def test_states_of_jobs(jobs: dict[str, int], minutes: int, state: str, tone: str) -> None:
    stored = Stored(jobs, timedelta(minutes=minutes), True, timedelta(minutes=1), False, 1234)
    row, backups, audit = rows_of_stored(stored, GOOD)
    assert (row.state, row.tone, bool(row.advice)) == (state, tone, tone != "ok")
    assert (backups.state, backups.advice) == ("Backup 1 minute old", "")
    assert audit.figure.startswith("1,234 entries") or audit.figure.startswith("1234 entries")


def test_a_failed_backup_says_why() -> None:
    stored = Stored(JOBS, timedelta(), True, timedelta(hours=2), True, 0)
    _jobs, backups, _audit = rows_of_stored(stored, BackupState("stop", "Backup 2 hours old", "The USB stick is full."))
    assert (backups.tone, backups.advice) == ("stop", "The USB stick is full.")
