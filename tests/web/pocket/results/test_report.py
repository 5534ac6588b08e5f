"""The page of the report of an event."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.releases.services.releasing import release_session
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet
from tests.support.cup import taken_in
from tests.support.draws import ACTOR
from tests.support.event_generator import make_event
from tests.support.finals import final
from tests.support.gallery import ORPHANS
from tests.support.pdf_reading import texts_of
from tests.support.releases import closed
from tests.web.pocket.conftest import page_text
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db
REPORT = "/e/final/report/"


@pytest.fixture
def ended() -> Event:
    event = final()
    release_session(ACTOR, event.sessions.get(number=2))
    return event


@pytest.fixture
def administrator() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Account.objects.create_user("administrator", is_superuser=True))
    return client


def test_it_has_podium_numbers_and_the_best_of_the_event(ended: Event, public: Client) -> None:
    text = page_text(public, REPORT)
    assert "Players 8 Teams 2 Groups 1 Sessions 2 Tables played 4 Hands recorded 2" in text
    assert "Points of the won hands 100" in text
    assert "88 李娜" in text
    assert "30 points between the first and the last Session 2, table 2" in text
    assert "From rank 5 after session 1 to rank 3" in text
    assert "Results: official since" in text


def test_a_hand_with_recorded_tiles_is_drawn(ended: Event, public: Client) -> None:
    sheet = Sheet.objects.get(table__session__event=ended, table__session__number=2, table__number=1)
    columns = {"sheet": sheet, "valid_from_version": 1, "record": {"tiles": ORPHANS}, "calculated": 88}
    HandRecord.objects.create(no=1, winner="E", **columns)
    HandRecord.objects.create(no=2, winner="W", **columns)
    page = public.get(REPORT).content.decode()
    assert page.count('class="answer-hand"') == 1, "the tiles of hand 2 are not its winner's"
    assert page.index("88") < page.index('class="answer-hand"') < page.index("12</b>")


def test_before_the_last_release_it_says_when_it_comes_also_to_officials(
    db: None, public: Client, administrator: Client
) -> None:
    final()
    for client in (public, administrator):
        text = page_text(client, REPORT)
        assert "The report comes when the results of all 2 sessions are released." in text
        assert "88" not in text


def test_the_paper_is_public_after_the_last_release(ended: Event, public: Client) -> None:
    answer = public.get("/e/final/files/report.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert "李娜" in "".join(texts_of(answer.content))


def test_before_the_last_release_there_is_no_paper(db: None, public: Client) -> None:
    final()
    assert public.get("/e/final/files/report.pdf").status_code == 404
    assert public.get("/e/final/files/standings.pdf").status_code == 200


def test_officials_read_the_public_names(ended: Event, administrator: Client) -> None:
    ended.entries.filter(number=6).update(name_consent=False)
    text = page_text(administrator, REPORT)
    assert "M. E." in text
    assert "MÜLLER Eva" not in text


def test_the_home_and_the_desk_link_it(ended: Event, public: Client, administrator: Client) -> None:
    assert f'href="{REPORT}"' in public.get("/live/final/event", follow=True).content.decode()
    assert f'href="{REPORT}"' in administrator.get("/e/final/desk/send/").content.decode()


def test_an_event_closed_before_its_planned_end_shows_podium_and_report(db: None, public: Client) -> None:
    event = final(sessions=3)
    release_session(ACTOR, event.sessions.get(number=2))
    assert "Podium" not in public.get("/live/final/event", follow=True).content.decode()
    cache.clear()
    closed(event)
    assert "Podium" in public.get("/live/final/event", follow=True).content.decode()
    assert "Closest table" in page_text(public, REPORT)


def test_queries_do_not_grow_with_players(public: Client, queries: Callable[[Client, str], int]) -> None:
    for slug, players, sessions in (("one", 8, 2), ("three", 24, 4)):
        document = make_event(1, players=players, sessions=sessions, odd=False, stages=False)
        document["event"]["id"] = slug
        event = taken_in(document)
        for session in event.sessions.filter(released_at=None).order_by("number"):
            release_session(ACTOR, session)
    assert queries(public, "/e/one/report/") == queries(public, "/e/three/report/")


def test_a_second_reader_causes_few_queries(
    ended: Event, public: Client, queries: Callable[[Client, str], int], django_assert_max_num_queries: Any
) -> None:
    assert queries(public, REPORT) <= 15
    with django_assert_max_num_queries(4):
        public.get(REPORT)
