"""An empty sheet and the device at its table."""

import pytest
from django.core.cache import cache

from scoring.sheets.models.sheets import Sheet
from tests.support.devices import Device, device_at
from tests.support.events import small_event
from tests.support.sheets import empty_sheet


@pytest.fixture(autouse=True)
def _empty_throttles() -> None:
    cache.clear()


@pytest.fixture
def sheet(db) -> Sheet:
    return empty_sheet(small_event())


@pytest.fixture
def device(sheet: Sheet) -> Device:
    return device_at(sheet)
