"""Look at pages: they fit their window, have no violations, and people can have pictures of them.

Pictures are kept in the folder that PICTURES names: ``PICTURES=/tmp/seen python3 pinju.py test tests/browser/record``.
"""

import os
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page

from tests.browser.conftest import SIZES

LookFor = Callable[[Page], list[str]]
PICTURES = os.environ.get("PICTURES", "")
#: Width in pixels by which the page scrolls sideways.
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def keep_picture(page: Page, name: str) -> None:
    """Keep a picture of the page for people, if they asked for it."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def fits(page: Page, axe: LookFor, name: str) -> None:
    """Expect the page to be accessible and no wider than its window; ``name`` is that of its picture."""
    assert axe(page) == [], (name, page.url)
    assert page.evaluate(OVERFLOW) <= 0, (name, page.url)
    keep_picture(page, name)


def fits_in_each_language(page: Page, axe: LookFor, name: str) -> None:
    """Open every part of the page in each language: it fits. The page is in English afterwards, as it opens."""
    address = page.url
    site = "/".join(address.split("/")[:3])
    for language, _name in settings.LANGUAGES:
        page.context.add_cookies([{"name": "django_language", "value": language, "url": site}])
        page.goto(address)
        page.evaluate("() => document.querySelectorAll('main details').forEach(part => { part.open = true; })")
        fits(page, axe, f"{name}-{language}")
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": site}])
    page.goto(address)


def fits_everywhere(page: Page, axe: LookFor, address: str, name: str) -> None:
    """Expect the page at an address to fit in each language, on a phone and a laptop, light and dark."""
    address = address.partition("?lang=")[0].partition("&lang=")[0]
    for language, _name in settings.LANGUAGES:
        for device, size in SIZES.items():
            page.set_viewport_size(size)
            page.goto(f"{address}{'&' if '?' in address else '?'}lang={language}")
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                fits(page, axe, f"{name}-{language}-{device}-{scheme}")
