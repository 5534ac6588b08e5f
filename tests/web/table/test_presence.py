"""Players say on their table's phone, or a referee on the Floor, that they are here (3.5.7.1)."""

import pytest
from django.test import Client
from django.urls import reverse

from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from scoring.progress.selectors.floor_tables import floor_tables
from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.sheets import at, empty_sheet, new_card
from tests.web.floor.appeals.browsing import words
from tournament.clocks.models import SessionClock
from tournament.clocks.selectors.clocks import clock_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.presence.models.presence import Arrival
from tournament.presence.selectors.presence import arrivals_in
from tournament.presence.services.arrivals import arrive

pytestmark = pytest.mark.django_db
DOOR = system_actor("门口")
BUTTON = "All players of this table are here"


@pytest.fixture
def sheet() -> Sheet:
    return empty_sheet(small_event())


@pytest.fixture
def event(sheet: Sheet) -> Event:
    return sheet.table.session.event


@pytest.fixture
def phone(sheet: Sheet, event: Event) -> Client:
    _card, access = new_card(event, sheet.table.number)
    client = Client(headers={"accept-language": "en"})
    client.get(reverse("table:opened", args=[access.token]))
    return client


def place(sheet: Sheet) -> list[object]:
    return [sheet.table.session.event.slug, sheet.table.session.number, sheet.table.number]


def official(event: Event, role: str) -> Client:
    account = Account.objects.create_user(role, name=role)
    Role.objects.create(account=account, event=event, name=role)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def test_a_phone_without_the_pen_checks_the_four_in(sheet: Sheet, event: Event, phone: Client) -> None:
    page = reverse("table:page", args=place(sheet))
    assert BUTTON not in words(phone.get(page))  # nobody uses the check-in of this session
    arrive(DOOR, at(sheet, "S"), session=1)
    assert "Not checked in yet:" in words(phone.get(page))
    assert phone.post(reverse("table:here", args=place(sheet)), {"key": "a"}).status_code == 302
    assert len(arrivals_in(event, 1)) == 4
    shown = words(phone.get(page))
    assert "All players at this table are checked in." in shown
    assert BUTTON not in shown
    logged = AuditEntry.objects.get(action="sheet.all_here")
    assert sorted(logged.after["numbers"]) == sorted(at(sheet, seat).number for seat in "EWN")


def test_the_button_is_there_before_each_session_if_players_check_in_for_each(
    sheet: Sheet, event: Event, phone: Client
) -> None:
    event.play_settings.sign_in = "session"
    event.play_settings.save()
    assert BUTTON in words(phone.get(reverse("table:page", args=place(sheet))))


def test_a_signed_sheet_checks_nobody_in(sheet: Sheet, phone: Client) -> None:
    Sheet.objects.update(state="signed")
    phone.post(reverse("table:here", args=place(sheet)), {"key": "a"})
    assert not Arrival.objects.exists()


def test_a_stranger_checks_nobody_in(sheet: Sheet) -> None:
    assert Client().post(reverse("table:here", args=place(sheet)), {"key": "a"}).status_code == 403
    assert not Arrival.objects.exists()


def test_a_referee_checks_in_one_and_then_all(sheet: Sheet, event: Event) -> None:
    referee = official(event, "referee")
    arrive(DOOR, at(sheet, "S"), session=1)
    page, here = reverse("floor:table", args=place(sheet)), reverse("floor:here", args=place(sheet))
    assert "All are here" in words(referee.get(page))
    referee.post(here, {"key": "a", "here": at(sheet, "E").number})
    assert set(arrivals_in(event, 1)) == {at(sheet, "S").pk, at(sheet, "E").pk}
    referee.post(here, {"key": "b"})
    assert len(arrivals_in(event, 1)) == 4
    assert "All are here" not in words(referee.get(page))


def test_a_referee_checks_each_table_during_the_seat_check(sheet: Sheet, event: Event) -> None:
    """3.5.7.2: also where nobody was checked in at the door."""
    referee = official(event, "referee")
    page, here = reverse("floor:table", args=place(sheet)), reverse("floor:here", args=place(sheet))
    assert "All are here" not in words(referee.get(page))
    SessionClock.objects.create(session=sheet.table.session, checked_at="2026-05-01T08:50:00Z")
    assert "All are here" in words(referee.get(page))
    referee.post(here, {"key": "a"})
    assert len(arrivals_in(event, 1)) == 4


def test_floor_tiles_say_who_is_missing_until_the_first_hand(sheet: Sheet, event: Event) -> None:
    assert [table.missing for table in floor_tables(event, 1, None)] == [0]  # check-in is not used
    arrive(DOOR, at(sheet, "S"), session=1)
    [table] = floor_tables(event, 1, None)
    assert (table.missing, table.late, table.needs) == (3, False, False)
    started = "2026-05-01T09:00:00Z"
    SessionClock.objects.create(session=sheet.table.session, started_at=started, minutes=120)
    [table] = floor_tables(event, 1, clock_of(sheet.table.session))
    assert (table.missing, table.late, table.needs) == (3, True, True)
