"""Jobs within one process: claims, attempts, cancelling, messages, sweeping."""

import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest
from celery.signals import after_task_publish, before_task_publish
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone, translation
from kombu.exceptions import OperationalError

from common import jobs
from common.actions.errors import Forbidden
from common.actions.models.keys import ClientKey
from common.actions.permissions import Actor, system_actor
from common.infrastructure.log_fields import current_fields
from common.jobs import Progress, Result, kinds, progress, watching
from common.jobs.models import Job
from tests.support import job_kinds  # noqa: F401  declares the kinds
from tests.support.workers import until
from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
State = Job.State


@pytest.fixture(autouse=True)
def _media(settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture(autouse=True)
def _sweeps_look_twice_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "SEEN_AT_LEAST", 0)


@pytest.fixture
def declare(monkeypatch: pytest.MonkeyPatch):
    """Declare a function as the kind "test.here" for this test, and start it."""

    def start(run) -> Job:
        monkeypatch.delitem(kinds.KINDS, "test.here", raising=False)
        jobs.job("test.here", summary="Here")(run)
        return jobs.start(system_actor("test"), "test.here")

    yield start
    kinds.KINDS.pop("test.here", None)


def account_actor(name: str, **columns: bool) -> Actor:
    return actor_of(Account.objects.create_user(name, **columns))


def counting(units: int = 3, actor: Actor | None = None) -> Job:
    return jobs.start(actor or system_actor("test"), "test.count", parameters={"units": units})


def make_stale(job: Job) -> None:
    """Move the last heartbeat a minute and a second into the past."""
    Job.objects.filter(pk=job.pk).update(heartbeat=timezone.now() - timedelta(seconds=61))


def fresh(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def test_finished_job_has_progress_messages_and_a_private_file() -> None:
    owner = account_actor("Zoë 左")
    job = counting(3, owner)
    assert (job.state, job.owner_ref) == (State.QUEUED, owner.ref)
    jobs.run(job.pk)
    job = fresh(job)
    assert (job.state, job.done, job.total, job.attempt) == (State.DONE, 3, 3, 1)
    assert job.result == {"messages": ["3 units by Zoë 左"], "data": {"units": 3}}
    assert (job.file.read(), job.file_name) == (b"3 units", "单位 units.txt")
    job.file.close()
    stored = Path(job.file.path)
    assert stored.stat().st_mode & 0o777 == 0o600
    assert len(stored.name) >= 32
    assert "units" not in stored.name


def test_result_file_given_by_path_is_moved(declare, tmp_path: Path) -> None:
    made = tmp_path / "made.pdf"
    made.write_bytes(b"%PDF")
    job = declare(lambda progress: Result(file=made, file_name="sheets.pdf"))
    jobs.run(job.pk)
    job = fresh(job)
    with job.file as file:
        assert file.read() == b"%PDF"
    assert Path(job.file.path).stat().st_mode & 0o777 == 0o600
    assert not made.exists()


def test_upload_reaches_the_job_under_an_unguessable_name() -> None:
    seen = []

    def read(progress: Progress) -> Result:
        with progress.upload.open() as upload:
            seen.append((upload.read(), upload.name))
        return Result()

    kinds.KINDS["test.here"] = kinds.Kind("test.here", "Here", read)
    try:
        job = jobs.start(system_actor("test"), "test.here", upload=ContentFile(b"{}", name="my passport.json"))
        jobs.run(job.pk)
    finally:
        del kinds.KINDS["test.here"]
    [(content, name)] = seen
    assert content == b"{}"
    assert "passport" not in name
    assert Path(fresh(job).upload.path).stat().st_mode & 0o777 == 0o600


def test_refusal_is_stored_in_the_language_of_the_job() -> None:
    with translation.override("ja"):
        job = jobs.start(system_actor("test"), "test.refuse")
    assert job.language == "ja"
    jobs.run(job.pk)
    job = fresh(job)
    with translation.override("ja"):
        sentence = translation.gettext("Please give a reason; it is kept with the change.")
    assert (job.state, job.result) == (State.FAILED, {"errors": [{"where": "reason", "message": sentence}]})


def test_all_errors_of_a_file_are_stored(declare) -> None:
    from common.files.json_files import FileError, FileErrors

    def refuse(progress: Progress) -> Result:
        raise FileErrors([FileError("players[3].name", "is missing"), FileError("", "and more")])

    job = declare(refuse)
    jobs.run(job.pk)
    assert fresh(job).result["errors"] == [
        {"where": "players[3].name", "message": "is missing"},
        {"where": "", "message": "and more"},
    ]


def test_program_fault_reveals_no_input(caplog) -> None:
    job = jobs.start(system_actor("test"), "test.fault", parameters={"typed": "passport AB123456"})
    jobs.run(job.pk)
    job = fresh(job)
    [error] = job.result["errors"]
    assert job.state == State.FAILED
    assert f"job {job.pk}" in error["message"]
    assert "ValueError" in caplog.text
    assert "job_kinds.py" in caplog.text
    assert "AB123456" not in caplog.text + error["message"]


def test_log_lines_of_a_job_name_it(declare) -> None:
    noted: list[dict[str, str | int]] = []
    job = declare(lambda progress: noted.append(dict(current_fields())) or Result())
    jobs.run(job.pk)
    assert noted == [{"job": job.pk, "kind": job.kind, "event": ""}]
    assert current_fields() == {}


def test_job_of_a_removed_kind_fails() -> None:
    job = Job.objects.create(kind="test.gone", owner_ref="system", owner_name="test")
    jobs.run(job.pk)
    assert fresh(job).state == State.FAILED


def test_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        jobs.start(system_actor("test"), "test.gone")
    assert Job.objects.count() == 0


def test_duplicate_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="test.count"):
        jobs.job("test.count", summary="Again")(lambda progress: Result())


