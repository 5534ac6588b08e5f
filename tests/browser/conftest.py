"""A real browser against a live server: every page of it fails its test on a fault of script, style or policy."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.urls import get_resolver
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from scoring.releases.services.releasing import release_session
from tests.support.events import chinese_document
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

# Playwright's loop runs in this thread, where Django would otherwise refuse its database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

WATCH_POLICY = """
addEventListener("securitypolicyviolation", (event) =>
  reportViolation(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`));
"""
PASSWORD = "a long pass phrase"
#: The test's server by a name that is not the own machine's: there plain http is no secure context.
HALL = "hall.test"
SIZES = {"phone": {"width": 360, "height": 800}, "laptop": {"width": 1440, "height": 900}}
#: Everything that is waited for: so long at most, in milliseconds; two cores may be busy with other tests.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
#: What somebody does to a page, and what a test reads of it without waiting for it.
ACTS = ("check", "click", "dblclick", "fill", "focus", "press", "press_sequentially", "select_option", "tap", "uncheck")
ACTS += ("set_input_files",)
READ = ("all", "all_inner_texts", "count", "evaluate", "evaluate_all", "inner_text", "input_value", "is_visible")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # half the time: what passed is not described
    "preload": {"assets": ["media"]},  # and a third less: no rule of these reads the style sheets' text
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder ``browser``."""
    for item in items:
        if "/browser/" in item.path.as_posix():
            item.add_marker("browser")


@pytest.fixture(scope="session", autouse=True)
def _pages_come_first() -> Iterator[None]:
    """Playwright goes on where a new page begins to come; nobody presses, and no test counts, what is on half of one.

    Until all of it is there, its scripts do not hear a key, its faces are not those that it keeps, and things move.
    """
    get_resolver()._populate()  # reads the whole program, which no page should have to wait for
    with pytest.MonkeyPatch.context() as patch:
        for name in (*ACTS, *READ):
            patch.setattr(Locator, name, _on_a_whole_page(getattr(Locator, name), lambda locator: locator.page))
        patch.setattr(Page, "evaluate", _on_a_whole_page(Page.evaluate, lambda page: page))
        yield


def _on_a_whole_page(act: Callable[..., Any], page_of: Callable[[Any], Page]) -> Callable[..., Any]:
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
    """What went wrong in the pages of this test; a test that expects a fault takes it out."""
    return []


@pytest.fixture
def browser_context(live_server, browser: Browser, faults: list[str]) -> Iterator[BrowserContext]:
    """A browser without cookies; at its end no page may have had a fault."""
    context = browser.new_context(base_url=live_server.url, viewport=SIZES["laptop"], locale="en")
    context.set_default_timeout(PATIENCE)
    context.expose_binding("reportViolation", lambda _source, text: faults.append(f"policy: {text}"))
    context.add_init_script(WATCH_POLICY)
    context.on("console", lambda line: faults.append(f"console: {line.text}") if line.type == "error" else None)
    context.on("weberror", lambda error: faults.append(f"script: {error.error}"))
    yield context
    context.close()
    assert faults == []


@pytest.fixture
def page(browser_context: BrowserContext) -> Page:
    return browser_context.new_page()


@pytest.fixture
def signed_in(browser_context: BrowserContext, live_server) -> Callable[[Account], None]:
    """Call it with an account: the browser is signed in with it."""

    def sign_in(account: Account) -> None:
        browser_context.add_cookies([session_cookie(account, live_server.url)])

    return sign_in


def session_cookie(account: Account, address: str) -> Any:
    """The cookie with which a browser is signed in at ``address``."""
    session = SessionStore()
    session["_auth_user_id"] = str(account.pk)
    session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
    session["_auth_user_hash"] = account.get_session_auth_hash()
    session.save()
    return {"name": "sessionid", "value": session.session_key, "url": address}


@pytest.fixture
def axe() -> Callable[[Page], list[str]]:
    """Call it with a page: what axe finds against WCAG 2.2 AA, one line each."""

    def run(page: Page) -> list[str]:
        page.wait_for_load_state()
        found = Axe().run(page, options=RULES).response["violations"]
        return [f"{one['id']}: {node['html']}: {node['failureSummary']}" for one in found for node in one["nodes"]]

    return run


@pytest.fixture
def without_script(live_server, browser: Browser) -> Iterator[Page]:
    """A page of a phone that runs no script."""
    context = browser.new_context(
        base_url=live_server.url, java_script_enabled=False, viewport=SIZES["phone"], locale="en"
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def event(live_server) -> Event:
    """Three sessions: one released, one that can be, one being played (tests/support/events.py)."""
    cache.clear()
    import_event(system_actor("test"), document=chinese_document())
    event = Event.objects.get()
    release(event, 1)
    return event


@pytest.fixture
def organizer(event: Event) -> Account:
    """The organizer of the event, with PASSWORD."""
    account = Account.objects.create_user("organizer", password=PASSWORD, name="李 组织")
    grant_role(system_actor("test"), event, account=account, name="organizer")
    return account


def release(event: Event, number: int) -> None:
    """Release a session, as an official elsewhere does."""
    release_session(system_actor("test"), event.sessions.get(number=number))
