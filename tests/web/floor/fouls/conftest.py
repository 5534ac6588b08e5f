"""An empty sheet of an event that has ended."""

from datetime import date

import pytest

from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.sheets import empty_sheet
from tournament.events.models.events import Event


@pytest.fixture
def sheet() -> Sheet:
    event = small_event()
    Event.objects.filter(pk=event.pk).update(ends=date(2026, 3, 1))
    event.refresh_from_db()
    return empty_sheet(event)
