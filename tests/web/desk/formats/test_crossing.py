"""The Desk's page of the cross-over from pools to the next stage."""

import re

import pytest

from scoring.formats.services.formats import set_format
from tests.scoring.formats.test_pools import SEEDING, by_number, pooled
from tests.support.draws import ACTOR, drawn, planned
from tests.support.formats import draw_next, play
from tests.web.desk.draw.test_draw import browser

pytestmark = pytest.mark.django_db
PAGE = "/e/pooled/desk/format/stages/3/crossing/"


def places(*ranks: int) -> dict[str, str]:
    return {f"place-{at}": str(rank) for at, rank in enumerate(ranks)}


def chosen(page: str) -> list[str]:
    return re.findall(r'<option value="\d+" selected>(\w+)</option>', page)


def test_the_organizer_sees_who_meets_whom_and_changes_it() -> None:
    event = pooled()
    event.entries.update(country="")
    desk = browser("organizer", event)
    assert f'href="{PAGE}"' in desk.get("/e/pooled/desk/format/").text
    assert chosen(desk.get(PAGE).text) == ["A1", "C1", "B2", "D2", "B1", "D1", "A2", "C2"]
    twice = desk.post(PAGE, places(1, 1, 2, 3, 4, 5, 6, 7))
    assert (twice.status_code, twice.text.count("field-errors")) == (400, 2)
    assert "A1 is chosen twice." in twice.text
    assert chosen(twice.text)[:2] == ["A1", "A1"]
    assert desk.post(PAGE, places(1, 2, 3, 4, 5, 6, 7, 8)).status_code == 302
    assert event.stages.get(number=3).crossing == [1, 2, 3, 4, 5, 6, 7, 8]
    assert "Changed by hand." in desk.get(PAGE).text
    assert desk.post(PAGE, places(1, 5, 2, 6, 3, 7, 4, 8)).status_code == 302
    assert desk.get(PAGE).text.count("one pool") == 2
    assert desk.post(PAGE, places(1, 3, 6, 8, 2, 4, 5, 7)).status_code == 302
    assert event.stages.get(number=3).crossing == []
    for session in (1, 2, 3):
        play(event, session, by_number)
        draw_next(event, session + 1)
    shown = desk.get(PAGE).text
    assert ("This session is drawn" in shown, "选手1" in shown, "<select" in shown) == (True, True, False)
    refused = desk.post(PAGE, places(1, 2, 3, 4, 5, 6, 7, 8))
    assert (refused.status_code, "Stage 3 has tables already" in refused.text) == (400, True)
    assert browser("scorekeeper", event).post(PAGE, places(1, 2, 3, 4, 5, 6, 7, 8)).status_code == 403


def test_the_draft_of_the_first_session_shows_the_pools() -> None:
    event = pooled()
    event.entries.update(country="")
    play(event, 1, by_number)
    page = browser("organizer", event).get("/e/pooled/desk/format/sessions/2/").text
    assert "选手1, 选手8, 选手9, 选手16, 选手17, 选手24, 选手25, 选手32" in page
    assert "Pairs of one country in a pool: 0; fewer than 0 are impossible." in page


def test_another_number_of_pools_brings_the_usual_cross_over_back() -> None:
    event = pooled()
    desk = browser("organizer", event)
    desk.post(PAGE, places(1, 2, 3, 4, 5, 6, 7, 8))
    form = {"last_session": 3, "method": "chart", "who": "all", "carry": "full", "for_units": "on", "pools": 2}
    answer = desk.post("/e/pooled/desk/format/stages/2/", form)
    assert answer.status_code == 302
    assert event.stages.get(number=2).pools == 2
    assert chosen(desk.get(PAGE).text) == ["A1", "B1", "A2", "B2"]


def test_the_bracket_after_pools_names_the_places() -> None:
    event = planned("teams", 64, 5)
    knockout = {"first_session": 3, "last_session": 5, "method": "knockout", "who": "best-of-pools", "count": 2}
    pools = {"first_session": 2, "last_session": 2, "method": "chart", "pools": 4, "pool_teams": True}
    set_format(ACTOR, event, stages=[SEEDING, pools, knockout | {"knockout": {"teams": 2}}])
    drawn(event)
    desk, page = browser("organizer", event), "/e/teams/desk/format/stages/3/bracket/"
    shown = desk.get(page).text
    assert chosen(shown)[-8:] == ["A1", "B2", "C1", "D2", "B1", "A2", "D1", "C2"]
    assert "Which place of which pool meets which" in shown
    form = {"match": "2-1", "players": "4", "sessions": "1", "tie": "member"}
    positions = {f"position-{at}": str(at) for at in range(1, 9)}
    assert desk.post(page, form | positions).status_code == 302
    assert event.stages.get(number=3).knockout["cross"] == list(range(1, 9))
    assert "A1 is chosen twice." in desk.post(page, form | positions | {"position-2": "1"}).text


def test_other_stages_have_no_cross_over() -> None:
    event = pooled()
    assert browser("organizer", event).get(PAGE.replace("3/cross", "2/cross")).status_code == 404
