"""The clock's buttons on the Floor, and the clock on other pages."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from common.actions.models.ledgers import Ledger
from scoring.sheets.models.sheets import Sheet
from tests.web.floor.hall.browsing import FLOOR, SYSTEM
from tournament.clocks.models import ExtraTime, SessionClock
from tournament.clocks.rules import State
from tournament.clocks.selectors.clocks import clock_of, ended_at
from tournament.clocks.services.clocks import start_session
from tournament.events.models.events import Event
from tournament.events.models.stages import Session

pytestmark = pytest.mark.django_db


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


def test_after_the_time_the_end_rule_is_no_announcement_any_more(event: Event, session: Session) -> None:
    start_session(SYSTEM, session)
    visitor = Client(headers={"accept-language": "en"})
    assert "When time is over: The running hand stops and is void" in visitor.get("/e/1/clock/").text
    SessionClock.objects.update(started_at=timezone.now() - timedelta(hours=3))
    Ledger.objects.filter(event=event).update(clock=F("clock") + 1)
    page = visitor.get("/e/1/clock/").text
    assert "When time is over:" not in page
    assert "What happens now: The running hand stops and is void" in page


def test_every_clock_shows_the_end_rule_and_the_gong_times(event: Event, session: Session) -> None:
    start_session(SYSTEM, session)
    page = Client(headers={"accept-language": "en"}).get("/e/1/clock/").content.decode()
    end = clock_of(session).ends(timezone.now())
    assert end is not None
    assert "The running hand stops and is void" in page
    assert f'data-rings="notice:{int(end.timestamp() - 900) * 1000} end:{int(end.timestamp()) * 1000}"' in page


def test_the_clock_says_what_it_waits_for(event: Event, session: Session, chief: Client) -> None:
    def waits() -> str:
        return Client(headers={"accept-language": "en"}).get("/e/1/clock/").content.decode()

    event.sessions.update(starts=None)
    assert "The clock of session 1 appears here when the chief referee starts it." in waits()
    Sheet.objects.filter(table__session=session).update(state="confirmed")  # played without a clock
    event.sessions.exclude(pk=session.pk).delete()
    Event.objects.update(planned_sessions=2)
    floor = chief.get(f"{FLOOR}clock/").content.decode()
    assert ("Session 2 is not drawn yet" in floor, "No session yet" in floor) == (True, False)
    assert "The clock appears here when the chief referee starts the session." in waits()
    Event.objects.update(planned_sessions=1)
    assert "All sessions have been played." in waits()


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


def test_ending_a_session_names_the_tables_still_playing(event: Event, session: Session, chief: Client) -> None:
    start_session(SYSTEM, session)
    Sheet.objects.filter(table__number=1).update(state="signed")
    chief.post(f"{FLOOR}clock/", {"do": "extra", "session": 1, "table": 2, "minutes": 5, "reason": "fall"})
    page = " ".join(chief.get(f"{FLOOR}clock/1/end/").content.decode().split())
    assert "1 table is still playing" in page
    assert re.findall(r'href="([^"]+)">Table 2 \+5 min</a>', page) == [f"{FLOOR}tables/1/2/"]
    Sheet.objects.update(state="signed")
    assert "still playing" not in chief.get(f"{FLOOR}clock/1/end/").content.decode()


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
