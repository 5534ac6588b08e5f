"""Measurements that hold for every page."""

from playwright.sync_api import Page

#: Controls that a thumb must hit; links in running text have their own height.
TARGETS = (
    ".btn, .tabs a, .pages a, .form-control, .form-select, .reader-choice, .masthead-seal, .lines a, "
    ".table-name, summary"
)
LOW = """found => found.filter(one => one.checkVisibility({ visibilityProperty: true }))
    .map(one => [Math.round(one.getBoundingClientRect().height), one.outerHTML.slice(0, 120)])"""

#: The lesser of the height and the width of the largest line.
LARGEST_LINES = """found => found
    .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".visually-hidden"))
    .map(one => [Math.max(...[...one.getClientRects()].map(line => Math.round(Math.min(line.height, line.width)))),
        one.outerHTML.slice(0, 120)])"""


def too_wide(page: Page) -> list[str]:
    """Return why the page scrolls sideways; empty if it does not."""
    scroll, inner = page.evaluate("document.fonts.ready.then(() => [document.documentElement.scrollWidth, innerWidth])")
    return [f"{page.url}: {scroll} in {inner} pixels"] if scroll > inner else []


def too_low(page: Page, least: int = 44) -> list[str]:
    """Return the controls lower than ``least`` pixels."""
    controls = page.locator(TARGETS).evaluate_all(LOW)
    assert controls
    return [f"{page.url}: {height} pixels: {html}" for height, html in controls if height < least]


def small_targets(page: Page, least: int = 24) -> list[str]:
    """Return the links and buttons lower or narrower than ``least`` pixels in every one of their lines."""
    shown = page.locator("a, button, select, summary").evaluate_all(LARGEST_LINES)
    assert shown
    return [f"{page.url}: {size} pixels: {html}" for size, html in shown if 0 < size < least]
