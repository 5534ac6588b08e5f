"""The Desk and the page of a job while queue, worker or disk fail."""

from collections.abc import Iterator

import pytest

from common import jobs
from common.actions.permissions import actor_named
from common.infrastructure import disk, health, queue
from common.jobs.models import Job
from tests.start.processes import free_port
from tests.support import job_kinds  # noqa: F401  declares the kinds
from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account

STATE = "/desk/backups/state/"
WAITS, NO_WORKER = "The queue does not answer", "No worker is running"


@pytest.fixture(autouse=True)
def _worker(settings, tmp_path) -> Iterator[None]:
    """Report a worker now, and let every check run again."""
    settings.HOME = tmp_path
    queue._sign_of_life_file().touch()
    look_again()
    yield
    look_again()


@pytest.fixture
def broker_away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CELERY_BROKER_URL", f"redis://127.0.0.1:{free_port()}/0")
    look_again()
    yield
    queue._breaker.succeeded()


def look_again() -> None:
    for check in health.CHECKS.values():
        check.forget()


def test_no_warning_is_shown_without_a_fault(signed_in, event) -> None:
    page = signed_in("organizer", event).get(STATE).content.decode()
    assert not any(words in page for words in (WAITS, NO_WORKER, "Disk almost full"))


@pytest.mark.parametrize(("role", "remedy"), [("organizer", False), ("administrator", True)])
def test_the_desk_warns_that_the_queue_does_not_answer(signed_in, event, broker_away, role: str, remedy: bool) -> None:
    page = signed_in(role, event).get(STATE).content.decode()
    assert f"{WAITS}: papers and other tasks wait until it does." in page
    assert ("CELERY_BROKER_URL" in page) is remedy


def test_the_desk_warns_that_no_worker_runs(signed_in, event) -> None:
    client = signed_in("organizer", event)
    version = client.get(STATE).content.decode().split("?v=")[1].split('"')[0]
    assert client.get(STATE, {"v": version}).status_code == 204
    queue._sign_of_life_file().unlink()
    look_again()
    assert NO_WORKER in client.get(STATE, {"v": version}).content.decode()


def test_the_page_of_a_waiting_job_shows_the_reason(signed_in, event, broker_away, monkeypatch) -> None:
    client = signed_in("organizer", event)
    owner = actor_of(Account.objects.get(pk=client.session["_auth_user_id"]))
    job = jobs.start(actor_named(owner.ref, owner.name), "test.count", parameters={"units": 1})
    page = client.get(f"/jobs/{job.pk}/").content.decode()
    assert WAITS in page
    poll = page.split('hx-get="')[1].split('"')[0]
    assert client.get(poll).status_code == 204
    monkeypatch.setenv("CELERY_BROKER_URL", "memory://")
    look_again()
    assert WAITS not in client.get(poll).content.decode()
    assert (Job.objects.get().state, Job.objects.get().attempt) == (Job.State.QUEUED, 0)


@pytest.mark.parametrize(
    ("free", "total", "low", "full"),
    [
        (1 << 30, 10 << 30, False, False),
        ((1 << 30) - 1, 10 << 30, True, False),
        (51 << 30, 1000 << 30, False, False),
        (49 << 30, 1000 << 30, True, False),
        (40 << 20, 10 << 30, True, True),
    ],
)
def test_a_disk_is_low_below_one_gibibyte_or_five_percent(free: int, total: int, low: bool, full: bool) -> None:
    space = disk.Space(free, total)
    assert (space.low, space.full) == (low, full)


def test_the_desk_warns_of_a_disk_that_is_almost_full(signed_in, event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "LOW_BYTES", 1 << 60)
    page = signed_in("organizer", event).get(STATE).content.decode()
    assert "Disk almost full" in page
    assert "when it is full, nothing can be saved" in page
