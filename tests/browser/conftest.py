"""A real browser against a live server: every page of it fails its test on a fault of script, style or policy."""

import os
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tournament.models import Account

# Playwright's loop runs in this thread, where Django would otherwise refuse its database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

WATCH_POLICY = """
addEventListener("securitypolicyviolation", (event) =>
  reportViolation(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`));
"""
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder ``browser``."""
    for item in items:
        if "/browser/" in item.path.as_posix():
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield started
        started.close()


@pytest.fixture
def faults() -> list[str]:
    """What went wrong in the pages of this test; a test that expects a fault takes it out."""
    return []


@pytest.fixture
def browser_context(browser: Browser, faults: list[str]) -> Iterator[BrowserContext]:
    """A browser without cookies; at its end no page may have had a fault."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en")
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
        session = SessionStore()
        session["_auth_user_id"] = str(account.pk)
        session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
        session["_auth_user_hash"] = account.get_session_auth_hash()
        session.save()
        cookie = {"name": "sessionid", "value": session.session_key, "url": live_server.url}
        browser_context.add_cookies([cookie])

    return sign_in


@pytest.fixture
def axe() -> Callable[[Page], list[str]]:
    """Call it with a page: what axe finds against WCAG 2.2 AA, one line each."""

    def run(page: Page) -> list[str]:
        found = Axe().run(page, options=RULES).response["violations"]
        return [f"{one['id']}: {node['html']}: {node['failureSummary']}" for one in found for node in one["nodes"]]

    return run
