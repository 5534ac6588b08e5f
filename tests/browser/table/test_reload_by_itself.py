"""Over plain http a page reloaded without network comes back by itself: Chromium loads it, our page has kept all."""

import shutil
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Error, expect

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tests.browser.at_table import enter, opened
from tests.browser.conftest import HALL, PATIENCE, SIZES
from tests.conftest import missing
from tests.support.lossy_proxy import LossyProxy, lossy_proxy
from tests.support.sheets import new_card
from tests.support.workers import until
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def proxy(live_server, settings) -> Iterator[LossyProxy]:
    settings.ALLOWED_HOSTS = ["*"]
    with lossy_proxy(urlsplit(live_server.url).port, []) as proxy:
        yield proxy


@pytest.fixture
def whole_browser(browser: Browser) -> Iterator[Browser]:
    """Yield the browser that people have: the headless shell never loads its error page again."""
    path = shutil.which("chromium")
    if path is None:
        missing("chromium (the whole browser)")
    arguments = ["--no-sandbox", "--headless=new", "--disable-dev-shm-usage"]
    names = f"--host-resolver-rules=MAP {HALL} 127.0.0.1"
    started = browser.browser_type.launch(executable_path=path, headless=False, args=[*arguments, names])
    yield started
    started.close()


def test_a_reload_comes_back_as_soon_as_the_server_answers(
    whole_browser: Browser, proxy: LossyProxy, event: Event
) -> None:
    sheet = Sheet.objects.get(table__session__number=3)
    phone = whole_browser.new_context(
        base_url=f"http://{HALL}:{proxy.server_port}", viewport=SIZES["phone"], locale="en", has_touch=True
    )
    phone.set_default_timeout(PATIENCE)
    phone.new_page().goto(reverse("table:opened", args=[new_card(event)[1].token]))
    page = opened(phone, sheet)
    proxy.is_down = True
    enter(page, 0, 1, 9)
    page.locator('.at-seat[data-seat="W"]').tap()
    page.once("dialog", lambda dialog: dialog.accept())
    with pytest.raises(Error, match="ERR_"):
        page.reload()
    assert not Hand.objects.filter(sheet=sheet).exists()
    proxy.is_down = False
    # Nobody touches the phone.
    expect(page.locator('.at-seat[data-seat="W"] input')).to_be_checked(timeout=60_000)
    until(lambda: Hand.objects.filter(sheet=sheet).count() == 1)
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 2")
