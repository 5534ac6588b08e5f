"""The Floor: access, clock buttons, tables overview, announcements, corrections without script."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from scoring.fouls.selectors.late import late_players
from scoring.fouls.services.lateness import book_lateness
from scoring.progress.rules import is_slow
from scoring.sheets.models.facts import Hand, Signature, SignedTotal
from scoring.sheets.models.results import Comparison, CountedResult
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.people.persons import seat_person
from scoring.sheets.services.referee_calls import call_referee
from tests.support.events import chinese_document
from tournament.access.services.roles import grant_role
from tournament.clocks.models import Announcement, ExtraTime, SessionClock
from tournament.clocks.rules import State
from tournament.clocks.selectors.clocks import clock_of, ended_at
from tournament.clocks.services.clocks import start_session
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.people.models.accounts import Account
from tournament.presence.services.arrivals import arrive

pytestmark = pytest.mark.django_db
SYSTEM = system_actor("test")
FLOOR = "/e/1/floor/"


@pytest.fixture
def event() -> Event:
    cache.clear()
    document = chinese_document()
    for table in document["sessions"][0]["tables"]:
        table["state"] = "open"
        del table["totals"]
    document["sessions"] = document["sessions"][:1]
    import_event(SYSTEM, document=document)
    return Event.objects.get()


@pytest.fixture
def session(event: Event) -> Session:
    return event.sessions.get()


def client_of(event: Event, role: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    account = Account.objects.create_user(role, name=role)
    grant_role(SYSTEM, event, account=account, name=role)
    client.force_login(account)
    return client


@pytest.fixture
def chief(event: Event) -> Client:
    return client_of(event, "chief-referee")


def test_only_officials_open_the_floor(event: Event) -> None:
    assert Client().get(FLOOR).status_code == 302
    assert client_of(event, "display").get(FLOOR).status_code == 403
    scorekeeper = client_of(event, "scorekeeper")
    assert scorekeeper.get(FLOOR).status_code == 200
    page = scorekeeper.get(f"{FLOOR}clock/").content.decode()
    assert "Start the session" not in page
    assert scorekeeper.post(f"{FLOOR}clock/", {"do": "start", "session": 1}).status_code == 403


def test_every_page_of_the_floor_names_the_event_and_leads_back(event: Event, session: Session, chief: Client) -> None:
    home = chief.get(FLOOR).content.decode()
    tabs = home.partition('aria-label="Floor of the event"')[2].partition("</nav>")[0]
    pages = [link for link in re.findall(r'href="([^"]+)"', tabs) if link.startswith(FLOOR)]
    assert len(pages) >= 5
    for page in [*pages, f"{FLOOR}tables/1/1/"]:
        head = chief.get(page).content.decode().partition("<main")[0]
        assert event.name in head.partition('class="masthead-name"')[2], page
        assert 'href="/e/1/desk/"' in head, page
        assert f'href="{FLOOR}"' in head, page


def test_a_long_break_is_asked_about(event: Event, session: Session, chief: Client) -> None:
    chief.post(f"{FLOOR}clock/", {"do": "start", "session": 1})
    typed = {"do": "break", "session": 1, "minutes": 20}
    asked = chief.post(f"{FLOOR}clock/", typed)
    assert asked.status_code == 400
    assert "at most 15 minutes in a session (3.5.6); this makes 20" in asked.content.decode()
    assert 'value="20"' in asked.content.decode()
    assert 'type="checkbox" name="long"' in asked.content.decode()
    assert 'name="long"' not in chief.get(f"{FLOOR}clock/").content.decode()
    assert clock_of(session).state(timezone.now()) == "running"
    assert chief.post(f"{FLOOR}clock/", typed | {"long": "on"}).status_code == 302
    assert clock_of(session).state(timezone.now()) == "break"


def test_chief_referee_runs_the_clock_from_start_to_end(event: Event, session: Session, chief: Client) -> None:
    for do, state in (("check", "seats"), ("start", "running"), ("pause", "pause"), ("go_on", "running")):
        chief.post(f"{FLOOR}clock/", {"do": do, "session": 1})
        assert clock_of(session).state(timezone.now()) == state
    chief.post(f"{FLOOR}clock/", {"do": "break", "session": 1, "minutes": 15, "silent": "on"})
    assert clock_of(session).state(timezone.now()) == "break"
    answer = chief.post(f"{FLOOR}clock/", {"do": "extra", "session": 1, "table": 7, "minutes": 5, "reason": "fall"})
    assert answer.status_code == 400
    assert "There is no table 7" in answer.content.decode()
    chief.post(f"{FLOOR}clock/", {"do": "extra", "session": 1, "table": 2, "minutes": 5, "reason": "fall"})
    assert ExtraTime.objects.get().table.number == 2
    chief.post(f"{FLOOR}clock/1/end/", {})
    assert ended_at(session) is not None
    chief.post(f"{FLOOR}clock/1/back/", {"reason": "too early"})
    assert ended_at(session) is None


def test_every_clock_shows_the_end_rule_and_the_gong_times(event: Event, session: Session) -> None:
    start_session(SYSTEM, session)
    page = Client(headers={"accept-language": "en"}).get("/e/1/clock/").content.decode()
    end = clock_of(session).ends(timezone.now())
    assert end is not None
    assert "The running hand stops and is void" in page
    assert f'data-rings="notice:{int(end.timestamp() - 900) * 1000} end:{int(end.timestamp()) * 1000}"' in page


def test_clock_poll_takes_at_most_one_query(event: Event, session: Session, django_assert_max_num_queries) -> None:
    start_session(SYSTEM, session)
    client = Client(headers={"accept-language": "en"})
    version = client.get("/live/1/clock")["Location"].split("v=")[1]
    assert client.get(f"/live/1/version?clock={version}").status_code == 204
    with django_assert_max_num_queries(1):
        assert client.get(f"/live/1/version?clock={version}").status_code == 204


def test_table_page_adds_its_extra_minutes_to_the_clock(event: Event, session: Session, chief: Client) -> None:
    start_session(SYSTEM, session)
    chief.post(f"{FLOOR}clock/", {"do": "extra", "session": 1, "table": 2, "minutes": 5, "reason": "fall"})
    assert "(this table: 5 more minutes)" in chief.get("/e/1/table/1/2/").content.decode()
    assert "(this table" not in chief.get("/e/1/table/1/1/").content.decode()


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
    shown = " ".join(re.sub(r"<[^>]+>", " ", sitters).split())
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


def test_announcement_is_shown_in_the_readers_language_until_retracted(event: Event, chief: Client) -> None:
    chief.post(f"{FLOOR}announcements/", {"zh": "午餐在二楼", "en": "Lunch is upstairs"})
    reader = Client()
    for language, text in (("zh-hans", "午餐在二楼"), ("en", "Lunch is upstairs"), ("ja", "午餐在二楼")):
        assert text in reader.get("/e/1/", headers={"accept-language": language}).content.decode()
    chief.post(f"{FLOOR}announcements/1/back/")
    assert "Lunch" not in reader.get("/e/1/", headers={"accept-language": "en"}).content.decode()
    answer = chief.post(f"{FLOOR}announcements/", {"zh": ""})
    assert answer.status_code == 400
    assert Announcement.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ({"ja": "昼食"}, ["昼食", "昼食", "昼食"]),
        ({"en": "Lunch", "ja": "昼食"}, ["Lunch", "Lunch", "昼食"]),
        ({"zh": "午餐", "en": "Lunch", "ja": "昼食"}, ["午餐", "Lunch", "昼食"]),
    ],
)
def test_each_reader_gets_the_own_language_or_another(
    event: Event, chief: Client, typed: dict[str, str], shown: list[str]
) -> None:
    chief.post(f"{FLOOR}announcements/", typed)
    assert Announcement.objects.get().texts == typed
    for language, text in zip(("zh-hans", "en", "ja"), shown, strict=True):
        page = Client().get("/e/1/", headers={"accept-language": language}).content.decode()
        assert f">{text}</li>" in page
        assert not [other for other in typed.values() if other != text and other in page]
    page = chief.get(f"{FLOOR}announcements/").content.decode()
    codes = {"zh": "zh-hans", "en": "en", "ja": "ja"}
    assert re.findall(r'<p lang="([^"]+)">([^<]+)</p>', page) == [(codes[key], typed[key]) for key in typed]


@pytest.mark.parametrize(
    ("languages", "fields"),
    [
        ([("en", "English")], ["en"]),
        ([("en", "English"), ("ja", "日本語")], ["en", "ja"]),
        ([("zh-hans", "中文"), ("en", "English"), ("fr", "Français")], ["zh", "en", "fr"]),
    ],
)
def test_the_form_has_a_field_for_each_language(
    event: Event, chief: Client, settings: Any, languages: list[tuple[str, str]], fields: list[str]
) -> None:
    settings.LANGUAGES = languages
    page = chief.get(f"{FLOOR}announcements/").content.decode()
    assert re.findall(r'<textarea name="([^"]+)"', page) == fields
    assert chief.post(f"{FLOOR}announcements/", dict.fromkeys(fields, " ")).status_code == 400
    texts = {field: f"text {field}" for field in fields}
    assert chief.post(f"{FLOOR}announcements/", texts).status_code == 302
    assert Announcement.objects.get().texts == texts


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
    assert (again.status_code, "not exchanged any more" in again.content.decode()) == (400, True)


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


def test_lateness_across_midnight_counts_from_the_evening(event: Event, session: Session, chief: Client) -> None:
    """3.11.2.1: a start at 23:50 and an arrival at 0:02 are 12 minutes apart."""
    evening = timezone.localtime().replace(hour=23, minute=50, second=0, microsecond=0)
    Session.objects.update(late_from=evening)
    number = Sitting.objects.get(table__session=session, table__number=1, seat="E", from_hand=0).entry.number
    sent = {"arrived": "00:02:00", "reason": "late", "sure": "1"}
    assert chief.post(f"{FLOOR}late/1/{number}/", sent).status_code == 302
    assert session.penalties.get().points == -20


def test_the_late_list_says_that_check_in_is_not_used(event: Event, session: Session, chief: Client) -> None:
    Session.objects.update(late_from=timezone.now() - timedelta(minutes=12))
    assert "Check-in is not used" in chief.get(f"{FLOOR}late/1/").content.decode()
    arrive(SYSTEM, event.entries.get(number=1), session=1)
    page = chief.get(f"{FLOOR}late/1/").content.decode()
    assert "Check-in is not used" not in page
    assert page.count("Record lateness") > 1


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


def test_shift_moves_only_sessions_not_begun(event: Event, session: Session, chief: Client) -> None:
    now = timezone.now()
    Session.objects.update(starts=now)
    Session.objects.create(event=event, number=2, starts=now + timedelta(hours=3))
    start_session(SYSTEM, session)
    page = chief.post(f"{FLOOR}clock/shift/", {"minutes": "20"}, follow=True).content.decode()
    assert "Session 2: 20 minutes later." in page
    assert "has begun" in page
    SessionClock.objects.create(session=event.sessions.get(number=2), started_at=now, ended_at=now)
    again = chief.post(f"{FLOOR}clock/shift/", {"minutes": "-5"}, follow=True).content.decode()
    assert "No session can be shifted" in again


def test_late_player_by_number_is_booked_and_shown_as_booked(event: Event, session: Session, chief: Client) -> None:
    """After lunch the door has an earlier arrival; the booked lateness is shown, not the cost of arriving now."""
    Session.objects.update(late_from=timezone.now() - timedelta(minutes=14))
    entry = Sitting.objects.get(table__session=session, table__number=1, seat="E", from_hand=0).entry
    assert chief.get(f"{FLOOR}late/1/", {"number": entry.number})["Location"] == f"{FLOOR}late/1/{entry.number}/"
    assert "No player has this number" in chief.get(f"{FLOOR}late/1/", {"number": 99}).content.decode()
    arrived = session.event.sessions.get().late_from + timedelta(minutes=3)  # type: ignore[operator]
    book_lateness(SYSTEM, event.sessions.get(), entry=entry, arrived=arrived, reason="late")
    [row] = [row for row in late_players(event.sessions.get()) if row.booked]
    assert (row.entry, row.points) == (entry, -10)


def test_lateness_counts_across_midnight(event: Event, session: Session, chief: Client) -> None:
    start = timezone.make_aware(datetime(2026, 5, 1, 23, 55))
    Session.objects.update(late_from=start)
    entry = Sitting.objects.get(table__session=session, table__number=1, seat="E", from_hand=0).entry
    sent = {"arrived": "00:03:00", "reason": "lost his way", "sure": "1"}
    assert chief.post(f"{FLOOR}late/1/{entry.number}/", sent).status_code == 302
    assert SessionPenalty.objects.values_list("entry__number", "points").get() == (entry.number, -10)


def test_ending_a_session_names_the_tables_still_playing(event: Event, session: Session, chief: Client) -> None:
    start_session(SYSTEM, session)
    Sheet.objects.filter(table__number=1).update(state="signed")
    chief.post(f"{FLOOR}clock/", {"do": "extra", "session": 1, "table": 2, "minutes": 5, "reason": "fall"})
    page = " ".join(chief.get(f"{FLOOR}clock/1/end/").content.decode().split())
    assert "1 table is still playing" in page
    assert re.findall(r'href="([^"]+)">Table 2 \+5 min</a>', page) == [f"{FLOOR}tables/1/2/"]
    Sheet.objects.update(state="signed")
    assert "still playing" not in chief.get(f"{FLOOR}clock/1/end/").content.decode()


@pytest.mark.parametrize(("hands", "minutes", "slow"), [(6, 5, False), (5, 5, True), (9, 15, True), (9, None, False)])
def test_table_is_slow_if_four_hands_behind_or_without_entries(hands: int, minutes: int | None, slow: bool) -> None:
    since = None if minutes is None else timedelta(minutes=minutes)
    assert is_slow(hands, [9, 9, 9, hands], since) is slow


CLOCK_PAGES = ("/e/1/", "/e/1/clock/", "/live/1/clock", FLOOR, f"{FLOOR}clock/", "/e/1/table/1/1/", "/e/1/wall/")


def test_session_can_start_again_after_its_start_was_undone(event: Event, session: Session, chief: Client) -> None:
    chief.post(f"{FLOOR}clock/", {"do": "start", "session": 1})
    chief.post(f"{FLOOR}clock/1/back/", {"reason": "too early"})
    for path in CLOCK_PAGES:
        assert chief.get(path, follow=True).status_code == 200, path
    page = chief.get(f"{FLOOR}clock/").content.decode()
    assert 'value="check"' in page
    assert 'value="start"' in page
    chief.post(f"{FLOOR}clock/", {"do": "start", "session": 1})
    assert clock_of(session).state(timezone.now()) is State.RUNNING


def test_undoing_the_start_keeps_the_seat_check(event: Event, session: Session, chief: Client) -> None:
    for do in ("check", "start"):
        chief.post(f"{FLOOR}clock/", {"do": do, "session": 1})
    chief.post(f"{FLOOR}clock/1/back/", {"reason": "too early"})
    page = chief.get(f"{FLOOR}clock/").content.decode()
    assert "Please take your seats" in page
    assert 'value="start"' in page
