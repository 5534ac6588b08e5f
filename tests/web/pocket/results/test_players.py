"""The list of players and each player's page."""

import pytest
from django.test import Client

from tests.support.cup import cup, taken_in
from tests.web.pocket.conftest import page_text
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def test_all_entries_are_listed_by_number(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/players/")
    assert "1 王伟 CN 龙队 2 佐藤 翔太 SATO Shota JP 龙队" in text
    assert "6 欧阳娜娜 withdrawn CN Tigers 7 Zoë <b>van der Vegt</b> disqualified NL Tigers" in text
    assert "9 路人甲 filler 10 VIDAL Iris reserve ES 龙队" in text


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("佐藤", "佐藤 翔太"),
        ("shota sato", "佐藤 翔太"),
        ("lukasz", "Łukasz Żółć"),
        ("8", "MÜLLER Eva"),
        ("germany", "MÜLLER Eva"),
        ("龙队 pl", "Łukasz Żółć"),
    ],
)
def test_a_player_is_found_by_any_name_number_country_or_team(
    query: str, name: str, event: Event, public: Client
) -> None:
    text = page_text(public, f"/e/cup/players/?q={query}")
    assert name in text
    assert "GARCÍA" not in text


def test_a_search_without_result_says_so(event: Event, public: Client) -> None:
    assert "No players found" in page_text(public, "/e/cup/players/?q=nobody")
    assert "No players found" in page_text(public, "/e/cup/players/?q=12345678901234567890")


def test_a_player_sees_rank_points_ties_gap_and_every_session(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/players/4/")
    assert "Łukasz Żółć Number 4 · Poland · 龙队" in text
    assert "Rank 5 of 7 ▼1 down 1 place Table points 3 Competition points +4 To rank 4 1 TP +12 CP" in text
    assert "from the best down: 1.5 · 1.5" in text
    assert "N Session 1, table 1 1.5 +20 4 Sums: 1.5 TP +20 CP 王伟 1.5 · +20" in text
    assert "S Session 2, table 2 1.5 −16 5 Sums: 3 TP +4 CP ROSSI Anna 0 · −26" in text
    assert "Session 3" not in text


def test_the_first_has_no_gap(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/players/8/")
    assert "Rank 1 of 7 ▲2 up 2 places" in text
    assert "To rank" not in text


def test_a_player_replaced_from_the_start_has_no_result(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/players/1/")
    assert "S Session 2, table 1 – – 6 VIDAL Iris sat here from hand 1 no result GARCÍA Luis 1 · −11" in text


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (6, "Withdrawn Played sessions count, but there is no rank. Rank – Table points 3 Competition points −48"),
        (7, "Disqualified There is no rank, and the results do not count for the team."),
        (9, "Filler Completes tables. These results count for nobody"),
        (10, "Reserve Plays for members of the team. Rank 3 of 7"),
        (11, "Reserve Has not played yet."),
    ],
)
def test_kind_and_status_of_a_player_are_explained(number: int, sentence: str, event: Event, public: Client) -> None:
    assert sentence in page_text(public, f"/e/cup/players/{number}/")


def test_a_reserve_shows_only_the_sessions_played(event: Event, public: Client) -> None:
    text = page_text(public, "/e/cup/players/10/")
    assert "S Session 2, table 1 4 +47 3 Sums: 4 TP +47 CP sat from hand 1" in text
    assert "Session 1" not in text


def test_the_page_of_a_leaver_names_the_successor(event: Event, public: Client) -> None:
    assert "Ein Gast sat here from hand 9" in page_text(public, "/e/cup/players/7/")


def test_officials_see_unreleased_sessions_as_provisional(event: Event, official: Client) -> None:
    text = page_text(official, "/e/cup/players/1/")
    assert "E Session 3, table 1 4 +32 3 Sums: 5.5 TP +52 CP ◐ provisional GARCÍA Luis 1.5 · −8" in text
    assert "路人甲 filler" in text
    assert "forfeited" in page_text(official, "/e/cup/players/8/")
    assert "not seated" in page_text(official, "/e/cup/players/7/")


def test_an_unknown_number_is_not_found(event: Event, public: Client) -> None:
    for number in ("12", "0", "99999999999999999999999"):
        assert public.get(f"/e/cup/players/{number}/").status_code == 404


def test_earned_sums_differ_from_sums_with_half_carried(public: Client) -> None:
    stages = [
        {"number": 1, "first_session": 1, "last_session": 1},
        {"number": 2, "first_session": 2, "last_session": 3, "carry": "half", "players": [1, 2, 3, 4, 5, 6, 7]},
    ]
    document = cup(id="stages", stages=stages)
    document["sessions"][1:] = []
    taken_in(document, release=1)
    assert "Earlier stages do not count in full" not in page_text(public, "/e/stages/players/4/")
    document["event"]["id"] = "final"
    document["sessions"].append({"number": 2, "tables": [cup()["sessions"][1]["tables"][0]]})
    taken_in(document, release=2)
    text = page_text(public, "/e/final/players/5/")
    assert "Rank 1 of 7 Table points 3 Competition points +39 Ties" in text
    assert "Earlier stages do not count in full here" in text
    assert "E Session 2, table 1 1 −11 1 Sums: 5 TP +89 CP" in text
    # A player who did not advance is not shown as missing in the final.
    assert "Session 2" not in page_text(public, "/e/final/players/8/")
