"""The page of a task that goes on while somebody is about to cancel it."""

from collections.abc import Callable

from django.utils import timezone
from playwright.sync_api import Page, expect

from common.jobs.models import Job
from tests.support import job_kinds  # noqa: F401  declares the kinds
from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account


def test_the_button_in_use_keeps_the_focus_while_the_task_goes_on(
    page: Page, organizer: Account, signed_in: Callable[[Account], None]
) -> None:
    owner = actor_of(organizer)
    state = {"state": Job.State.RUNNING, "done": 1, "total": 10, "started_at": timezone.now()}
    job = Job.objects.create(kind="test.count", owner_ref=owner.ref, owner_name=owner.name, **state)
    signed_in(organizer)
    page.clock.install()
    page.goto(f"/jobs/{job.pk}/")
    cancel = page.get_by_role("button", name="Cancel the task")
    cancel.focus()
    Job.objects.update(done=5)
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "5")
    expect(cancel).to_be_focused()
    Job.objects.update(state=Job.State.DONE, ended_at=timezone.now())
    part = page.get_by_role("region", name="State")
    expect(part).to_contain_text("Done")
    expect(cancel).to_have_count(0)
    polls: list[str] = []
    page.on("request", lambda request: polls.append(request.url) if "/jobs/" in request.url else None)
    page.clock.run_for(5000)
    assert polls == []  # an ended task is asked for no more
