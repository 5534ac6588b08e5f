"""The guides: accessible and as wide as their window, on a laptop and on a phone."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import SIZES
from tests.browser.reading import too_wide
from web.pocket.guide import SOURCES


@pytest.mark.parametrize("size", SIZES)
def test_guides_are_accessible_and_fit(page: Page, axe, size: str) -> None:
    page.set_viewport_size(SIZES[size])
    faults = []
    for language, name in SOURCES:
        page.goto(f"/guide/{language}/{name}/")
        faults += [f"{language} {name}: {fault}" for fault in (*axe(page), *too_wide(page))]
    assert faults == []