def test_concurrent_workers_claim_a_job_once() -> None:
    ids, claims = [counting().pk for _ in range(10)], []
    together = threading.Barrier(4)

    def work() -> None:
        try:
            for job_id in ids:
                together.wait(20)
                claims.append((job_id, jobs.claim(job_id)))
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(claims) == 40
    assert sorted(claim for claim in claims if claim[1] is not None) == [(job_id, 1) for job_id in ids]


def test_writes_of_an_old_attempt_are_ignored(declare) -> None:
    def lose(progress: Progress) -> Result:
        progress.total(9)
        make_stale(job)
        jobs.sweep()
        assert jobs.claim(job.pk) == 2
        return Result(data={"late": True}, file=b"late", file_name="late.txt")

    job = declare(lose)
    jobs.run(job.pk)
    job = fresh(job)
    assert (job.state, job.attempt, job.done, job.total) == (State.RUNNING, 2, 0, 0)
    assert (job.result, job.file.name, job.file_name) == ({}, "", "")
    assert default_storage.listdir("jobs")[1] == []


def test_worker_that_lost_its_job_stops_at_the_next_unit(declare) -> None:
    reached = []

    def lose(progress: Progress) -> Result:
        make_stale(job)
        jobs.sweep()
        reached.append("unit 1")
        progress.check()
        reached.append("unit 2")
        return Result()

    job = declare(lose)
    jobs.run(job.pk)
    assert reached == ["unit 1"]
    assert (fresh(job).state, fresh(job).attempt) == (State.QUEUED, 1)


def test_waiting_job_is_cancelled_at_once() -> None:
    job = counting()
    jobs.cancel(system_actor("test"), job)
    assert fresh(job).state == State.CANCELLED
    assert fresh(job).ended_at is not None
    assert jobs.claim(job.pk) is None


def test_running_job_is_cancelled_between_units(declare) -> None:
    reached = []

    def count(progress: Progress) -> Result:
        progress.total(3)
        for unit in range(3):
            progress.check()
            reached.append(unit)
            if unit == 1:
                jobs.cancel(system_actor("test"), job)
            progress.step()
        return Result()

    job = declare(count)
    jobs.run(job.pk)
    assert reached == [0, 1]
    assert (fresh(job).state, fresh(job).done, fresh(job).total) == (State.CANCELLED, 2, 3)


