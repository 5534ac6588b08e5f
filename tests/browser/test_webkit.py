"""The Table, the calculator and a live page in WebKit, the engine of Safari: every browser of an iPhone has it.

Playwright's own WebKit is not in Debian; Debian's is driven by WebDriver.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tests.browser.at_table import page_of
from tests.browser.conftest import PATIENCE, release
from tests.conftest import missing
from tests.support.sheets import new_card
from tests.support.x_screen import x_screen
from tournament.events.models.events import Event

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),  # Selenium's own
]
#: The browser for tests that comes with Debian's WebKit.
MINI_BROWSER = "usr/lib/*/webkit2gtk-*/MiniBrowser"


@pytest.fixture(scope="module")
def safari() -> Iterator[WebKitGTK]:
    """Yield a browser with Safari's engine, as narrow as it gets."""
    driver, browsers = shutil.which("WebKitWebDriver"), sorted(Path("/").glob(MINI_BROWSER))
    if driver is None or not browsers:
        missing("webkit2gtk-driver")
    options = WebKitGTKOptions()
    options.binary_location = str(browsers[-1])
    options.add_argument("--automation")
    with x_screen() as screen, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", screen)
        browser = WebKitGTK(options=options, service=Service(driver))
        browser.set_window_size(400, 800)
        yield browser
        browser.quit()


@pytest.fixture
def page(safari: WebKitGTK, live_server: Any) -> Iterator["Page"]:
    """Yield the browser's one page; it is left at the end, so that it polls no more."""
    yield Page(safari, live_server.url)
    safari.get("about:blank")


class Page:
    """The page in the browser, read and pressed by scripts: WebDriver's clicks may end before the page sees them."""

    def __init__(self, browser: WebKitGTK, site: str) -> None:
        self.browser, self.site = browser, site

    def open(self, path: str) -> None:
        self.browser.get(self.site + path)

    def run(self, script: str, *values: Any) -> Any:
        return self.browser.execute_script(script, *values)

    def until(self, holds: Callable[[], Any]) -> None:
        """Wait until a condition holds."""
        WebDriverWait(self.browser, PATIENCE / 1000).until(lambda _browser: holds())

    def press(self, selector: str, index: int = 0) -> None:
        """Press an element when nothing moves: new buttons take no press for a moment."""
        self.until(lambda: self.run("return !document.getAnimations().some(one => one.playState === 'running')"))
        self.run("document.querySelectorAll(arguments[0])[arguments[1]].click()", selector, index)

    def texts(self, selector: str) -> list[str]:
        return self.run("return [...document.querySelectorAll(arguments[0])].map(part => part.innerText)", selector)

    def box(self, selector: str) -> dict[str, float]:
        """Return the rectangle of the first element in pixels."""
        return self.run("return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", selector)


def test_a_hand_is_entered_and_undone_at_the_table(page: Page, event: Event) -> None:
    sheet = Sheet.objects.get(table__session__number=3)
    _card, access = new_card(event)
    page.open(reverse("table:opened", args=[access.token]))
    page.open(page_of(sheet))
    page.until(lambda: page.run("return !document.querySelector('[data-at=keys]').hidden"))
    page.press(".at-seat", 2)
    page.press("[data-from]")
    page.press('[data-key="2"]')
    page.press('[data-key="4"]')
    # The figure is beside its name.
    assert page.box("#points")["top"] < page.box("#at-points")["top"] < page.box("#points")["bottom"]
    page.press("[data-at=save]")
    page.until(lambda: page.texts("[data-at=save]") == ["Save hand 2"])
    assert page.texts(".at-seat [data-part=total]") == ["−32", "−8", "+48", "−8"]
    page.until(lambda: Hand.objects.current().filter(sheet=sheet).exists())
    page.press("[data-at=undo] button")
    page.until(lambda: page.texts(".at-ask button"))
    # The question is as high as what it says.
    assert page.box(".at-ask")["height"] < 300
    page.press(".at-ask button", 1)
    page.until(lambda: page.texts("[data-at=save]") == ["Save hand 1"])
    page.until(lambda: not Hand.objects.current().filter(sheet=sheet).exists())


def test_a_long_press_on_a_tile_offers_melds(page: Page) -> None:
    page.open(reverse("fans:count"))
    page.until(lambda: page.run("return !document.getElementById('count-undo').hidden"))
    page.run("""document.querySelector('.keyboard .key[value="5p"]')
        .dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));""")
    page.until(lambda: page.box("#meld-menu")["height"])
    assert page.box("#meld-menu")["height"] < 300
    page.press('#meld-menu [data-meld="pung"]')
    page.until(lambda: len(page.texts(".hand-entered [name=drop]")) == 1)


def test_an_open_page_shows_a_release(page: Page, event: Event) -> None:
    page.open(f"/e/{event.slug}/standings/")
    assert "+43" in page.texts("main tbody tr")[0]
    page.run("window.sameDocument = true")
    release(event, 2)
    page.until(lambda: "+86" in page.texts("main tbody tr")[0])
    assert page.run("return window.sameDocument") is True
