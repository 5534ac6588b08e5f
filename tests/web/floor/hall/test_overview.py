"""The Floor's overview of the tables."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.progress.rules import is_slow
from scoring.sheets.models.facts import Hand, Signature, SignedTotal
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.people.persons import seat_person
from scoring.sheets.services.referee_calls import call_referee
from tests.support.page_reading import visible_text
from tests.web.floor.hall.browsing import FLOOR, SYSTEM
from tournament.clocks.models import SessionClock
from tournament.clocks.services.clocks import start_session
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting

pytestmark = pytest.mark.django_db


def test_overview_marks_disputed_and_slow_tables(event: Event, session: Session, chief: Client) -> None:
    start_session(SYSTEM, session)
    long_ago = timezone.now() - timedelta(minutes=40)
    SessionClock.objects.update(started_at=long_ago)
    Hand.objects.filter(sheet__table__number=1, no=1).update(disputed=True)
    page = chief.get(FLOOR).content.decode()
    first = page.split('data-table="1"')[1].split('data-table="2"')[0]
    assert "disputed hand" in first
    assert page.count("no entry lately") == 2  # nobody is behind the hall
    assert "slow" not in page
    assert "2 tables need an official" in page


def test_overview_says_in_chinese_that_a_referee_was_called_not_a_player(session: Session, chief: Client) -> None:
    call_referee(SYSTEM, Sheet.objects.get(table__number=2))
    tile = chief.get(FLOOR, headers={"accept-language": "zh-hans"}).content.decode().split('data-table="2"')[1]
    assert "呼叫" in tile.split("</li>")[0]
    assert "催场" not in tile.split("</li>")[0]


def test_overview_names_players_and_says_that_only_totals_are_there(session: Session, chief: Client) -> None:
    sheet = Sheet.objects.get(table__number=2)
    Hand.objects.filter(sheet=sheet).delete()
    seated = [seat.entry.name for seat in sheet.table.sittings.filter(from_hand=0).select_related("entry")]
    tile = chief.get(FLOOR).content.decode().split('data-table="2"')[1].split("</li>")[0]
    assert len(seated) == 4
    assert not any(name in tile for name in seated)
    assert "no hand yet" in tile
    named = chief.get(f"{FLOOR}?names=1").content.decode().split('data-table="2"')[1].split("</li>")[0]
    assert all(name in named for name in seated)
    SignedTotal.objects.create(sheet=sheet, seat="E", points=0, valid_from_version=1)
    cache.clear()
    tile = chief.get(FLOOR).content.decode().split('data-table="2"')[1].split("</li>")[0]
    assert "totals only" in tile
    assert "no hand yet" not in tile


def test_overview_shows_only_the_tables_that_need_an_official(event: Event, session: Session, chief: Client) -> None:
    Hand.objects.filter(sheet__table__number=1, no=1).update(disputed=True)
    page = chief.get(f"{FLOOR}?needs=1").content.decode()
    assert re.findall(r'data-table="(\d+)"', page) == ["1"]
    assert re.findall(r'data-table="(\d+)"', chief.get(FLOOR).content.decode()) == ["1", "2"]


def test_overview_marks_the_session_in_play_as_chosen(event: Event, session: Session, chief: Client) -> None:
    event.sessions.create(number=2)
    tabs = chief.get(FLOOR).content.decode().split('aria-label="Sessions"')[1].split("</nav>")[0]
    assert re.findall(r'href="([^"]+)"\s+aria-current="page"', tabs) == ["/e/1/floor/?session=1"]


def test_overview_counts_checks_and_signatures_of_the_players(event: Event, session: Session, chief: Client) -> None:
    sheet = Sheet.objects.get(table__number=1)
    for signer in ("E", "S", "W"):
        Signature.objects.create(sheet=sheet, valid_from_version=1, step="check", signer=signer, how="phone")
    assert "3 checked" in chief.get(FLOOR).content.decode()
    for signer in ("E", "S", "referee"):
        Signature.objects.create(sheet=sheet, valid_from_version=1, step="sign", signer=signer, how="code")
    cache.clear()
    page = chief.get(FLOOR).content.decode()
    assert ("2 signed" in page, "3 checked" in page) == (True, False)


def test_overview_names_the_persons_by_the_winds_of_the_hand_in_play(
    event: Event, session: Session, chief: Client
) -> None:
    """Three hands are written at table 1: hand 5 is in play, where the seats E S W N sit S E N W (A4)."""
    tile = chief.get(f"{FLOOR}?names=1").content.decode().split('data-table="1"')[1].split("</li>")[0]
    people = re.findall(r"<abbr[^>]*>(.)</abbr> <b>(\d+)</b>", tile)
    assert people == [("E", "2"), ("S", "1"), ("W", "6"), ("N", "5")]
    assert "hand 5" in tile  # as calls and the table's phone number it


def test_the_page_of_a_table_lists_its_rounds_with_the_players_numbers(
    event: Event, session: Session, chief: Client
) -> None:
    rounds = chief.get(f"{FLOOR}tables/1/1/").text.split("Rounds, East to North")[1].split("</ol>")[0]
    numbers = [re.findall(r"(?:^|· )(\d+) ", row) for row in re.findall(r"<span>(.*?)</span>", rounds)]
    assert numbers == [["1", "2", "5", "6"], ["2", "1", "6", "5"], ["5", "6", "2", "1"], ["6", "5", "1", "2"]]


def test_each_person_of_a_seat_has_their_own_number(event: Event, session: Session, chief: Client) -> None:
    table = session.tables.get(number=1)
    table.sittings.create(seat="E", name="路人甲", from_hand=5)
    holder = table.sittings.get(seat="E", from_hand=0).entry
    sitters = chief.get(f"{FLOOR}tables/1/1/").text.split("floor-sitters")[1].split("</ul>")[0]
    shown = visible_text(sitters)
    assert f"{holder.number} {holder.name} 路人甲 from hand 5" in shown


def test_overview_shows_the_last_hand_of_a_checked_table(event: Event, session: Session, chief: Client) -> None:
    Sheet.objects.filter(table__number=1).update(state=Sheet.State.CHECKED)
    tile = chief.get(FLOOR).content.decode().split('data-table="1"')[1].split("</li>")[0]
    assert "hand 4" in tile


def test_overview_queries_do_not_grow_with_tables(
    event: Event, session: Session, chief: Client, django_assert_num_queries
) -> None:
    chief.get(FLOOR)
    cache.clear()
    with django_assert_num_queries(_queries(chief)):
        cache.clear()
        chief.get(f"{FLOOR}?session=1")


def _queries(chief: Client) -> int:
    Sheet.objects.filter(table__number=2).delete()
    session = Session.objects.get()
    # Two queries look for missing players while a table has no hand.
    Sheet.objects.create(table=session.tables.create(number=3))
    with CaptureQueriesContext(connection) as captured:
        chief.get(f"{FLOOR}?session=1")
    for number in (4, 5, 6):
        Sheet.objects.create(table=session.tables.create(number=number))
    return len(captured)


@pytest.mark.parametrize(("state", "needs"), [("open", True), ("signed", True), ("confirmed", False)])
def test_table_confirmed_with_a_contradiction_needs_no_attention(
    event: Event, chief: Client, state: str, needs: bool
) -> None:
    """The signed totals count; the rest is for the Desk and is still marked (rulings: Scores)."""
    sheet = Sheet.objects.get(table__session__number=1, table__number=1)
    Sheet.objects.filter(pk=sheet.pk).update(state=state)
    Comparison.objects.update_or_create(sheet=sheet, defaults={"kinds": ["hands-totals"], "contradicts": True})
    page = chief.get(f"{FLOOR}?session=1").content.decode()
    assert "discrepancy" in page
    assert ("1 table needs an official" in page) is needs


def test_table_with_a_suspended_player_needs_attention(event: Event, session: Session, chief: Client) -> None:
    """3.11.4: the player is out at once; the overview asks for a filler until one sits there."""
    start_session(SYSTEM, session)
    seat = Sitting.objects.get(table__session=session, table__number=2, seat="S", from_hand=0)
    seat.entry.withdrawals.create(from_session=2, suspended=True)
    page = chief.get(FLOOR).content.decode()
    first = page.split('data-table="2"')[1].split("data-table=")[0]
    assert page.count("filler wanted") == first.count("filler wanted") == 1
    assert "1 table needs an official" in page
    sheet = Sheet.objects.get(table=seat.table)
    seat_person(SYSTEM, sheet, seen=sheet.version, seat="S", from_hand=3, name="路人甲", reason="suspended")
    assert "suspended: a filler takes over" not in chief.get(FLOOR).content.decode()


def test_floor_shows_first_unfinished_session_without_clocks(event: Event, session: Session, chief: Client) -> None:
    Event.objects.update(planned_sessions=2)
    Session.objects.create(event=event, number=2, starts=timezone.now() + timedelta(hours=1))
    assert ">Session 1</h2>" in chief.get(f"{FLOOR}clock/").content.decode()
    Sheet.objects.update(state="signed")
    assert ">Session 2</h2>" in chief.get(f"{FLOOR}clock/").content.decode()
    cache.clear()
    start_session(SYSTEM, session)
    chief.post(f"{FLOOR}clock/1/end/", {})
    assert "Undo the end of session 1" in chief.get(f"{FLOOR}clock/").content.decode()
    SessionClock.objects.all().delete()
    Session.objects.update(late_from=None)
    cache.clear()
    assert "Session 2 starts" in chief.get(f"{FLOOR}clock/").content.decode()


@pytest.mark.parametrize(("hands", "minutes", "slow"), [(6, 5, False), (5, 5, True), (9, 15, True), (9, None, False)])
def test_table_is_slow_if_four_hands_behind_or_without_entries(hands: int, minutes: int | None, slow: bool) -> None:
    since = None if minutes is None else timedelta(minutes=minutes)
    assert is_slow(hands, [9, 9, 9, hands], since) is slow
