"""The page with the rules of an event."""

import pytest
from django.test import Client

from tests.support.cup import cup, taken_in
from tests.web.pocket.conftest import page_text
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def test_every_setting_shows_its_article_and_sentence(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/rules/")
    assert "No setting departs from the text of the rules." in text
    assert "Length of a session (3.5.6) 120 minutes Minutes that a session lasts; at most 150 with the break." in text
    assert "Ties at a table (3.9.2) The tied places' points are added and divided" in text
    assert "Sessions that count for teams (3.10.1) all" in text
    assert "Electronic scoring approved by (3.5.5.6, 3.9.1.5) not stated" in text
    assert "The table points of all sessions decide first (3.10.1)." in text


def test_seat_rotation_follows_a4(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/rules/")
    assert "East E S N W South S E W N West W N E S North N W S E" in text


def test_departures_are_marked_and_texts_follow_the_settings(public: Client) -> None:
    settings = {
        "play": {"at_time": "finish"},
        "scoring": {"ties": "higher", "electronic_approved_by": "The committee"},
        "standings": {"team_sessions": 2, "last_tie": "same-rank", "group_best": 3, "team_incomplete": "unranked"},
    }
    taken_in(cup(id="other", settings=settings))
    text = page_text(public, "/e/other/rules/")
    assert "6 settings depart from the text of the rules; they are marked below." in text
    assert "1 of them is against the rules." in text
    assert "The running hand is finished ✗ against the rules the text of the rules: The running hand stops" in text
    assert "2 ! departs from the text the text of the rules: all" in text
    assert "The committee Who approved" in text
    assert "Players with the same score all get the points of the higher place." in text
    assert "Still equal: the rank is shared." in text
    assert "For teams and groups sessions 1 to 2 count. A team of fewer than four has no rank." in text
    assert "A group adds up its best 3 members" in text


def test_only_the_japanese_page_warns_of_the_error_in_the_japanese_text(event: Event) -> None:
    pages = {
        language: Client(headers={"accept-language": language}).get("/e/cup/rules/").content.decode()
        for language in ("ja", "en", "zh-hans")
    }
    assert "素点" in pages["ja"]
    assert "raw points first by mistake" not in pages["en"]
    assert pages["ja"].count("3.10.1") == pages["en"].count("3.10.1") + 1 == pages["zh-hans"].count("3.10.1") + 1


def test_an_event_of_1998_cites_its_text_and_names_its_hands(event: Event, public: Client) -> None:
    taken_in(cup(id="other", rules="gb-1998"))
    text = page_text(public, "/e/other/rules/")
    assert "Chinese rules of 1998" in text
    assert "the rules of 2014 apply" in text
    assert "three tiles are “in the pool”" in text
    assert "15 N–W" in text
    assert 'href="/count/?rules=gb-1998"' in public.get("/e/other/rules/").text
    chinese = Client(headers={"accept-language": "zh-hans"}).get("/e/other/rules/").text
    assert "15 北风西局" in chinese
    assert "1 东风东局" in chinese
    assert "Chinese rules of 1998" not in page_text(public, "/e/cup/rules/")
