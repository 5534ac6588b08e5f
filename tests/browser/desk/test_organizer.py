"""An organizer signs in, imports an event, releases and retracts, gives roles, and exports the file."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from common.actions.models.audit import AuditEntry
from common.files.json_files import dump
from scoring.event_file.rules import canonical
from tests.browser.conftest import PASSWORD, SIZES, release
from tests.support.events import chinese_document
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

RIGHT = chinese_document()
REFUSED = "console: Failed to load resource: the server responded with a status of 400 (Bad Request)"


@pytest.fixture
def house(live_server) -> Account:
    """Return an account that may import events."""
    return Account.objects.create_user("house", password=PASSWORD, is_staff=True)


def sign_in(page: Page, username: str, password: str) -> None:
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()


def test_sign_in_redirects_to_the_requested_page(page: Page, organizer: Account, event: Event) -> None:
    page.goto(f"/e/{event.slug}/desk/roles/")
    sign_in(page, "organizer", "guessed")
    expect(page.get_by_role("alert")).to_contain_text("Username or password is wrong.")
    expect(page.get_by_label("Username")).to_have_value("organizer")
    sign_in(page, "organizer", PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text("Roles")
    page.get_by_role("link", name="Pinju: all events").click()
    page.get_by_role("link", name="Desk").click()
    expect(page.get_by_role("link", name="品局杯")).to_be_visible()


def upload(page: Page, document: dict) -> None:
    """Upload the file and wait on the page of its job for the end."""
    page.goto("/desk/import/")
    page.get_by_label("Event file").set_input_files(
        {"name": "event.json", "mimeType": "application/json", "buffer": dump(document)}
    )
    page.get_by_role("button", name="Check and import").click()
    expect(page).to_have_url(re.compile("/jobs/[0-9]+/$"))
    page.evaluate("window.sameDocument = true")


def refused_at(page: Page, document: dict) -> list[str]:
    """Return the paths that the page of the job names in a refused file."""
    upload(page, document)
    ended(page, "The task failed")
    return page.get_by_role("alert").locator("code").all_inner_texts()


def ended(page: Page, state: str) -> None:
    """Expect the end of the job without a reload."""
    expect(page.get_by_role("region", name="State")).to_contain_text(state)
    assert page.evaluate("window.sameDocument") is True


def test_event_is_imported_and_exported(page: Page, signed_in, house: Account, worker: None) -> None:
    signed_in(house)
    wrong = json.loads(dump(RIGHT))
    wrong["players"][2]["name"] = ""
    wrong["sessions"][0]["tables"][0]["hands"][0]["points"] = "20"
    assert refused_at(page, wrong) == ["players[2].name", "sessions[0].tables[0].hands[0].points"]
    # The types are right now, so the relations between values are checked.
    wrong = json.loads(dump(RIGHT))
    wrong["sessions"][1]["tables"][0]["seats"]["S"] = 1
    wrong["sessions"][0]["tables"][0]["hands"][0]["discarder"] = "E"
    assert refused_at(page, wrong) == ["sessions[0].tables[0].hands[0].discarder", "sessions[1].tables[0].seats.S"]
    assert not Event.objects.exists()

    upload(page, RIGHT)
    ended(page, "Done")
    page.get_by_role("link", name="To its Desk").click()
    page.get_by_role("link", name="Event data").click()
    page.get_by_role("button", name="Make the file").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download 1.json").click()
    taken = json.loads(download.value.path().read_bytes())
    assert taken == canonical(RIGHT)


def test_organizer_filters_contradictions(page: Page, signed_in, organizer: Account, event: Event) -> None:
    signed_in(organizer)
    page.goto(f"/e/{event.slug}/desk/")
    page.get_by_role("navigation", name="Desk of the event").get_by_role("link", name="Check results").click()
    rows = page.get_by_role("region", name="Discrepancies").locator("tbody tr")
    everything = rows.count()
    for width in (820, 1280):  # the last column, which resolves it, is in view
        page.set_viewport_size({"width": width, "height": 800})
        box = rows.first.locator("td").last.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width
        assert page.locator(".table-box").first.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    page.set_viewport_size(SIZES["laptop"])
    page.get_by_label("Session").select_option("2")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("link", name="Show all")).to_be_visible()
    assert rows.locator("th").all_inner_texts() == ["Session 2, table 1"]
    expect(page.get_by_label("Session")).to_have_value("2")
    page.get_by_role("link", name="Show all").click()
    expect(rows).to_have_count(everything)
    assert everything > 1
    rows.first.get_by_role("rowheader").get_by_role("link").click()
    expect(page.get_by_role("heading", name="Discrepancy")).to_be_visible()


def test_release_asks_for_the_password_and_happens_once(
    page: Page, signed_in, organizer: Account, event: Event, faults: list[str]
) -> None:
    signed_in(organizer)
    page.goto(f"/e/{event.slug}/desk/sessions/")
    page.get_by_role("link", name="Release…").click()
    page.get_by_label("Your password").fill("guessed")
    page.get_by_role("button", name="Release the results").click()
    expect(page.locator(".field", has_text="Your password")).to_contain_text("This is not your password.")
    assert released(event) == [1]
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Release the results").dblclick()
    expect(page.get_by_role("status")).to_contain_text("The results of session 2 are released.")
    assert released(event) == [1, 2]
    assert AuditEntry.objects.filter(action="session.release", actor_ref=f"account:{organizer.pk}").count() == 1
    remove_refusals(faults, 1)


def test_refused_retraction_keeps_the_input(
    page: Page, signed_in, organizer: Account, event: Event, faults: list[str]
) -> None:
    release(event, 2)
    signed_in(organizer)
    page.goto(f"/e/{event.slug}/desk/sessions/")
    page.get_by_role("link", name="Withdraw…").click()
    page.get_by_label("Your password").fill("guessed")
    page.get_by_role("button", name="Withdraw the results").click()
    # The browser refuses an empty field; blanks pass it and are refused by the server.
    assert page.get_by_label("Reason").evaluate("one => one.validity.valueMissing")
    page.get_by_label("Reason").fill("   ")
    page.get_by_role("button", name="Withdraw the results").click()
    expect(page.locator(".field", has_text="Reason")).to_contain_text("Fill in this field.")
    page.get_by_label("Reason").fill("桌1抄错了")
    page.get_by_label("Your password").fill("guessed")
    page.get_by_role("button", name="Withdraw the results").click()
    expect(page.locator(".field", has_text="Your password")).to_contain_text("This is not your password.")
    expect(page.get_by_label("Reason")).to_have_value("桌1抄错了")
    assert released(event) == [1, 2]
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Withdraw the results").click()
    expect(page.get_by_role("status")).to_contain_text("The results of session 2 are withdrawn.")
    assert released(event) == [1]
    remove_refusals(faults, 2)


def remove_refusals(faults: list[str], refusals: int) -> None:
    """Remove the expected number of status 400 errors, and expect no others."""
    assert faults == [REFUSED] * refusals
    faults.clear()


def released(event: Event) -> list[int]:
    return list(event.sessions.exclude(released_at=None).order_by("number").values_list("number", flat=True))


def test_role_is_given_and_audited(page: Page, signed_in, organizer: Account, event: Event, faults: list[str]) -> None:
    Account.objects.create_user("referee", name="赵 裁判")
    signed_in(organizer)
    page.goto(f"/e/{event.slug}/desk/roles/")
    page.get_by_label("Username").fill("refere")
    page.get_by_label("Role", exact=True).select_option("Chief referee")
    page.get_by_role("button", name="Give the role").click()
    expect(page.get_by_role("alert")).to_contain_text("There is no account with this username.")
    expect(page.get_by_label("Role", exact=True)).to_have_value(Role.Name.CHIEF_REFEREE)
    page.get_by_label("Username").fill("referee")
    page.get_by_role("button", name="Give the role").click()
    expect(page.get_by_role("status")).to_have_text(re.compile("赵 裁判 is now Chief referee"))
    assert Role.objects.filter(account__username="referee", name=Role.Name.CHIEF_REFEREE, event=event).exists()
    page.get_by_role("link", name="Audit").click()
    page.get_by_role("button", name="Verify the chain").click()
    expect(page.get_by_role("status")).to_have_text(re.compile("The chain is complete: [0-9]+ entries."))
    expect(page.locator("tbody tr").first).to_contain_text("李 组织")
    remove_refusals(faults, 1)


def test_phone_shows_system_faults_without_scrolling(
    page: Page, organizer: Account, event: Event, signed_in, settings, tmp_path: Path
) -> None:
    settings.HOME = tmp_path  # no worker gave a sign of life here
    page.set_viewport_size(SIZES["phone"])
    signed_in(organizer)
    page.goto(f"/e/{event.slug}/desk/sessions/")
    expect(page.locator(".backup-line .state", has_text="No worker")).to_be_in_viewport()
