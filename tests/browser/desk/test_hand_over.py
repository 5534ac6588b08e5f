"""An event goes from a server to the laptop of a hall and back, in a browser on a phone and a laptop."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scoring.hand_over.models import HandOver
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.browser.conftest import PASSWORD, SIZES
from tests.browser.looking import fits_in_each_language
from tests.support.hand_overs import HALL
from tests.support.installations import Installation, assert_chains_are_whole
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

PAGE = "/e/1/desk/hand-over/"


@pytest.fixture
def looks_right(page: Page, axe) -> Callable[[str], None]:
    """Return a function that looks at the page under a name."""
    return partial(fits_in_each_language, page, axe)


def downloaded(page: Page, path: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the file").click()
    download.value.save_as(path)
    return path


def a_hand_in_the_hall() -> None:
    sheet = Event.objects.get().sessions.get(number=3).tables.get(number=1).sheet
    record_hand(HALL, sheet, seen=sheet.version, hand=HandFacts(1, winner="E", discarder="S", points=24))


@pytest.mark.parametrize("size", SIZES)
def test_event_goes_to_the_hall_and_back(
    page: Page, event: Event, organizer: Account, signed_in, looks_right, faults, tmp_path: Path, size: str
) -> None:
    page.set_viewport_size(SIZES[size])
    signed_in(organizer)
    page.goto(PAGE)
    looks_right(f"here-{size}")
    page.get_by_label("Who takes the event").fill("Laptop of the hall")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Hand the event over").click()
    expect(page.get_by_text("Laptop of the hall has held this event since")).to_be_visible()
    looks_right(f"given-{size}")
    out = downloaded(page, tmp_path / "out.pinju")
    page.get_by_text("Show the key").click()
    key = page.locator("code", has_text="-").inner_text()
    page.goto("/e/1/desk/")
    looks_right(f"overview-{size}")
    page.goto("about:blank")
    with Installation(tmp_path, "hall"):
        signed_in(Account.objects.create_user("laptop", password="x", name="Laptop", is_staff=True))
        page.goto("/desk/take/")
        looks_right(f"take-{size}")
        page.get_by_label("File of the hand-over").set_input_files(out)
        page.get_by_label("Key").first.fill("AAAA")
        page.get_by_role("button", name="Take the event").click()
        expect(page.get_by_role("alert").filter(has_text="This key does not open this file.")).to_be_visible()
        faults.clear()  # the browser notes the status 400
        page.get_by_label("File of the hand-over").set_input_files(out)
        page.get_by_label("Key").first.fill(key)
        page.get_by_role("button", name="Take the event").click()
        expect(page.get_by_text("The event is here.")).to_be_visible()
        a_hand_in_the_hall()
        page.goto(PAGE)
        looks_right(f"taken-{size}")
        page.get_by_role("button", name="Give the event back").click()
        expect(page.get_by_text("Given back to")).to_be_visible()
        looks_right(f"returned-{size}")
        back = downloaded(page, tmp_path / "back.pinju")
        page.goto("about:blank")
    signed_in(organizer)
    page.goto(PAGE)
    page.get_by_label("File of the hand-over").set_input_files(back)
    page.get_by_role("button", name="Take the event back").click()
    expect(page.get_by_text("The event is here again")).to_be_visible()
    assert Event.objects.get().sessions.get(number=3).tables.get(number=1).sheet.version > 0
    assert_chains_are_whole()


@pytest.mark.parametrize("size", SIZES)
def test_lost_laptop_turns_up(
    page: Page, event: Event, organizer: Account, signed_in, looks_right, tmp_path: Path, size: str
) -> None:
    page.set_viewport_size(SIZES[size])
    signed_in(organizer)
    page.goto(PAGE)
    page.get_by_label("Who takes the event").fill("Laptop of the hall")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Hand the event over").click()
    out = downloaded(page, tmp_path / "out.pinju")
    key = HandOver.objects.get().key
    page.get_by_text("The laptop is lost").click()
    page.get_by_label("Reason").fill("It was left on the train.")
    page.get_by_role("button", name="Take back by decision").click()
    expect(page.get_by_text("The event can be changed here again")).to_be_visible()
    looks_right(f"decided-{size}")
    page.goto("about:blank")
    with Installation(tmp_path, "hall"):
        signed_in(Account.objects.create_user("laptop", password="x", name="Laptop", is_staff=True))
        page.goto("/desk/take/")
        page.get_by_label("File of the hand-over").set_input_files(out)
        page.get_by_label("Key").first.fill(key)
        page.get_by_role("button", name="Take the event").click()
        expect(page.get_by_text("The event is here.")).to_be_visible()
        a_hand_in_the_hall()
        page.goto(PAGE)
        page.get_by_role("button", name="Give the event back").click()
        back = downloaded(page, tmp_path / "back.pinju")
        page.goto("about:blank")
    signed_in(organizer)
    page.goto(PAGE)
    page.get_by_role("link", name="The other machine turned up").click()
    page.get_by_label("File of the hand-over").set_input_files(back)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="Session 3, table 1")).to_be_visible()
    expect(page.get_by_role("cell", name="East from South, 24")).to_be_visible()
    looks_right(f"compared-{size}")
    page.get_by_role("button", name="Delete the file of the other machine").click()
    expect(page.get_by_text("The file of the other machine is deleted.")).to_be_visible()
