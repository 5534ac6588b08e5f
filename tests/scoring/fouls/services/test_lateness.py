"""A table that waited for a late player gets the time back, if the event's setting says so (3.11.2.1)."""

from datetime import UTC, datetime, timedelta

import pytest

from scoring.fouls.services.lateness import book_lateness
from scoring.sheets.models.sheets import Sheet
from tests.scoring.fouls.test_exports import ANNA
from tests.support.events import small_event
from tests.support.sheets import at, empty_sheet
from tournament.clocks.models import ExtraTime
from tournament.clocks.selectors.clocks import extra_minutes
from tournament.events.models.stages import Session

pytestmark = pytest.mark.django_db
START = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


@pytest.fixture
def sheet() -> Sheet:
    sheet = empty_sheet(small_event())
    Session.objects.filter(pk=sheet.table.session_id).update(starts=START)
    return Sheet.objects.select_related("table__session__event__ledger").get(pk=sheet.pk)


def came(sheet: Sheet, seat: str, **after: int) -> None:
    session = Session.objects.select_related("event__ledger").get(pk=sheet.table.session_id)
    book_lateness(ANNA, session, entry=at(sheet, seat), arrived=START + timedelta(**after), reason="late")


def minutes(sheet: Sheet) -> int:
    return extra_minutes([sheet.table])[sheet.table_id]


def give_back(sheet: Sheet) -> None:
    settings = sheet.table.session.event.play_settings
    settings.late_start = "extra"
    settings.save()


def test_no_time_is_added_by_default(sheet: Sheet) -> None:
    came(sheet, "E", minutes=8)
    assert minutes(sheet) == 0


def test_the_waiting_time_is_added_once_for_several_late_players(sheet: Sheet) -> None:
    give_back(sheet)
    came(sheet, "E", minutes=7, seconds=10)
    assert minutes(sheet) == 8
    came(sheet, "S", minutes=12)
    assert minutes(sheet) == 12
    came(sheet, "W", minutes=3)
    assert minutes(sheet) == 12
    assert list(ExtraTime.objects.values_list("minutes", "reason", "by")) == [(8, "late", "Anna"), (4, "late", "Anna")]


def test_a_table_waits_fifteen_minutes_at_most(sheet: Sheet) -> None:
    give_back(sheet)
    came(sheet, "N", minutes=40)
    assert minutes(sheet) == 15
