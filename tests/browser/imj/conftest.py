"""A sheet of the International Mahjong Rules without hands, and a phone at its table."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from scoring.sheets.models.sheets import Sheet
from tests.browser.at_table import phone_with
from tests.support.imj import imj_sheet
from tests.support.sheets import new_card


@pytest.fixture
def sheet() -> Sheet:
    return imj_sheet("1")


@pytest.fixture
def phone(live_server, browser: Browser, sheet: Sheet, settings) -> Iterator[BrowserContext]:
    settings.ALLOWED_HOSTS = ["*"]
    _card, access = new_card(sheet.table.session.event)
    with phone_with(live_server, browser, access) as context:
        yield context
