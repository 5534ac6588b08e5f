"""Look at a page in three languages: its width, its accessibility, and a picture of it."""

from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page

from tests.browser.desk.test_registration import OVERFLOW


def look_at(page: Page, axe: Callable[[Page], list[str]], picture: Path) -> None:
    """Open every part of the page in each language; it fits, has no violations, and ``picture``-LANGUAGE.png shows it.

    The page is in English afterwards, as it opens.
    """
    address = page.url
    site = "/".join(address.split("/")[:3])
    for code, _name in settings.LANGUAGES:
        page.context.add_cookies([{"name": "django_language", "value": code, "url": site}])
        page.goto(address)
        page.evaluate("() => document.querySelectorAll('main details').forEach(part => { part.open = true; })")
        assert axe(page) == [], code
        assert page.evaluate(OVERFLOW) <= 0, f"{picture.name} {code}"
        page.screenshot(path=picture.with_name(f"{picture.name}-{code}.png"), full_page=True)
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": site}])
    page.goto(address)
