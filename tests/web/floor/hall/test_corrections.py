"""Corrections at a table from the Floor, without script."""

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.people.persons import seat_person
from tests.web.floor.hall.browsing import FLOOR, SYSTEM
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting

pytestmark = pytest.mark.django_db


def test_exchange_shows_its_effect_before_it_is_written(event: Event, session: Session, chief: Client) -> None:
    sent = {"do": "exchange", "exchange-seat": "E", "exchange-other": "1-S", "exchange-first_hand": "1"}
    sent |= {"exchange-back": "", "exchange-reason": "names exchanged", "seen": '{"1": 1, "2": 1}'}
    page = chief.post(f"{FLOOR}tables/1/1/", sent).content.decode()
    assert "→ <b>" in page
    assert not Sitting.objects.filter(exchanged=True).exists()
    assert Sheet.objects.filter(version=1).count() == 2
    answer = chief.post(f"{FLOOR}tables/1/1/", sent | {"sure": "1"})
    assert answer.status_code == 302
    assert Sitting.objects.filter(exchanged=True).count() == 2
    assert chief.post(f"{FLOOR}tables/1/1/", sent | {"sure": "1"}).status_code == 400
    back = {"do": "back", "back-seat": "E", "back-reason": "they were right", "seen": '{"1": 2, "2": 1}'}
    page = chief.post(f"{FLOOR}tables/1/1/", back).content.decode()
    assert "→ <b>" in page.split('id="effect"')[1]
    assert Sitting.objects.filter(exchanged=True).count() == 2
    stale = chief.post(f"{FLOOR}tables/1/1/", back | {"sure": "1", "seen": '{"1": 1}'})
    assert (stale.status_code, Sitting.objects.filter(exchanged=True).count()) == (400, 2)
    assert chief.post(f"{FLOOR}tables/1/1/", back | {"sure": "1"}).status_code == 302
    assert not Sitting.objects.filter(exchanged=True).exists()
    assert 'value="back"' not in chief.get(f"{FLOOR}tables/1/1/").content.decode()
    again = chief.post(f"{FLOOR}tables/1/1/", back)
    assert (again.status_code, "no longer exchanged" in again.content.decode()) == (400, True)


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("round", {"round_no": "2", "E": "E", "S": "S", "W": "W", "N": "N"}),
        ("move", {"to": "9", "room": "二楼"}),
        ("leave", {"seat": "W", "from_hand": "7", "name": "路人甲"}),
        ("forfeit", {"seat": "N"}),
    ],
)
def test_every_form_of_a_table_shows_its_effect_then_writes(
    event: Event, session: Session, chief: Client, do: str, fields: dict[str, str]
) -> None:
    Hand.objects.filter(sheet__table__number=1, no__gt=2).delete()
    before = list(CountedResult.objects.order_by("pk").values())
    sent = {"do": do, "seen": '{"1": 1, "2": 1}', f"{do}-reason": "so it was"}
    sent |= {f"{do}-{name}": value for name, value in fields.items()}
    tried = chief.post(f"{FLOOR}tables/1/1/", sent)
    assert (tried.status_code, 'id="effect"' in tried.content.decode()) == (200, True)
    assert list(CountedResult.objects.order_by("pk").values()) == before
    assert chief.post(f"{FLOOR}tables/1/1/", sent | {"sure": "1"}).status_code == 302


def test_effect_on_a_sheet_without_result_is_shown(event: Event, session: Session, chief: Client) -> None:
    """Ten points for lateness at a table without a hand change the sheet but no result."""
    Hand.objects.filter(sheet__table__number=1).delete()
    CountedResult.objects.filter(sheet__table__number=1).delete()
    noon = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)
    Session.objects.update(late_from=noon)
    sent = {"arrived": "12:05:00", "reason": "late"}
    number = Sitting.objects.get(table__session=session, table__number=1, seat="E", from_hand=0).entry.number
    page = chief.post(f"{FLOOR}late/1/{number}/", sent).content.decode()
    assert "East: points so far</span> <span>0 → <b>−10</b>" in page
    assert "No result or rank changes now." in page
    assert "No hand is entered yet" in page
    assert not session.penalties.exists()


def test_effects_on_a_sheet_name_the_winds_of_the_hand_in_play(event: Event, session: Session, chief: Client) -> None:
    """In hand 5 the starting South deals (A4)."""
    sheet = Sheet.objects.get(table__number=1)
    Hand.objects.filter(sheet=sheet).delete()
    Hand.objects.bulk_create(Hand(sheet=sheet, no=no, result="drawn", valid_from_version=1) for no in range(1, 5))
    noon = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)
    Session.objects.update(late_from=noon)
    number = Sitting.objects.get(table=sheet.table, seat="S", from_hand=0).entry.number
    page = chief.post(f"{FLOOR}late/1/{number}/", {"arrived": "12:05:00", "reason": "late"}).content.decode()
    assert "East: points so far</span> <span>0 → <b>−10</b>" in page


def test_holder_forfeits_and_a_table_must_move_elsewhere(event: Event, chief: Client) -> None:
    sheet = Sheet.objects.get(table__number=1)
    filler = {"seat": "S", "from_hand": 1, "name": "路人甲"}
    seat_person(SYSTEM, sheet, seen=sheet.version, **filler, reason="not here")
    holder = Sitting.objects.get(table=sheet.table, seat="S", from_hand=0).entry
    page = chief.get(f"{FLOOR}tables/1/1/").content.decode()
    forfeit = page.split('id="forfeit"')[1].split("</details>")[0]
    assert f"{holder.number} {holder.name} (路人甲 plays there)" in forfeit
    # By number and name: the seat of the chart is not the wind of the hand in play.
    assert f"{holder.number} {holder.name}, table 1</option>" in page.split('id="exchange"')[1]
    for place in ({"move-to": "", "move-room": ""}, {"move-to": "1", "move-room": " "}):
        answer = chief.post(f"{FLOOR}tables/1/1/", {"do": "move", "move-reason": "x", "sure": "1", **place})
        assert answer.status_code == 400
        assert "The table is already there" in answer.content.decode()
