"""A laptop whose copy continued differently sets it aside and takes the event again, in a browser."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scoring.hand_over.models import HandOver
from scoring.hand_over.services.deciding import decide_back
from scoring.hand_over.services.taking import take_event
from scoring.setup.services.setting_up import change_event
from tests.browser.conftest import PASSWORD, SIZES
from tests.browser.desk.test_hand_over import a_hand_in_the_hall
from tests.browser.looking import fits_in_each_language
from tests.support.hand_overs import HALL, HOME, file_of, given, package_in
from tests.support.installations import Installation, assert_chains_are_whole
from tests.support.ranking import new_body, recorded_event
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

PAGE = "/e/1/desk/hand-over/"
ASIDE = "/e/1-aside-1/desk/"


@pytest.fixture
def looks_right(page: Page, axe) -> Callable[[str], None]:
    """Return a function that looks at the page under a name."""
    return partial(fits_in_each_language, page, axe)


def event_in_two_ways(hall: Installation, folder: Path) -> tuple[Path, HandOver]:
    """Let hall and home go on with the event apart, and home hand it over again; return that file and hand-over."""
    row = given(Event.objects.get())
    first = file_of(row)
    with hall:
        take_event(HALL, package=package_in(first), file_key=row.key)
        a_hand_in_the_hall()
    decide_back(HOME, row, reason="the laptop was lost")
    change_event(HOME, Event.objects.get(), name="As home went on", reason="x")
    again = given(Event.objects.get())
    file = folder / "again.pinju"
    file.write_bytes(file_of(again))
    return file, again


def take(page: Page, file: Path, key: str) -> None:
    page.get_by_label("File of the hand-over").set_input_files(file)
    page.get_by_label("Key").first.fill(key)
    page.get_by_role("button", name="Take the event").click()


@pytest.mark.parametrize("size", SIZES)
def test_laptop_sets_its_copy_aside_and_takes_the_event_again(
    page: Page, event: Event, signed_in, looks_right, faults, tmp_path: Path, size: str
) -> None:
    page.set_viewport_size(SIZES[size])
    hall = Installation(tmp_path, "hall")
    file, again = event_in_two_ways(hall, tmp_path)
    with hall:
        before = event_names()
        laptop = Account.objects.create_user(
            "laptop", password=PASSWORD, name="Laptop", is_staff=True, is_superuser=True
        )
        signed_in(laptop)
        page.goto("/desk/take/")
        take(page, file, again.key)
        refusal = page.get_by_role("alert").filter(has_text="from an earlier hand-over")
        expect(refusal).to_contain_text("first set the copy here aside")
        faults.clear()  # the browser notes the status 400

        page.goto(PAGE)
        looks_right(f"taken-{size}")
        page.get_by_text("The event continued differently where it came from").click()
        set_aside(page, reason="", password=PASSWORD)
        expect(page.get_by_label("Reason")).to_be_focused()  # nothing is sent without a reason
        set_aside(page, reason="Home went on alone.", password="wrong")
        expect(page.get_by_text("This is not your password.").last).to_be_visible()
        expect(page.get_by_label("Reason")).to_have_value("Home went on alone.")
        faults.clear()
        page.get_by_label("Your password").fill(PASSWORD)
        page.get_by_role("button", name="Set the copy aside").click()

        expect(page.get_by_text("The copy is set aside. Now take the event again.")).to_be_visible()
        expect(page).to_have_url(f"{page.url.split('/e/')[0]}{ASIDE}hand-over/")
        expect(page.get_by_role("button", name="Set the copy aside")).to_have_count(0)
        looks_right(f"aside-{size}")
        page.goto(ASIDE)
        expect(page.get_by_text("Copy set aside")).to_be_visible()
        expect(page.get_by_role("heading", name="Go on where the event is")).to_be_visible()
        looks_right(f"aside-overview-{size}")
        page.goto(f"{ASIDE}hand-over/")
        page.get_by_role("link", name="Take an event from another machine").click()
        take(page, file, again.key)
        expect(page.get_by_text("The event is here.")).to_be_visible()
        assert event_names() == {"1-aside-1": before["1"], "1": "As home went on"}
        page.goto("/desk/")
        expect(page.get_by_text("Copy set aside")).to_be_visible()
        looks_right(f"both-{size}")
        page.context.clear_cookies()
        page.goto("/")  # as a spectator
        expect(page.get_by_role("link", name="As home went on").first).to_be_visible()
        expect(page.get_by_text(before["1"])).to_have_count(0)
        assert_chains_are_whole()


@pytest.mark.parametrize("size", SIZES)
def test_the_page_says_who_removes_an_official_copy_from_the_record_first(
    page: Page, event: Event, signed_in, looks_right, tmp_path: Path, size: str
) -> None:
    page.set_viewport_size(SIZES[size])
    hall = Installation(tmp_path, "hall")
    event_in_two_ways(hall, tmp_path)
    with hall:
        copy = Event.objects.get()
        recorded_event(new_body(name="Nederlandse Mahjong Bond"), event=copy, slug=copy.slug, name=copy.name)
        chair = Account.objects.create_user("laptop", password=PASSWORD, is_staff=True, is_superuser=True)
        signed_in(chair)
        page.goto(PAGE)
        page.get_by_text("The event continued differently where it came from").click()
        alert = page.get_by_role("alert").filter(has_text="The results of this copy are official on this machine.")
        expect(alert).to_contain_text("the committee of Nederlandse Mahjong Bond first removes the event")
        expect(page.get_by_role("button", name="Set the copy aside")).to_have_count(0)
        looks_right(f"official-{size}")
        page.get_by_text("The event continued differently where it came from").click()
        page.get_by_role("link", name="To the event of the record").click()
        expect(page.get_by_role("link", name="Remove it from the record")).to_be_visible()


def event_names() -> dict[str, str]:
    return dict(Event.objects.values_list("slug", "name"))


def set_aside(page: Page, reason: str, password: str) -> None:
    page.get_by_label("Reason").fill(reason)
    page.get_by_label("Your password").fill(password)
    page.get_by_role("button", name="Set the copy aside").click()
