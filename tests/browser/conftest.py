"""Tests in a real browser with a live server; every error of script, style or content policy fails the test."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.core.servers.basehttp import ThreadedWSGIServer
from django.test.testcases import LiveServerThread
from django.urls import get_resolver
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect, sync_playwright

from common.actions.permissions import system_actor
from common.infrastructure.stack import with_room
from common.privacy.secrets import kept_fernet_key
from scoring.event_file.services.importing import import_event
from scoring.releases.services.releasing import release_session
from tests.support.events import chinese_document
from tests.support.workers import Hall, until
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

# Playwright's event loop runs in this thread, where Django would otherwise refuse database access.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

WATCH_POLICY = """
addEventListener("securitypolicyviolation", (event) =>
  reportViolation(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`));
"""
PASSWORD = "a long pass phrase"
#: A host name for the live server other than localhost, so that plain http is not a secure context.
HALL = "hall.test"
SIZES = {"phone": {"width": 360, "height": 800}, "laptop": {"width": 1440, "height": 900}}
#: Timeout of every wait in milliseconds; long, as other tests may occupy the processor.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
#: Methods of a locator that act on a page, and those that read it without waiting.
ACTS = ("check", "click", "dblclick", "fill", "focus", "press", "press_sequentially", "select_option", "tap", "uncheck")
ACTS += ("dispatch_event", "set_input_files")
READ = ("all", "all_inner_texts", "count", "evaluate", "evaluate_all", "inner_text", "input_value", "is_visible")
#: Resolves once every transition and animation that has an end has ended.
SETTLED = """async () => {
  const running = document.getAnimations().filter(one => one.playState === "running");
  const ending = running.filter(one => one.effect.getComputedTiming().endTime < Infinity);
  // Chromium may leave the promise of a transition open for ever; none of ours takes three seconds.
  const late = new Promise(resolve => setTimeout(resolve, 3000));
  await Promise.race([Promise.allSettled(ending.map(one => one.finished)), late]);
}"""
#: Reads each colour once: axe parses the same few again for every element and those behind it, a quarter of its time.
COLOURS_READ_ONCE = """(() => {
  const { prototype } = axe.commons.color.Color, { parseString } = prototype, known = new Map();
  prototype.parseString = function (text) {
    if (!known.has(text)) known.set(text, parseString.call(this, text).toJSON());
    return Object.assign(this, known.get(text));
  };
})()"""
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # passes are not described, which halves the time
    "preload": {"assets": ["media"]},  # these rules do not need the text of the style sheets
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder ``browser``."""
    for item in items:
        if "/browser/" in item.path.as_posix():
            item.add_marker("browser")


@pytest.fixture
def worker(live_server, settings, tmp_path: Path) -> Iterator[None]:
    """Run a worker in a data folder that only this test uses: workers of other tests would take its jobs."""
    kept_fernet_key(settings.PRIVATE_DATA_KEY_FILE)  # makes the key if no test has needed it yet
    shutil.copy(settings.PRIVATE_DATA_KEY_FILE, tmp_path)
    settings.HOME, hall = tmp_path, Hall(tmp_path)
    with hall.queue_and_files(), hall.worker():
        yield


class Server(ThreadedWSGIServer):
    """Answer with room for frames, as `config.wsgi` does."""

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        with_room(super().process_request_thread, request, client_address)


LiveServerThread.server_class = Server


@pytest.fixture(scope="session", autouse=True)
def _wait_for_whole_pages() -> Iterator[None]:
    """Wait for the whole page before every action and read.

    Playwright continues when a new page starts to load; scripts do not yet hear keys then, and the layout still moves.
    """
    get_resolver()._populate()  # import every view now, so that no page has to wait for it
    with pytest.MonkeyPatch.context() as patch:
        for name in (*ACTS, *READ):
            patch.setattr(Locator, name, _after_load(getattr(Locator, name), lambda locator: locator.page))
        patch.setattr(Page, "evaluate", _after_load(Page.evaluate, lambda page: page))
        patch.setattr(Page, "keyboard", property(_after_load(Page.keyboard.fget, lambda page: page)))
        yield


def _after_load(act: Callable[..., Any], page_of: Callable[[Any], Page]) -> Callable[..., Any]:
    def acts(self: Any, *args: Any, **more: Any) -> Any:
        page_of(self).wait_for_load_state()
        return act(self, *args, **more)

    return acts


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-dev-shm-usage", f"--host-resolver-rules=MAP {HALL} 127.0.0.1"]
        started = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield started
        started.close()


@pytest.fixture(autouse=True)
def _media(settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def faults() -> list[str]:
    """Return the errors in the pages of this test; a test that expects an error removes it."""
    return []


@pytest.fixture
def browser_context(live_server, browser: Browser, faults: list[str]) -> Iterator[BrowserContext]:
    """Yield a browser without cookies; fail the test if a page had an error."""
    context = browser.new_context(base_url=live_server.url, viewport=SIZES["laptop"], locale="en")
    context.set_default_timeout(PATIENCE)
    context.expose_binding("reportViolation", lambda _source, text: faults.append(f"policy: {text}"))
    context.add_init_script(WATCH_POLICY)
    context.on("console", lambda line: faults.append(f"console: {line.text}") if line.type == "error" else None)
    context.on("weberror", lambda error: faults.append(f"script: {error.error}"))
    yield context
    leave(context)
    assert faults == []


def leave(context: BrowserContext) -> None:
    """Close the browser; an answer that a test still holds back or fetches is not a failure of the test any more."""
    for page in context.pages:
        page.unroute_all(behavior="ignoreErrors")
    context.close()


def hold_moments(page: Page, held: bool = True) -> None:
    """Prolong the time in which a new or moved control takes no press, or end it."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0 if held else 1})


def signs_out(page: Page) -> None:
    """Forget who is signed in; first leave the page, whose polls a signed-out person may not send."""
    page.goto("about:blank")
    page.context.clear_cookies()


def without_network(load: Callable[[], object]) -> None:
    """Load a page that a service worker keeps; on a busy machine the browser may fail the first time (ERR_FAILED)."""

    def loads() -> bool:
        with suppress(Error):
            load()
            return True
        return False

    until(loads)


@pytest.fixture
def page(browser_context: BrowserContext) -> Page:
    return browser_context.new_page()


@pytest.fixture
def signed_in(browser_context: BrowserContext, live_server) -> Callable[[Account], None]:
    """Return a function that signs the browser in with an account; the pages of the account before are left."""

    def sign_in(account: Account) -> None:
        if any(cookie["name"] == "sessionid" for cookie in browser_context.cookies()):
            for page in browser_context.pages:
                page.goto("about:blank")
        browser_context.add_cookies([session_cookie(account, live_server.url)])

    return sign_in


def session_cookie(account: Account, address: str) -> Any:
    """Return the session cookie of the account for ``address``."""
    session = SessionStore()
    session["_auth_user_id"] = str(account.pk)
    session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
    session["_auth_user_hash"] = account.get_session_auth_hash()
    session.save()
    return {"name": "sessionid", "value": session.session_key, "url": address}


@pytest.fixture
def axe() -> Callable[[Page], list[str]]:
    """Return a function that lists the violations of WCAG 2.2 AA on a page, one line each."""

    def run(page: Page) -> list[str]:
        page.wait_for_load_state()
        page.evaluate(SETTLED)  # a colour on its way to another is measured as too weak
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT + COLOURS_READ_ONCE)
        found = page.evaluate("rules => axe.run(rules).then(results => results.violations)", RULES)
        return [f"{one['id']}: {node['html']}: {node['failureSummary']}" for one in found for node in one["nodes"]]

    return run


@pytest.fixture
def without_script(live_server, browser: Browser) -> Iterator[Page]:
    """Yield a page on a phone without script."""
    context = browser.new_context(
        base_url=live_server.url, java_script_enabled=False, viewport=SIZES["phone"], locale="en"
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def event(live_server) -> Event:
    """Return an event with three sessions: released, confirmed, being played (tests/support/events.py)."""
    cache.clear()
    import_event(system_actor("test"), document=chinese_document())
    event = Event.objects.get()
    release(event, 1)
    return event


@pytest.fixture
def organizer(event: Event) -> Account:
    account = Account.objects.create_user("organizer", password=PASSWORD, name="李 组织")
    grant_role(system_actor("test"), event, account=account, name="organizer")
    return account


def release(event: Event, number: int) -> None:
    """Release a session as another official."""
    release_session(system_actor("test"), event.sessions.get(number=number))
