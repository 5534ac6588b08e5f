"""The exported public pages opened from disk: without server and script, in three languages."""

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import SIZES
from tests.browser.reading import too_wide
from tournament.events.models.events import Event
from web.pocket.site.making import Counting, make_site


def test_exported_site_opens_from_disk(
    browser_context: BrowserContext, axe: Callable[[Page], list[str]], faults: list[str], event: Event, tmp_path: Path
) -> None:
    data = make_site(
        Event.objects.select_related("ledger").get(pk=event.pk), Counting(lambda _total: None, lambda: None)
    )
    zipfile.ZipFile(io.BytesIO(data)).extractall(tmp_path)
    assert list(tmp_path.rglob("MCRSansHangul-Regular*.woff2"))
    page = browser_context.new_page()
    page.goto((tmp_path / event.slug / "index.html").as_uri())
    page.get_by_role("link", name="English").click()
    page.get_by_role("link", name="Standings", exact=True).click()
    expect(page.locator("#standing-at")).to_contain_text("after session 1 of 3")
    page.get_by_role("link", name="选手5").click()
    expect(page.get_by_role("heading", name="选手5")).to_be_visible()
    fonts = page.evaluate("document.fonts.ready.then(all => [...all].filter(one => one.status == 'loaded').length)")
    assert fonts >= 2
    page.set_viewport_size(SIZES["phone"])
    page.get_by_role("link", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.get_by_role("heading", name="选手5")).to_be_visible()
    assert too_wide(page) == []
    # The language links leave the full width of the phone to the event's name.
    assert page.locator(".masthead-text").evaluate("where => where.clientWidth") > SIZES["phone"]["width"] * 0.7
    assert faults == []
    assert axe(page) == []
    faults.clear()  # axe requests the style sheets by script, which is refused on pages from disk


def test_korean_name_loads_only_the_korean_font(browser_context: BrowserContext) -> None:
    page = browser_context.new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if request.resource_type == "font" else None)
    page.goto("/")
    page.evaluate("document.fonts.ready.then(() => null)")
    few = {"MCRSansLatin", "MCRSansNames"}
    assert {name for address in fetched for name in re.findall(r"MCRSans[A-Za-z]+", address)} <= few
    page.evaluate("document.querySelector('h1').textContent = 'Anna 김민준'")
    page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        ".then(() => document.fonts.ready).then(() => null)"
    )
    # A device may have a Korean font installed.
    assert {name for address in fetched for name in re.findall(r"MCRSans[A-Za-z]+", address)} <= few | {"MCRSansHangul"}
