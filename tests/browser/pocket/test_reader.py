"""A reader walks through an event on a phone and a laptop, with and without script."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES
from tests.browser.reading import too_low, too_wide
from tournament.events.models.events import Event

HOW = "How this event is played"


def walk(page: Page) -> None:
    """Follow the links from the list of events to the rules of the event."""
    page.goto("/")
    assert too_wide(page) == []
    page.get_by_role("link", name="品局杯").click()
    headline(page, "品局杯")
    page.get_by_role("navigation", name="Event").get_by_role("link", name="Standings").click()
    headline(page, "Standings")
    page.locator("main").get_by_role("link", name="选手5").click()
    headline(page, "选手5")
    page.get_by_role("link", name="Session 1, table 1").click()
    headline(page, "Session 1, table 1")
    page.get_by_role("table").first.get_by_role("link", name="选手5").click()
    page.locator("main").get_by_role("link", name="二队").click()
    headline(page, "二队")
    page.get_by_role("navigation", name="Event").get_by_role("link", name="How it is played").click()
    headline(page, HOW)


def headline(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(text)
    assert too_wide(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_reader_walks_through_an_event(event: Event, page: Page, size: str) -> None:
    page.set_viewport_size(SIZES[size])
    walk(page)
    address = page.url
    for code, name in (("zh-hans", "中文"), ("ja", "日本語"), ("en", "English")):
        choose(page, name)
        expect(page.locator("html")).to_have_attribute("lang", code)
        assert page.url == address
        assert too_wide(page) == []
    # This page is dark at once; the next one is after the server stored the choice.
    with page.expect_response("**/i18n/theme/"):
        choose(page, "Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    page.get_by_role("navigation", name="Event").get_by_role("link", name="Players").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def choose(page: Page, name: str) -> None:
    """Press one of the reader's settings, which a phone keeps in a menu."""
    more, choice = (
        page.locator(".masthead-more"),
        page.locator(f".reader-choice:text-is('{name}'), [aria-label='{name}']"),
    )
    if more.is_visible() and not choice.is_visible():
        more.click()
    choice.click()


def test_navigation_on_a_phone_shows_the_current_part(event: Event, page: Page) -> None:
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"/e/{event.slug}/rules/")
    expect(page.locator(".area-tabs [aria-current]")).to_be_in_viewport(ratio=0.9)


def test_reader_walks_through_an_event_without_script(event: Event, without_script: Page) -> None:
    walk(without_script)
    address = without_script.url
    without_script.locator(".masthead-more").click()
    without_script.get_by_role("button", name="日本語").click()
    expect(without_script.locator("html")).to_have_attribute("lang", "ja")
    assert without_script.url == address
    without_script.locator(".masthead-more").click()
    assert too_low(without_script) == []
