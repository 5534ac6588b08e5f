"""A player asks for notifications; the push service of the test gets one, and the browser's worker shows it.

Chromium without an account of its maker has no push service: its two calls for an address are answered by the test's.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from scoring.notifications.models import Digest, PushSubscription
from tests.browser.conftest import SIZES
from tests.browser.reading import too_wide
from tests.conftest import missing
from tests.support.digests import confirmed
from tests.support.draws import drawn, planned
from tests.support.push import Browser, Service, minute, push_service
from tests.support.workers import until
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.registration.models.applications import ApplicationKey

#: What Chromium's own push service would answer.
SUBSCRIBING = """
  let kept = null;
  const given = (options) => ({
    options, unsubscribe: async () => { kept = null; return true; },
    toJSON: () => ({ endpoint: "%(endpoint)s", keys: { p256dh: "%(browser_key)s", auth: "%(secret)s" } }),
  });
  PushManager.prototype.getSubscription = async () => kept;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.byteLength !== 65) throw new DOMException("", "InvalidAccessError");
    kept = given({ applicationServerKey: applicationServerKey.buffer });
    return kept;
  };
"""
#: What the browser tells its worker when the push service moves it: the former and the new subscription.
MOVED = """(subscriptions) => {
  const [oldSubscription, newSubscription] = subscriptions.map(({ endpoint, browser_key, secret }) => ({
    endpoint, toJSON: () => ({ endpoint, keys: { p256dh: browser_key, auth: secret } }),
  }));
  const event = new ExtendableEvent("pushsubscriptionchange");
  dispatchEvent(Object.assign(event, { oldSubscription, newSubscription, waitUntil: () => {} }));
}"""
#: The decrypted message reaches the worker; the answer is what the browser shows when the worker is done with it.
DELIVERED = """async (message) => {
  const event = new PushEvent("push", { data: message });
  let done;
  event.waitUntil = (work) => { done = work; };
  dispatchEvent(event);
  await done;
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, url: data }));
}"""


@pytest.fixture(scope="module")
def browser(browser: Chromium) -> Iterator[Chromium]:
    """Yield the whole Chromium: its headless shell shows no notifications."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        missing("chromium")
    started = browser.browser_type.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
    yield started
    started.close()


@pytest.fixture
def service(settings, tmp_path: Path) -> Iterator[Service]:
    with push_service(settings, tmp_path) as running:
        yield running


@pytest.fixture
def event(live_server) -> Event:
    row = planned()
    drawn(row, "released")
    return row


def test_a_player_asks_is_told_and_stops(page: Page, live_server, event: Event, service: Service, axe) -> None:
    browser = Browser(service)
    page.context.grant_permissions(["notifications"], origin=live_server.url)
    page.add_init_script(SUBSCRIBING % browser.keys)
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"{live_server.url}/e/{event.slug}/notifications/")
    expect(page.locator("main")).to_contain_text("First say who you are")
    assert axe(page) == []
    page.goto(f"{live_server.url}/e/{event.slug}/players/7/")
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("region", name="选手7")).to_be_visible()
    page.goto(f"{live_server.url}/e/{event.slug}/players/7/")
    page.get_by_role("link", name="Notifications").click()
    assert axe(page) == []
    assert too_wide(page) == []
    page.get_by_role("button", name="Notify me about 7 选手7").click()
    expect(page.locator("main")).to_contain_text("This phone gets notifications about 7 选手7.")
    assert axe(page) == []
    assert too_wide(page) == []
    assert PushSubscription.objects.get().entry.number == 7
    minute()
    [message] = browser.messages()
    [worker] = page.context.service_workers
    assert worker.evaluate(DELIVERED, json.dumps(message)) == [message]
    moved = Browser(service, "/push/2")
    worker.evaluate(MOVED, [browser.keys, moved.keys])
    until(lambda: PushSubscription.objects.get().endpoint == moved.keys["endpoint"])
    page.get_by_role("button", name="Stop notifications").click()
    expect(page.get_by_role("button", name="Notify me about 7 选手7")).to_be_visible()
    assert not PushSubscription.objects.exists()


def test_a_refusal_is_said_and_nothing_is_kept(page: Page, live_server, event: Event, service: Service) -> None:
    page.add_init_script("Notification.requestPermission = async () => 'denied';")
    page.goto(f"{live_server.url}/e/{event.slug}/players/7/")
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("region", name="选手7")).to_be_visible()
    page.goto(f"{live_server.url}/e/{event.slug}/notifications/")
    button = page.get_by_role("button", name="Notify me about 7 选手7")
    button.click()
    expect(page.locator("[data-push] [role=status]")).to_contain_text("The phone did not allow it.")
    expect(button).to_be_enabled()
    assert not PushSubscription.objects.exists()


def test_a_browser_without_push_says_so(page: Page, live_server, event: Event, service: Service) -> None:
    page.add_init_script("delete window.PushManager;")
    page.goto(f"{live_server.url}/e/{event.slug}/players/7/")
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("region", name="选手7")).to_be_visible()
    page.goto(f"{live_server.url}/e/{event.slug}/notifications/")
    expect(page.get_by_text("This browser cannot show notifications here.")).to_be_visible()
    expect(page.get_by_role("button", name="Notify me")).to_be_hidden()


def test_a_registered_player_asks_for_a_mail_a_day_on_a_phone(
    page: Page, live_server, event: Event, settings, axe
) -> None:
    settings.SENDS_MAIL = settings.DAILY_MAIL = True
    application = confirmed(event)
    ApplicationKey.objects.create(application=application, token_hash=token_hash("key"))
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"{live_server.url}/e/{event.slug}/register/key/")
    page.get_by_role("link", name="Notifications").click()
    assert axe(page) == []
    page.get_by_role("button", name="Send me a daily mail").click()
    expect(page.locator("main")).to_contain_text("You now get a daily mail.")
    assert axe(page) == []
    assert too_wide(page) == []
    page.get_by_role("button", name="Stop the daily mail").click()
    expect(page.get_by_role("button", name="Send me a daily mail")).to_be_visible()
    assert not Digest.objects.exists()
