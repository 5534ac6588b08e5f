"""A table that waited for a late player gets the time back, if the event's setting says so (3.11.2.1)."""

from datetime import UTC, datetime, timedelta

import pytest

from common.actions.errors import Refused
from scoring.fouls.selectors.late import late_players
from scoring.fouls.services.lateness import book_lateness
from scoring.fouls.services.recording import cancel_foul
from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.people.substituting import substitute
from tests.scoring.fouls.test_exports import ANNA
from tests.scoring.sheets.services.test_substituting import quiet, unplayed
from tests.support.cup import taken_in
from tests.support.events import small_event
from tests.support.sheets import at, empty_sheet
from tournament.clocks.models import ExtraTime
from tournament.clocks.selectors.clocks import extra_minutes
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.presence.services.arrivals import arrive

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


@pytest.mark.parametrize("minutes", [5, 20])
def test_a_player_whose_reserve_plays_is_not_late(minutes: int) -> None:
    """The points, or the forfeit, would be those of the reserve, who plays the team's number."""
    event = taken_in(unplayed(quiet()))
    session, holder = event.sessions.get(number=2), event.entries.get(number=1)
    event.sessions.update(starts=START)
    substitute(ANNA, session, holder=holder, by=event.entries.get(number=17))
    came_at = START + timedelta(minutes=minutes)
    session.refresh_from_db()
    with pytest.raises(Refused, match="王伟 already plays this number"):
        book_lateness(ANNA, session, entry=holder, arrived=came_at, reason="late")
    assert not session.penalties.exists()
    assert not Forfeit.objects.exists()


def test_a_late_reserve_of_the_line_up_is_listed_and_recorded_like_a_holder() -> None:
    event = taken_in(unplayed(quiet()))
    session, reserve = event.sessions.get(number=2), event.entries.get(number=17)
    substitute(ANNA, session, holder=event.entries.get(number=1), by=reserve)
    event.sessions.update(starts=START)
    session.refresh_from_db()
    arrive(ANNA, event.entries.get(number=2), session=2)
    listed = {row.entry.number: row.booked for row in late_players(session)}
    assert (listed[17], 1 in listed) == (False, False)
    booked = book_lateness(ANNA, session, entry=reserve, arrived=START + timedelta(minutes=20), reason="late")
    assert booked["forfeited"]
    sitting = Sitting.objects.get(table__session=session, entry=reserve)
    assert list(Forfeit.objects.values_list("sheet__table", "seat", "foul__entry__number")) == [
        (sitting.table_id, sitting.seat, 17)
    ]
    assert {row.entry.number for row in late_players(session) if row.booked} == {17}
    with pytest.raises(Refused, match="already recorded"):
        book_lateness(ANNA, session, entry=reserve, arrived=START + timedelta(minutes=20), reason="late")
    cancel_foul(ANNA, event.fouls.get(), reason="the clock was wrong")
    book_lateness(ANNA, session, entry=reserve, arrived=START + timedelta(minutes=5), reason="late")
    assert {row.entry.number: row.points for row in late_players(session) if row.booked} == {17: -10}


def test_a_player_whose_seat_a_filler_took_forfeits_the_session() -> None:
    event = taken_in(unplayed(quiet()))
    session, holder = event.sessions.get(number=2), event.entries.get(number=1)
    event.sessions.update(starts=START)
    substitute(ANNA, session, holder=holder, by=event.entries.get(number=18))
    session.refresh_from_db()
    booked = book_lateness(ANNA, session, entry=holder, arrived=START + timedelta(minutes=20), reason="late")
    assert booked["forfeited"]
