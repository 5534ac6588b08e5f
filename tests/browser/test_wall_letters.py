"""Letters of the Wall are legible from the far end of the hall, computed from the height of a capital letter."""

import math
import re

import pytest
from playwright.sync_api import Page
from reportlab.pdfbase.ttfonts import TTFontFile

from common.actions.permissions import system_actor
from scoring.display.services.screens import open_screen
from scoring.releases.services.releasing import release_session
from scoring.sheets.rules.codes import new_screen_access
from tests.support.cup import taken_in
from tests.support.event_generator import make_event
from tests.support.paths import ROOT
from tests.support.screens import new_screen
from tournament.events.models.events import Event

#: The least angle of a capital letter in minutes of arc.
ANGLE = 5.5
#: Distance of the eye and height of the picture in metres: a picture 2 m wide, and a 55-inch set, both 16 : 9.
PLACES = {"projector": (15.0, 2.0 * 9 / 16), "television": (8.0, 55 * 0.0254 * 9 / math.hypot(16, 9))}
HEIGHT = 1080
#: Sizes in pixels of all letters that are shown, with the text.
SIZES = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement;
    const shown = walker.currentNode.data.trim() && holder.checkVisibility({ opacityProperty: true });
    if (shown && !holder.closest(".visually-hidden, [hidden]"))
      found.push([parseFloat(getComputedStyle(holder).fontSize), walker.currentNode.data.trim()]);
  }
  return found;
}"""


def least_size() -> float:
    """Return the least size of letters in pixels for both places."""
    font = TTFontFile(str(ROOT / "static" / "fonts" / "MCRSansSC-Regular.ttf"))
    capital = font.capHeight / 1000
    shares = [2 * far * math.tan(math.radians(ANGLE / 60) / 2) / high for far, high in PLACES.values()]
    return max(shares) * HEIGHT / capital


@pytest.fixture
def event() -> Event:
    document = make_event(1, players=60, sessions=4, odd=False, stages=False)
    document["event"]["id"] = "hall"
    event = taken_in(document)
    for session in event.sessions.filter(released_at=None).order_by("number"):
        release_session(system_actor("test"), session)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize("kind", ["standings", "teams", "groups", "seats"])
def test_letters_are_large_enough_and_20_rows_fill_the_screen(live_server, page: Page, event: Event, kind: str) -> None:
    screen = new_screen(event, slug=f"one-{kind}", parts=[{"shows": kind, "seconds": 60}])
    access = new_screen_access()
    open_screen(system_actor("test"), screen, access=access)
    page.set_viewport_size({"width": 1920, "height": HEIGHT})
    page.goto(f"{live_server.url}/w/{access.token}/")
    page.wait_for_selector("[data-at]")
    sizes = page.evaluate(SIZES)
    assert sizes
    small = [(size, text) for size, text in sizes if size < least_size() - 0.01]
    assert small == []
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [1920, HEIGHT]
    if kind == "standings":
        rows = page.locator(".wall-ranks tbody tr")
        assert rows.count() in (20, 40)
        bottom = page.locator(".wall-ranks").bounding_box()
        assert bottom is not None
        assert bottom["y"] + bottom["height"] > 0.9 * HEIGHT


def test_screens_show_no_menu_sign_in_or_languages(live_server, page: Page, event: Event) -> None:
    for address in ("wall/seats/", "wall/lots/", "wall/calls/", "wall/ceremony/"):
        page.goto(f"{live_server.url}/e/hall/{address}")
        assert page.locator("header form, nav, .reader").count() == 0, address
        assert not re.search("Sign in|日本語", page.locator("body").inner_text()), address
