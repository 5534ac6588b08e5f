"""The public pages are uploaded by SFTP and into a bucket: after a release, only what changed, again after a fault."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import paramiko
import pytest
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.jobs import start
from common.jobs.models import Job
from common.jobs.running import run
from scoring.releases.services.releasing import release_session, retract_session
from scoring.site_upload.models import SiteUpload
from scoring.site_upload.selectors import PROBLEMS, TEST_UPLOAD, problem_text, public_line
from scoring.site_upload.services import stop_uploading
from tests.support.bucket import KEY, REGION, SECRET, Bucket, running_bucket
from tests.support.cup import cup, taken_in
from tests.support.hand_overs import given
from tests.support.publishing import ACTOR, changed, run_jobs
from tests.support.sftp import SftpServer, running_sftp
from tests.support.site_uploads import uploading
from tournament.events.models.events import Event
from web.tasks.site_upload import site_uploads as sweep

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SftpServer]:
    (tmp_path / "www").mkdir()
    with running_sftp(tmp_path) as server:
        yield server


@pytest.fixture
def event(db) -> Event:
    return taken_in(cup(), release=1)


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def row() -> SiteUpload:
    return SiteUpload.objects.get()


def minutes_pass() -> list[Job]:
    """Let time pass until uploads are due: the sweep, and the jobs that it starts."""
    SiteUpload.objects.exclude(next_at=None).update(next_at=timezone.now())
    SiteUpload.objects.update(uploaded_at=timezone.now() - timedelta(minutes=6))
    sweep()
    return run_jobs()


def test_the_pages_are_there_after_each_release(server: SftpServer, event: Event) -> None:
    uploading(event, address=f"{server.address}/www")
    [job] = run_jobs()
    there = files_in(server.root / "www")
    assert job.result["messages"] == [f"{len(there)} files were written."]
    assert (set(there), row().problem) == (set(row().sent), "")
    assert {"cup/index.html", "cup/en/index.html", "cup/zh-hans/standings.html"} <= set(there)
    pages = [name for name in server.written if name.endswith(".html")]
    assert server.written[-len(pages) :] == pages, "what pages use comes before them"
    assert pages[-1].endswith("/index.html")
    assert not [name for name in there if name.endswith(".part")]
    assert minutes_pass() == []

    server.written.clear()
    release_session(ACTOR, event.sessions.get(number=2))
    assert [job.state for job in run_jobs()] == [Job.State.DONE]
    assert server.written
    assert not [name for name in server.written if "/static/" in name], "unchanged files are not written again"
    assert files_in(server.root / "www").keys() == row().sent.keys()
    assert (row().host_key, server.host_key.fingerprint) == (server.host_key.fingerprint, row().host_key)


def test_pages_that_are_no_longer_public_are_deleted(server: SftpServer, event: Event) -> None:
    release_session(ACTOR, event.sessions.get(number=2))
    uploading(event, address=f"{server.address}/www")
    run_jobs()
    before = files_in(server.root / "www").keys()
    retract_session(ACTOR, event.sessions.get(number=2), reason="mistake")
    retract_session(ACTOR, event.sessions.get(number=1), reason="mistake")
    run_jobs()
    after = files_in(server.root / "www").keys()
    assert {name for name in before - after if name.endswith(".pdf")}
    assert after == row().sent.keys()


def test_other_public_changes_follow_within_minutes_but_not_at_once(server: SftpServer, event: Event) -> None:
    uploading(event, address=f"{server.address}/www")
    run_jobs()
    changed(event)
    Ledger.objects.filter(event=event).update(public=99)
    sweep()
    assert run_jobs() == [], "the last upload is not five minutes ago"
    assert [job.state for job in minutes_pass()] == [Job.State.DONE]
    assert minutes_pass() == []


def test_the_events_own_key_signs_in_without_password(server: SftpServer, event: Event) -> None:
    uploading(event, address=f"{server.address}/www", secret="")
    run_jobs()
    assert row().problem == "sign-in"
    kind, key, _comment = public_line(row()).split()
    assert kind == "ssh-ed25519"
    server.keys.append(key)
    assert [job.state for job in minutes_pass()] == [Job.State.DONE]
    assert files_in(server.root / "www")


def test_a_server_with_another_key_gets_nothing_until_it_is_saved_again(server: SftpServer, event: Event) -> None:
    uploading(event, address=f"{server.address}/www")
    run_jobs()
    server.host_key = paramiko.RSAKey.generate(2048)
    changed(event)
    Ledger.objects.filter(event=event).update(public=99)
    server.written.clear()
    minutes_pass()
    assert (row().problem, server.written) == ("host-key", [])
    uploading(event, address=f"{server.address}/www", secret="")
    run_jobs()
    assert (row().problem, row().host_key) == ("", server.host_key.fingerprint)


@pytest.mark.parametrize(("fault", "problem"), [("password", "sign-in"), ("folder", "folder"), ("rights", "folder")])
def test_what_fails_is_told_and_tried_again(server: SftpServer, event: Event, fault: str, problem: str) -> None:
    folder = "missing" if fault == "folder" else "www"
    server.writable = fault != "rights"
    uploading(event, address=f"{server.address}/{folder}", secret="wrong" if fault == "password" else "test-password")
    [job] = run_jobs()
    assert (job.state, row().problem, row().tries) == (Job.State.FAILED, problem, 1)
    assert job.result["errors"] == [{"where": "", "message": problem_text(problem)}]
    assert row().next_at > timezone.now()
    sweep()
    assert run_jobs() == [], "not before its time"
    server.writable = True
    (server.root / "missing").mkdir()
    minutes_pass()
    assert (row().problem, row().tries) == ((problem, 2) if fault == "password" else ("", 0))


def test_no_page_is_made_before_the_sign_in(server: SftpServer, event: Event) -> None:
    uploading(event, address=f"{server.address}/www", secret="wrong")
    with running_bucket() as bucket:
        [at_server] = run_jobs()
        uploading(event, address=bucket.address, account=KEY, secret="wrong", region=REGION)
        [at_bucket] = run_jobs()
        uploading(event, address=bucket.address, account=KEY, secret=SECRET, region=REGION)
        [done] = run_jobs()
    assert [(job.state, job.total) for job in (at_server, at_bucket)] == [(Job.State.FAILED, 0)] * 2
    assert done.total > 0


def test_without_network_the_upload_waits(event: Event) -> None:
    uploading(event)
    run_jobs()
    assert row().problem == "no-answer"
    assert set(PROBLEMS) >= {row().problem}


def test_pages_in_a_bucket(event: Event) -> None:
    with running_bucket() as bucket:
        uploading(event, address=f"{bucket.address}/2026/", account=KEY, secret=SECRET, region=REGION)
        run_jobs()
        assert row().problem == ""
        assert {f"2026/{name}" for name in row().sent} == set(bucket.files)
        assert b"<h1" in bucket.files["2026/cup/en/index.html"].content
        assert kinds_of(bucket)["2026/cup/en/index.html"] == "text/html; charset=utf-8"
        bucket.broken = True
        Ledger.objects.filter(event=event).update(public=99)
        minutes_pass()
        assert row().problem == "fault"
        uploading(event, address=bucket.address, account=KEY, secret="wrong", region=REGION)
        bucket.broken = False
        run_jobs()
        assert row().problem == "sign-in"


def kinds_of(bucket: Bucket) -> dict[str, str]:
    return {name: stored.kind for name, stored in bucket.files.items()}


def test_a_test_writes_one_file_and_deletes_it(server: SftpServer, event: Event) -> None:
    uploading(event, address=f"{server.address}/www")
    Job.objects.all().delete()
    job = start(ACTOR, TEST_UPLOAD, parameters={"event": event.slug})
    run(job.pk)
    job.refresh_from_db()
    assert job.result["messages"] == [
        "A file was written there and deleted again.",
        f"Key of the server: {server.host_key.fingerprint}",
    ]
    assert server.written == ["/www/pinju-test.txt"]
    assert files_in(server.root / "www") == {}


def test_an_upload_that_breaks_off_goes_on_where_it_was(server: SftpServer, event: Event) -> None:
    uploading(event, address=f"{server.address}/www")
    [job] = Job.objects.filter(state=Job.State.QUEUED)
    server.writes_left = 5
    run(job.pk)
    assert (row().problem, len(row().sent)) == ("fault", 5)
    server.writes_left = None
    server.written.clear()
    minutes_pass()
    there = files_in(server.root / "www")
    assert (row().problem, set(row().sent)) == ("", set(there))
    assert len(server.written) < len(there), "static files that were there are not written again"


def test_a_hall_that_holds_the_event_and_a_rehearsal_upload_nothing_here(event: Event) -> None:
    uploading(event)
    run_jobs()
    given(event)
    assert minutes_pass() == []
    Event.objects.filter(pk=event.pk).update(rehearsal=True)
    Ledger.objects.filter(event=event).update(held_since=None)
    assert minutes_pass() == []
    with pytest.raises(Refused, match="rehearsal"):
        uploading(event)


def test_stopping_forgets_the_account_and_the_audit_has_no_secret(event: Event) -> None:
    uploading(event)
    stop_uploading(ACTOR, event)
    assert not SiteUpload.objects.exists()
    assert [job.state for job in run_jobs()] == [Job.State.FAILED]
    text = str(list(AuditEntry.objects.values()))
    assert ("sftp://127.0.0.1:9/www" in text, "test-password" in text) == (True, False)
