"""A sheet."""

from typing import Any

import pytest

from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.sheets import made_sheet


@pytest.fixture
def sheet(settings: Any, tmp_path: Any) -> Sheet:
    settings.MEDIA_ROOT = tmp_path
    return made_sheet(small_event())
