"""The public standings, filtered by team and country."""

import re

import pytest

from tests.support.cup import cup, taken_in
from tests.support.page_reading import visible_text
from tests.web.pocket.conftest import page_text

PAGE = "/e/cup/standings/"
NOTICES = {
    "country=XX": ("No such country", "“XX” is not a country code."),
    "country=<b>": ("No such country", "“<b>” is not a country code."),
    "country=KR": ("No players found", "No player of this event plays for South Korea."),
    "team=99": ("No such team", "No team of this event has the number “99”."),
    "team=none": ("No such team", "No team of this event has the number “none”."),
    "q=nobody": ("No players found", "Try fewer words, or another team or country."),
}


@pytest.mark.parametrize("query", NOTICES)
def test_a_filter_that_finds_nobody_says_what_is_wrong(event, public, query) -> None:
    text = page_text(public, f"{PAGE}?{query}")
    for words in NOTICES[query]:
        assert words in text


@pytest.mark.parametrize("code", ["ES", "es", "ESP", "DE", "GER"])
def test_a_country_is_found_by_any_of_its_codes(event, public, code) -> None:
    names = {"E": "GARCÍA Luis", "D": "MÜLLER Eva", "G": "MÜLLER Eva"}
    page = public.get(f"{PAGE}?country={code}")
    text = visible_text(page.text)
    assert [name for name in set(names.values()) if name in text] == [names[code[0].upper()]]
    assert page.text.count(" selected>") == 1


def test_a_page_after_the_last_one_shows_the_last_one(event, public) -> None:
    assert page_text(public, f"{PAGE}?page=9") == page_text(public, PAGE)


TEAM_COLUMN = re.compile(r"<th[^>]*>\s*Team\s*</th>")
WITH_TEAM_COLUMN = ["/e/cup/", PAGE, "/e/cup/players/"]


def test_an_event_with_teams_names_them(event, public) -> None:
    assert all(TEAM_COLUMN.search(public.get(page).text) for page in WITH_TEAM_COLUMN)


def test_an_event_without_teams_has_no_column_for_them(db, public) -> None:
    document = cup() | {"teams": []}
    document["players"] = [{**player, "team": None} for player in document["players"]]
    taken_in(document, release=2)
    assert not any(TEAM_COLUMN.search(public.get(page).text) for page in WITH_TEAM_COLUMN)
