"""Phones at a table: a browser context for each, and the taps on the Table's page."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import TableAccess
from tests.browser.conftest import HALL, PATIENCE, SIZES, leave


@contextmanager
def phone_with(live_server: Any, browser: Browser, access: TableAccess, **more: Any) -> Iterator[BrowserContext]:
    """Yield a phone that opened the table's card over plain http, as in a hall (no secure context)."""
    more = {"locale": "en", **more}
    address = f"http://{HALL}:{urlsplit(live_server.url).port}"
    context = browser.new_context(base_url=address, viewport=SIZES["phone"], has_touch=True, **more)
    context.set_default_timeout(PATIENCE)
    try:
        page = context.new_page()
        page.goto(reverse("table:opened", args=[access.token]))
        page.close()
        yield context
    finally:  # an open page would go on asking during the next tests
        leave(context)


def page_of(sheet: Sheet) -> str:
    """Return the URL of the table's page."""
    return reverse("table:page", args=["1", sheet.table.session.number, sheet.table.number])


def opened(phone: BrowserContext, sheet: Sheet) -> Page:
    """Open the table's page on this phone and wait for its script."""
    page = phone.new_page()
    page.goto(page_of(sheet))
    expect(page.locator("[data-at=keys]")).not_to_have_attribute("hidden", "")
    return page


def fill(page: Page, winner: int, discarder: int | None, points: int) -> int:
    """Fill in a hand by taps; return their number without the digits of the points."""
    page.locator(".at-seat").nth(winner).tap()
    shown = page.locator("[data-at=from] .at-choice")
    chosen: Locator = shown.first if discarder is None else page.locator("[data-from]").nth(discarder)
    chosen.tap()
    for figure in str(points):
        page.locator(f'[data-key="{figure}"]').tap()
    return 2


def enter(page: Page, winner: int, discarder: int | None, points: int) -> int:
    """Fill in a hand and save it; return the number of taps without the digits of the points."""
    taps = fill(page, winner, discarder, points)
    page.locator("[data-at=save]").tap()
    return taps + 1


def enter_fans(page: Page, winner: str, discarder: str, fans: str, **extras: str) -> None:
    """Fill in and save a hand of the International Mahjong Rules by taps; ``discarder`` is empty for an own draw."""
    page.locator(f'.at-seat[data-seat="{winner}"]').tap()
    choice = f'[data-from="{discarder}"]' if discarder else 'label:has(input[name="discarder"][value="self"])'
    page.locator(choice).tap()
    page.locator(f'[data-points="{fans}"]').tap()
    for name, value in extras.items():
        page.locator(f'label:has(input[name="{name}"][value="{value}"])').tap()
    page.locator("[data-at=save]").tap()


def answer(page: Page, button: str) -> None:
    """Answer the dialog."""
    page.locator(".at-ask").get_by_role("button", name=button, exact=True).tap()


class Thumb:
    """Taps on a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def on(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.taps += 1

    def hand(self, winner: str, discarder: str | None, points: int) -> int:
        """Enter and save a hand; return the number of taps."""
        before = self.taps
        self.on(f'.at-seat[data-seat="{winner}"]')
        self.on(f'[data-from="{discarder}"]' if discarder else "[data-at=from] .at-choice")
        usual = f'[data-points="{points}"]'
        if self.page.locator(usual).count():
            self.on(usual)
        else:
            for figure in str(points):
                self.on(f'[data-key="{figure}"]')
        self.on("[data-at=save]")
        return self.taps - before
