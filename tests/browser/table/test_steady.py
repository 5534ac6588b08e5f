"""What a player taps at the Table while others write."""

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from common.actions.permissions import system_actor
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from scoring.sheets.services.referee_calls import call_referee
from tests.browser.at_table import enter, opened
from tests.browser.conftest import hold_moments
from tests.support.workers import until

pytestmark = pytest.mark.django_db(transaction=True)

DESK = system_actor("desk")


def seat(page: Page) -> Locator:
    return page.locator('.at-seat[data-seat="W"]')


def middle(page: Page) -> tuple[float, float]:
    box = seat(page).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_question_is_read_whole_and_a_seat_that_it_moved_takes_no_tap_at_once(
    phone: BrowserContext, sheet: Sheet
) -> None:
    page = opened(phone, sheet)
    phone.set_offline(True)
    enter(page, 0, None, 10)
    record_hand(DESK, sheet, seen=0, hand=HandFacts(no=1, winner="N", points=20))
    hold_moments(page)
    phone.set_offline(False)
    expect(page.locator("[data-at=stopped] .alert")).to_be_in_viewport(ratio=1)
    page.touchscreen.tap(*middle(page))
    hold_moments(page, held=False)
    seat(page).click(trial=True)  # it takes taps again
    expect(seat(page).locator("input")).not_to_be_checked()
    seat(page).tap()
    expect(seat(page).locator("input")).to_be_checked()


def test_a_tap_that_has_begun_reaches_its_seat(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    call_referee(DESK, sheet, for_what="question", no=1)
    held: list[Route] = []
    page.route("**/state/?*", lambda route: held.append(route))
    until(lambda: page.title() and held)
    page.mouse.move(*middle(page))
    page.mouse.down()
    with page.expect_response("**/state/?*") as state:
        held[0].continue_()
    state.value.finished()
    page.evaluate("new Promise((drawn) => setTimeout(drawn, 100))")
    page.mouse.up()
    expect(seat(page).locator("input")).to_be_checked()
    expect(page.locator("[data-at=called]")).to_be_visible()


def test_the_button_in_use_keeps_the_focus_when_another_hand_is_written(phone: BrowserContext, sheet: Sheet) -> None:
    record_hand(DESK, sheet, seen=0, hand=HandFacts(no=1, winner="N", points=20))
    page = opened(phone, sheet)
    change = page.get_by_role("button", name="Change hand 1")
    change.focus()
    record_hand(DESK, sheet, seen=1, hand=HandFacts(no=2, winner="E", points=8))
    expect(page.get_by_role("button", name="Change hand 2")).to_be_visible()
    expect(change).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-at=who]")).to_have_text("Who won hand 1?")
