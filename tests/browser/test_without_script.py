"""An organizer on a phone without script: only live updates are missing."""

from playwright.sync_api import Page, expect

from common import jobs
from common.jobs.models import Job
from tests.browser.conftest import PASSWORD
from tests.browser.reading import too_wide
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account


def test_organizer_releases_and_exports_without_script(without_script: Page, organizer: Account, event: Event) -> None:
    page = without_script
    page.goto(f"/e/{event.slug}/desk/sessions/")
    page.get_by_label("Username").fill("organizer")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("link", name="Release…").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Release the results").click()
    expect(page.get_by_role("status")).to_contain_text("The results of session 2 are released.")
    assert event.sessions.get(number=2).released_at
    page.locator(".desk-menu-button").click()
    page.get_by_role("link", name="Event data").click()
    page.get_by_role("button", name="Make the file").click()
    expect(page.get_by_role("region", name="State")).to_contain_text("Waiting")
    jobs.run(Job.objects.get().pk)
    page.get_by_role("link", name="Check the progress").click()
    expect(page.get_by_role("link", name="Download 1.json")).to_be_visible()
    assert too_wide(page) == []
