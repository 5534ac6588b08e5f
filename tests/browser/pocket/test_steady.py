"""What a reader is about to press, types or reads stays in its place when a page changes by itself."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from common.actions.permissions import system_actor
from tests.browser.conftest import SIZES, release
from tests.support.draws import ACTOR, drawn, planned
from tests.support.workers import until
from tournament.clocks.services.announcements import announce, retract_announcement
from tournament.events.models.events import Event
from tournament.presence.services.calls import call_player

#: As in Safari, which has no scroll anchoring.
WITHOUT_ANCHORING = """addEventListener("DOMContentLoaded", () => {
  document.querySelector("main").style.overflowAnchor = "none";
});"""
MARKED = "() => getSelection().toString()"
MARK = "(node) => getSelection().selectAllChildren(node)"


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size(SIZES["phone"])  # type: ignore[arg-type]
    return page


def new_words(event: Event) -> None:
    announce(system_actor("test"), event, texts={"zh": "午餐在二楼", "en": "Lunch is upstairs"})


@pytest.mark.parametrize("anchoring", [True, False])
@pytest.mark.parametrize("scrolled", [0, 300])
def test_an_announcement_moves_no_link(event: Event, phone: Page, scrolled: int, anchoring: bool) -> None:
    if not anchoring:
        phone.add_init_script(WITHOUT_ANCHORING)
    phone.goto(f"/e/{event.slug}/")
    phone.evaluate("top => scrollTo({ top, behavior: 'instant' })", scrolled)
    assert phone.evaluate("scrollY") == scrolled
    link = phone.get_by_role("link", name="选手5").first
    place = link.bounding_box()
    new_words(event)
    expect(phone.get_by_text("Lunch is upstairs")).to_be_visible()
    assert link.bounding_box() == place


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
    place = field.bounding_box()
    call_player(ACTOR, event.entries.get(number=5), session=1)
    expect(phone.get_by_text("Please come to your table")).to_be_attached()
    assert field.bounding_box() == place
    phone.keyboard.type("x")
    expect(field).to_have_value("axb")


def test_an_open_part_stays_open(event: Event, phone: Page) -> None:
    phone.goto(f"/e/{event.slug}/statistics/")
    summary = phone.locator("main summary").first
    summary.click()
    place = summary.bounding_box()
    release(event, 2)
    expect(phone.locator("header")).to_contain_text("after session 2 of 3")
    expect(phone.locator("main details").first).to_have_attribute("open", "")
    assert summary.bounding_box() == place


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
