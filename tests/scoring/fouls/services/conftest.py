"""An empty sheet to judge fouls at."""

import pytest

from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.sheets import empty_sheet


@pytest.fixture
def sheet() -> Sheet:
    return empty_sheet(small_event())
