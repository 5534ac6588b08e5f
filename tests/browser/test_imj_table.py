"""The Table on a phone under the International Mahjong Rules: seats of a period, every kind of hand, no network."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scoring.sheets.models.facts import Hand, RoundSeating
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.people.periods import seat_period
from tests.browser.at_table import opened, phone_with
from tests.browser.conftest import SIZES
from tests.support.imj import ACTOR, imj_sheet
from tests.support.sheets import new_card
from tests.support.workers import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet() -> Sheet:
    return imj_sheet("1")


@pytest.fixture
def phone(live_server, browser: Browser, sheet: Sheet, settings) -> Iterator[BrowserContext]:
    settings.ALLOWED_HOSTS = ["*"]
    _card, access = new_card(sheet.table.session.event)
    with phone_with(live_server, browser, access) as context:
        yield context


def enter(page: Page, winner: str, discarder: str, fans: str, **extras: str) -> None:
    page.locator(f'.at-seat[data-seat="{winner}"]').tap()
    choice = f'[data-from="{discarder}"]' if discarder else 'label:has(input[name="discarder"][value="self"])'
    page.locator(choice).tap()
    page.locator(f'[data-points="{fans}"]').tap()
    for name, value in extras.items():
        page.locator(f'label:has(input[name="{name}"][value="{value}"])').tap()
    page.locator("[data-at=save]").tap()
    page.wait_for_timeout(100)


def test_seats_then_every_kind_of_hand(phone: BrowserContext, sheet: Sheet, axe: Callable) -> None:
    page = opened(phone, sheet)
    for field, seat in (("first", "S"), ("second", "W"), ("third", "N"), ("fourth", "E")):
        page.locator(f"[name=period-{field}]").select_option(seat)
    page.get_by_role("button", name="Save the seats").tap()
    expect(page.locator(".at-seat.deals")).to_have_attribute("data-seat", "S")
    assert RoundSeating.objects.get().seats == "SWNE"
    enter(page, "S", "", "3")
    expect(page.locator(".at-seat.deals")).to_have_attribute("data-seat", "S")
    enter(page, "E", "N", "3", robbed="1")
    expect(page.locator(".at-seat.deals")).to_have_attribute("data-seat", "W")
    enter(page, "W", "", "8", bound="S")
    enter(page, "S", "W", "½", false_wins="E")
    expect(page.locator("[data-at=network]")).to_be_hidden()
    until(lambda: Hand.objects.current().count() == 4)
    rows = Hand.objects.current().order_by("no")
    assert [(row.winner, row.discarder, row.points, row.robbed, row.bound, row.false_wins) for row in rows] == [
        ("S", "", 6, False, "", ""), ("E", "N", 6, True, "", ""), ("W", "", 16, False, "S", ""),
        ("S", "W", 1, False, "", "E"),
    ]  # fmt: skip
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]
    assert axe(page) == []


def test_ten_hands_without_network_are_saved_in_order(phone: BrowserContext, sheet: Sheet) -> None:
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    page = opened(phone, sheet)
    phone.set_offline(True)
    for no in range(10):
        enter(page, "ESWN"[no % 4], "ESWN"[(no + 1) % 4], "5")
    expect(page.locator("[data-at=network]")).to_contain_text("10 waiting")
    dealer = page.locator(".at-seat.deals").get_attribute("data-seat")
    phone.set_offline(False)
    until(lambda: Hand.objects.current().count() == 10)
    page.reload()
    expect(page.locator(".at-seat.deals")).to_have_attribute("data-seat", dealer or "")
    assert list(Hand.objects.current().order_by("no").values_list("winner", flat=True)) == list("ESWNESWNES")