def test_step_notices_the_cancelling(declare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_WRITES", 0)

    def count(progress: Progress) -> Result:
        jobs.cancel(system_actor("test"), job)
        progress.step()
        raise AssertionError("it went on")

    job = declare(count)
    jobs.run(job.pk)
    assert fresh(job).state == State.CANCELLED


def test_ended_job_is_not_changed_by_cancelling() -> None:
    job = counting()
    jobs.run(job.pk)
    jobs.cancel(system_actor("test"), job)
    assert (fresh(job).state, fresh(job).cancel) == (State.DONE, False)


def test_only_owner_and_administrators_see_and_cancel_a_job() -> None:
    owner, other = account_actor("owner"), account_actor("other", is_staff=True)
    administrator = account_actor("administrator", is_superuser=True)
    anonymous = Actor(ref="anonymous", name="")
    job = counting(actor=owner)
    actors = (owner, administrator, other, anonymous)
    assert [jobs.may_see(actor, job) for actor in actors] == [True, True, False, False]
    assert not jobs.may_see(anonymous, counting(actor=anonymous))
    with pytest.raises(Forbidden):
        jobs.cancel(other, job)
    assert not fresh(job).cancel


def test_progress_is_saved_but_not_at_every_step(declare, monkeypatch, django_assert_num_queries) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_WRITES", 60)  # on a busy machine 500 steps take longer than usual
    seen = []

    def count(told: Progress) -> Result:
        told.total(1000)
        with django_assert_num_queries(0):
            for _ in range(500):
                told.step()
        told._written_at = time.monotonic() - 61
        with django_assert_num_queries(2):
            told.step(100)
        seen.append((fresh(job).done, fresh(job).total))
        return Result()

    job = declare(count)
    jobs.run(job.pk)
    assert seen == [(600, 1000)]
    assert fresh(job).done == 600


def test_job_beats_during_a_long_unit(declare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_BEATS", 0.01)

    def long_unit(progress: Progress) -> Result:
        make_stale(job)
        until(lambda: fresh(job).heartbeat > timezone.now() - timedelta(seconds=30))
        jobs.sweep()
        return Result()

    job = declare(long_unit)
    jobs.run(job.pk)
    assert (fresh(job).state, fresh(job).attempt) == (State.DONE, 1)


def test_cancelling_rolls_back_a_write_in_one_transaction(declare) -> None:
    def write(progress: Progress) -> Result:
        Job.objects.filter(pk=job.pk).update(cancel=True)
        with transaction.atomic():
            Account.objects.create_user("half")
            progress.total(2)
        return Result()

    job = declare(write)
    jobs.run(job.pk)
    assert fresh(job).state == State.CANCELLED
    assert not Account.objects.filter(username="half").exists()


def test_job_in_one_transaction_beats_and_can_be_cancelled(declare, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("on SQLite nobody else writes while a transaction is open")
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_BEATS", 0.01)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_WRITES", 0)

    def from_elsewhere() -> None:
        jobs.cancel(system_actor("test"), job)
        connection.close()

    def write(progress: Progress) -> Result:
        with transaction.atomic():
            progress.total(5)
            progress.step(3)
            until(lambda: (fresh(job).done, fresh(job).total) == (3, 5))
            thread = threading.Thread(target=from_elsewhere)
            thread.start()
            thread.join()
            progress.step()
            raise AssertionError("it went on")

    job = declare(write)
    jobs.run(job.pk)
    assert (fresh(job).state, fresh(job).done) == (State.CANCELLED, 4)


def test_repeated_attempt_has_the_same_key_and_the_owners_roles(declare) -> None:
    seen = []

    def lose(progress: Progress) -> Result:
        seen.append((progress.key, progress.owner.ref, progress.owner.roles(None)))
        make_stale(job)
        jobs.sweep()
        return Result()

    kinds.KINDS["test.here"] = kinds.Kind("test.here", "Here", lose)
    owner = account_actor("organizer", is_staff=True)
    job = jobs.start(owner, "test.here")
    jobs.run(job.pk)
    Account.objects.update(is_staff=False)
    jobs.run(job.pk)
    del kinds.KINDS["test.here"]
    assert seen == [(f"job:{job.pk}", owner.ref, {"house"}), (f"job:{job.pk}", owner.ref, frozenset())]


def test_unclaimed_job_is_queued_again_without_counting_an_attempt() -> None:
    job = counting()
    assert jobs.sweep().queued == 0
    make_stale(job)
    assert jobs.sweep().queued == 1
    assert jobs.sweep().queued == 0
    assert (fresh(job).state, fresh(job).attempt) == (State.QUEUED, 0)


def test_lost_job_fails_after_three_attempts() -> None:
    job = counting()
    for attempt in (1, 2, 3):
        assert jobs.claim(job.pk) == attempt
        assert jobs.claim(job.pk) is None
        jobs.sweep()
        assert fresh(job).state == State.RUNNING
        make_stale(job)
        swept = jobs.sweep()
        assert (swept.queued, swept.ended) == ((1, 0) if attempt < 3 else (0, 1))
    job = fresh(job)
    assert (job.state, job.attempt, jobs.claim(job.pk)) == (State.FAILED, 3, None)
    assert "three times" in job.result["errors"][0]["message"]


def test_lost_and_cancelled_job_ends() -> None:
    job = counting()
    jobs.claim(job.pk)
    jobs.cancel(system_actor("test"), job)
    assert fresh(job).state == State.RUNNING
    make_stale(job)
    assert jobs.sweep().ended == 1
    assert fresh(job).state == State.CANCELLED


def test_sweep_deletes_files_after_a_week_and_client_keys_after_a_month(tmp_path: Path, capsys) -> None:
    import os

    def aged(days: int) -> Job:
        job = jobs.start(
            system_actor("test"), "test.count", parameters={"units": 1}, upload=ContentFile(b"in", name="x")
        )
        jobs.run(job.pk)
        job = fresh(job)
        when = timezone.now() - timedelta(days=days)
        for file in (job.file, job.upload):
            os.utime(file.path, (when.timestamp(), when.timestamp()))
        Job.objects.filter(pk=job.pk).update(ended_at=when)
        key = ClientKey.objects.create(actor_ref="system", key=str(days), action="test", body="")
        ClientKey.objects.filter(pk=key.pk).update(at=timezone.now() - timedelta(days=days * 4))
        return job

    old, young = aged(8), aged(6)
    stray = Path(default_storage.path("uploads/stray"))
    stray.write_bytes(b"")
    os.utime(stray, (0, 0))
    call_command("sweep")
    assert capsys.readouterr().out == "Deleted: 3 old files of jobs, 1 old client keys.\n"
    assert [Path(file.path).exists() for file in (old.file, old.upload, young.file, young.upload)] == [False] * 2 + [
        True
    ] * 2
    assert (fresh(old).file.name, fresh(old).upload.name, fresh(old).file_name) == ("", "", "单位 units.txt")
    assert not stray.exists()
    assert [key.key for key in ClientKey.objects.all()] == ["6"]
    call_command("sweep")
    assert capsys.readouterr().out == ""


def test_job_is_published_after_the_commit() -> None:
    sent = []

    def note(body, **facts: object) -> None:
        sent.append(tuple(body[0]))

    after_task_publish.connect(note)
    with transaction.atomic():
        job = counting()
        assert sent == []
    assert sent == [(job.pk,)]
    with transaction.atomic():
        counting()
        transaction.set_rollback(True)
    assert len(sent) == 1


def test_job_waits_for_the_sweep_while_the_broker_is_away(caplog) -> None:
    def refuse(**facts: object) -> None:
        raise OperationalError("no broker")

    before_task_publish.connect(refuse)
    try:
        job = counting()
    finally:
        before_task_publish.disconnect(refuse)
    assert "no broker" in caplog.text
    assert fresh(job).state == State.QUEUED
    make_stale(job)
    assert jobs.sweep().queued == 1
