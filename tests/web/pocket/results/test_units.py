"""The pages of teams and groups."""

import pytest
from django.test import Client

from tests.support.cup import cup, taken_in
from tests.web.pocket.conftest import page_text
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def test_a_team_sums_the_results_of_its_numbers(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/teams/1/")
    assert "Rank 2 of 2 Table points 12.5 Competition points −33 To rank 1 1.5 TP +132 CP" in text
    assert "VIDAL Iris ES reserve 4 +47 – 4 +47" in text
    assert "佐藤 翔太 SATO Shota JP 0 −120 0 −82 0 −38" in text
    assert "What counts 12.5 −33 7 0 5.5 −33 Sums 7 0 12.5 −33 Rank after the session 2 2" in text


def test_a_disqualified_member_does_not_count_a_withdrawn_one_does(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/teams/2/")
    assert "Rank 1 of 2 Table points 14 Competition points +99 All results" in text
    assert "Zoë <b>van der Vegt</b> NL disqualified: does not count 0 −76" in text
    assert "欧阳娜娜 CN withdrawn; what was played counts 3 −48" in text


def test_a_group_counts_its_best_four(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/groups/1/")
    assert "Rank 1 of 1 Table points 19 Competition points +210 The best 4 members count." in text
    assert text.count("not among the best 4") == 4
    assert "Łukasz Żółć PL not among the best 4 3 +4" in text
    assert "disqualified: does not count" in text


def test_sessions_beyond_the_setting_do_not_count(public: Client) -> None:
    settings = {"standings": {"team_sessions": 1, "group_best": 9}}
    taken_in(cup(id="short", settings=settings), release=2)
    team = page_text(public, "/e/short/teams/1/")
    assert "Sessions 1 to 1 count." in team
    assert "Player Sum 1 2 not counted VIDAL" not in team
    assert "2 not counted" in team
    assert "What counts 7 0 7 0 – Sums 7 0 7 0" in team
    group = page_text(public, "/e/short/groups/1/")
    assert "1 member is missing. So there is no rank." in group
    assert "Rank – Table points" in group


def test_an_unknown_number_is_not_found(event: Event, public: Client) -> None:
    for address in ("teams/3/", "groups/2/", "teams/99999999999999999999999/"):
        assert public.get(f"/e/cup/{address}").status_code == 404
