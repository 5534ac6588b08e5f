"""The Table on a phone with an answer time of 600 ms: hands are entered without waiting, and every control is large."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tests.browser.at_table import answer, enter, opened, phone_with
from tests.browser.conftest import SETTLED
from tests.browser.reading import small_targets, too_low, too_wide
from tests.support.events import small_event
from tests.support.sheets import empty_sheet, new_card
from tests.support.workers import until

pytestmark = pytest.mark.django_db(transaction=True)
SLOW = {"offline": False, "latency": 600, "downloadThroughput": -1, "uploadThroughput": -1}


@pytest.fixture
def sheet() -> Sheet:
    return empty_sheet(small_event("1"))


@pytest.fixture
def phone(live_server, browser: Browser, sheet: Sheet, settings) -> Iterator[BrowserContext]:
    settings.ALLOWED_HOSTS = ["*"]
    with phone_with(live_server, browser, new_card(sheet.table.session.event)[1]) as context:
        yield context


def test_hands_are_saved_once_and_in_order_at_600_ms(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    assert too_wide(page) + too_low(page) + small_targets(page) == []
    phone.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    points = [8, 13, 24, 9, 31]
    for no, value in enumerate(points, start=1):
        expect(page.locator("[data-at=save]")).to_have_text(f"Save hand {no}")
        enter(page, no % 4, None, value)
    # The fifth is on the page before the answers to all of them can have come.
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 6")
    until(lambda: Hand.objects.current().filter(sheet=sheet).count() == len(points))
    saved = Hand.objects.filter(sheet=sheet).order_by("no").values_list("no", "points")
    assert list(saved) == list(enumerate(points, start=1))
    expect(page.locator("[data-at=network]")).to_be_hidden()


def test_a_hand_that_is_saved_while_the_question_is_open_can_be_undone(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    held: list[Route] = []
    page.route("**/hand/", lambda route: held.append(route))
    enter(page, 0, 1, 24)
    page.locator("[data-at=undo] button").tap()
    expect(page.locator(".at-ask")).to_be_visible()
    expect(page.locator("[data-at=network]")).to_contain_text("1 waiting")
    held[0].continue_()
    expect(page.locator("[data-at=network]")).to_be_hidden()
    page.evaluate(SETTLED)
    answer(page, "Undo hand 1")
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 1")
    until(lambda: not Hand.objects.current().filter(sheet=sheet).exists())
    assert Hand.objects.filter(sheet=sheet).count() == 1
    expect(page.locator("[data-at=stopped] .alert")).to_have_count(0)
