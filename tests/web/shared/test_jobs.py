"""The page of a job for its owner, for others and without an account."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common import jobs
from common.jobs.models import Job
from tests.support import job_kinds  # noqa: F401  declares the kinds
from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db
State = Job.State


@pytest.fixture(autouse=True)
def _media(settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def client_of(name: str, **columns: bool) -> Client:
    client = Client()
    client.force_login(Account.objects.create_user(name, **columns))
    return client


@pytest.fixture
def owner() -> Client:
    return client_of("owner 左")


@pytest.fixture
def job(owner: Client) -> Job:
    return jobs.start(actor_of(Account.objects.get()), "test.count", parameters={"units": 2})


def page(client: Client, job: Job, name: str = "job", query: str = "") -> str:
    response = client.get(reverse(f"jobs:{name}", args=[job.pk]) + query)
    assert response.status_code == 200
    return response.content.decode()


def poll_address(content: str) -> str:
    return content.split('hx-get="')[1].split('"')[0]


def test_only_the_owner_and_administrators_see_the_page(owner: Client, job: Job) -> None:
    jobs.run(job.pk)
    administrator = client_of("administrator", is_superuser=True)
    strangers = [client_of("other", is_staff=True), Client()]
    for name in ("job", "state", "file"):
        address = reverse(f"jobs:{name}", args=[job.pk])
        answers = [client.get(address) for client in (owner, administrator, *strangers)]
        assert [answer.status_code for answer in answers] == [200, 200, 404, 404]
        assert all(b"".join(answer) for answer in answers)
    for stranger in strangers:
        assert stranger.post(reverse("jobs:cancel", args=[job.pk])).status_code == 404


def test_a_job_is_followed_to_its_end_and_survives_a_reload(owner: Client, job: Job) -> None:
    content = page(owner, job)
    assert "Counting units" in content
    assert "Waiting" in content
    assert "owner 左" in content
    assert f'<noscript><p><a href="/jobs/{job.pk}/">' in content
    poll = poll_address(content)
    assert owner.get(poll).status_code == 204
    jobs.claim(job.pk)
    Job.objects.filter(pk=job.pk).update(done=3, total=7)
    response = owner.get(poll)
    assert response.status_code == 200
    part = response.content.decode()
    assert '<progress value="3" max="7"' in part
    assert "Running" in part
    assert '<progress value="3" max="7"' in page(owner, job)
    poll = poll_address(part)
    assert owner.get(poll).status_code == 204
    Job.objects.filter(pk=job.pk).update(done=4)
    assert 'value="4"' in owner.get(poll).content.decode()


def test_an_ended_job_shows_its_result_and_stops_polling(owner: Client, job: Job) -> None:
    jobs.run(job.pk)
    for content in (page(owner, job), page(owner, job, "state")):
        assert "2 units by owner 左" in content
        assert "Download 单位 units.txt" in content
        assert "hx-get" not in content
        assert "Cancel" not in content
    response = owner.get(reverse("jobs:file", args=[job.pk]))
    assert b"".join(response.streaming_content) == b"2 units"
    assert response["Content-Disposition"] == "attachment; filename*=utf-8''%E5%8D%95%E4%BD%8D%20units.txt"
    assert "no-store" in response["Cache-Control"]


def test_an_expired_file_is_shown_as_deleted(owner: Client, job: Job) -> None:
    jobs.run(job.pk)
    Job.objects.update(ended_at=timezone.now() - timedelta(days=8))
    jobs.sweep()
    content = page(owner, job)
    assert "单位 units.txt has been deleted" in content
    assert "Download" not in content
    assert owner.get(reverse("jobs:file", args=[job.pk])).status_code == 404


def test_a_file_lost_from_the_disk_is_a_404(owner: Client, job: Job) -> None:
    jobs.run(job.pk)
    Path(Job.objects.get().file.path).unlink()
    assert "Download" in page(owner, job)
    assert owner.get(reverse("jobs:file", args=[job.pk])).status_code == 404


def test_a_failed_job_names_each_place_and_error(owner: Client, job: Job) -> None:
    jobs.claim(job.pk)
    errors = [{"where": "sessions[0].tables[3]", "message": "a <fifth> seat"}, {"where": "", "message": "and 9 more"}]
    Job.objects.update(state=State.FAILED, ended_at=timezone.now(), result={"errors": errors})
    content = page(owner, job)
    assert "<code>sessions[0].tables[3]</code>: a &lt;fifth&gt; seat" in content
    assert "<li>and 9 more</li>" in content
    assert "hx-get" not in content


def test_the_owner_cancels_a_job(owner: Client, job: Job) -> None:
    address = reverse("jobs:cancel", args=[job.pk])
    assert address in page(owner, job)
    assert owner.get(address).status_code == 405
    response = owner.post(address, follow=True)
    assert response.redirect_chain == [(f"/jobs/{job.pk}/", 302)]
    assert Job.objects.get().state == State.CANCELLED
    assert "Cancelled" in response.content.decode()


def test_a_running_job_says_that_it_is_being_cancelled(owner: Client, job: Job) -> None:
    jobs.claim(job.pk)
    poll = poll_address(page(owner, job))
    owner.post(reverse("jobs:cancel", args=[job.pk]))
    part = owner.get(poll)
    assert part.status_code == 200
    assert "The task is being cancelled" in part.content.decode()
    assert "<form" not in part.content.decode()


def test_cancelling_needs_the_csrf_token(job: Job) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(Account.objects.get())
    assert strict.post(reverse("jobs:cancel", args=[job.pk])).status_code == 403


def test_an_unchanged_poll_reads_few_rows(owner: Client, job: Job, django_assert_num_queries) -> None:
    poll = poll_address(page(owner, job))
    with django_assert_num_queries(3):  # session, account, job
        assert owner.get(poll).status_code == 204


def test_a_running_job_estimates_the_time_left_from_its_first_unit_on(owner: Client, job: Job) -> None:
    jobs.claim(job.pk)
    Job.objects.filter(pk=job.pk).update(total=10)
    assert " left</p>" not in page(owner, job)
    started = timezone.now() - timedelta(seconds=60)
    Job.objects.filter(pk=job.pk).update(done=2, total=10, started_at=started)
    assert "About 5 minutes left" in page(owner, job)
    Job.objects.filter(pk=job.pk).update(done=8, total=10, started_at=started)
    assert "About 20 seconds left" in page(owner, job)
