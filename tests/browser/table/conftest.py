"""An open sheet, and a phone with the card of its table."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import TableAccess
from tests.browser.at_table import phone_with
from tests.support.events import small_event
from tests.support.sheets import empty_sheet, new_card


@pytest.fixture
def sheet() -> Sheet:
    """An open sheet without hands."""
    return empty_sheet(small_event("1"))


@pytest.fixture
def access(sheet: Sheet) -> TableAccess:
    return new_card(sheet.table.session.event)[1]


@pytest.fixture
def phone(live_server, browser: Browser, access: TableAccess, settings) -> Iterator[BrowserContext]:
    settings.ALLOWED_HOSTS = ["*"]
    with phone_with(live_server, browser, access) as context:
        yield context
