"""What a reader presses, types or reads when a page changes by itself."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from common.actions.permissions import system_actor
from tests.browser.conftest import SIZES, hold_moments, release
from tests.support.draws import ACTOR, drawn, planned
from tests.support.workers import until
from tournament.clocks.services.announcements import announce, retract_announcement
from tournament.events.models.events import Event
from tournament.presence.services.calls import call_player

MARKED = "() => getSelection().toString()"
MARK = "(node) => getSelection().selectAllChildren(node)"


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size(SIZES["phone"])  # type: ignore[arg-type]
    return page


def new_words(event: Event) -> None:
    announce(system_actor("test"), event, texts={"zh": "午餐在二楼", "en": "Lunch is upstairs"})


def test_an_announcement_is_seen_and_a_link_that_it_moved_takes_no_press_at_once(event: Event, phone: Page) -> None:
    phone.goto(f"/e/{event.slug}/")
    address, link = phone.url, phone.get_by_role("link", name="选手5").first
    hold_moments(phone)
    new_words(event)
    expect(phone.get_by_text("Lunch is upstairs")).to_be_in_viewport()
    box = link.bounding_box()
    assert box
    phone.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    hold_moments(phone, held=False)
    link.click(trial=True)  # it takes presses again
    assert phone.url == address


def test_a_link_below_the_window_of_a_change_takes_a_press_at_once(event: Event, phone: Page) -> None:
    """The browser scrolls back by what came above, so the link did not move."""
    phone.goto(f"/e/{event.slug}/")
    phone.evaluate("scrollTo({ top: 300, behavior: 'instant' })")
    link = phone.get_by_role("link", name="选手5").first
    place = link.bounding_box()
    hold_moments(phone)
    new_words(event)
    expect(phone.get_by_text("Lunch is upstairs")).to_be_attached()
    link.click()
    expect(phone).to_have_url(re.compile("/players/5/$"))
    assert place


def test_a_page_at_its_top_stays_there_when_an_announcement_goes(event: Event, phone: Page) -> None:
    new_words(event)
    phone.goto(f"/e/{event.slug}/")
    expect(phone.get_by_text("Lunch is upstairs")).to_be_visible()
    retract_announcement(ACTOR, event.announcements.get())
    expect(phone.get_by_text("Lunch is upstairs")).to_have_count(0)
    assert phone.evaluate("scrollY") == 0


def test_a_list_that_is_sorted_again_keeps_focus_and_selection(event: Event, phone: Page) -> None:
    phone.goto(f"/e/{event.slug}/standings/")
    link = phone.locator("main tbody").get_by_role("link", name="选手8")
    link.evaluate("one => one.focus({ preventScroll: true })")
    phone.locator("h1").evaluate(MARK)
    before = phone.locator("main tbody tr").all_inner_texts()
    release(event, 2)
    expect(phone.locator("header")).to_contain_text("after session 2 of 3")
    assert phone.locator("main tbody tr").all_inner_texts() != before
    expect(link).to_be_focused()
    assert phone.evaluate(MARKED)


def test_words_typed_on_the_home_page_stay(phone: Page, live_server: Any, transactional_db: None) -> None:
    event = planned()
    drawn(event)
    phone.goto("/e/draw/")
    field = phone.get_by_role("searchbox", name="Find your seat")
    field.press_sequentially("ab")
    phone.keyboard.press("ArrowLeft")
    call_player(ACTOR, event.entries.get(number=5), session=1)
    expect(phone.get_by_text("Please come to your table")).to_be_attached()
    phone.keyboard.type("x")
    expect(field).to_have_value("axb")


def test_an_open_part_stays_open(event: Event, phone: Page) -> None:
    phone.goto(f"/e/{event.slug}/statistics/")
    summary = phone.locator("main summary").first
    summary.click()
    release(event, 2)
    expect(phone.locator("header")).to_contain_text("after session 2 of 3")
    expect(phone.locator("main details").first).to_have_attribute("open", "")


def test_a_press_on_my_card_is_not_lost(event: Event, phone: Page, live_server: Any) -> None:
    phone.goto(f"/e/{event.slug}/players/7/")
    phone.get_by_role("button", name="This is me").click()
    phone.goto(f"/e/{event.slug}/")
    held: list[Route] = []
    phone.route("**/live/*/cards?*", lambda route: held.append(route))
    release(event, 2)
    until(lambda: phone.title() and held)
    # The card gets other words while the finger is down, and the link would move aside.
    phone.locator("#live-cards").get_by_role("link", name="My results").hover()
    phone.mouse.down()
    with phone.expect_response("**/live/*/cards?*") as file:
        held[0].continue_()
    file.value.finished()
    phone.evaluate("new Promise((drawn) => setTimeout(drawn, 100))")
    phone.mouse.up()
    expect(phone).to_have_url(f"{live_server.url}/e/{event.slug}/players/7/")


def test_the_letters_come_with_the_styles(event: Event, page: Page) -> None:
    """Letters of another face that come later would move the lines."""
    styles: list[Route] = []
    letters: list[Route] = []
    page.route("**/*.css", lambda route: styles.append(route))
    page.route("**/*.woff2", lambda route: letters.append(route))
    page.goto(f"/e/{event.slug}/", wait_until="commit")
    until(lambda: page.title() and styles and len(letters) == 2)
    for route in styles + letters:
        route.continue_()
