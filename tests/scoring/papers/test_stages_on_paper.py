"""Papers of an event with stages: the chart names the stage of each session, the results the last stage of each."""

import pytest
from django.utils import translation
from django.utils.translation import gettext

from scoring.formats.services.formats import set_format
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import PAPERS, Choice
from scoring.releases.services.releasing import release_session
from tests.support.draws import ACTOR, drawn, planned
from tests.support.formats import draw_next, play
from tests.support.pdf_reading import assert_clear, texts_of
from tests.web.desk.draw.test_draw import browser
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
STAGES = [
    {"first_session": 1, "last_session": 2, "method": "chart", "name": "预赛", "advance": 8},
    {"first_session": 3, "last_session": 3, "method": "fours", "who": "rest", "name": "安慰赛"},
    {"first_session": 3, "last_session": 3, "method": "fours", "who": "best", "count": 8, "name": "决赛"},
]


@pytest.fixture
def event() -> Event:
    event = planned("stages", 16, 3)
    set_format(ACTOR, event, stages=STAGES)
    drawn(event)
    play(event, 1)
    play(event, 2)
    draw_next(event, 3)
    play(event, 3)
    for session in event.sessions.order_by("number"):
        release_session(ACTOR, session)
    return event


def test_the_chart_names_the_stages_of_a_session(event: Event) -> None:
    text = "\n".join(assert_clear(browser("public").get("/e/stages/seats/files/chart.pdf").content))
    assert "Session 2 · 预赛" in text
    assert "Session 3 · 决赛 · 安慰赛" in text


def test_the_results_name_the_last_stage_of_each_player(event: Event) -> None:
    lines = browser("public").get("/e/stages/files/standings.csv").content.decode("utf-8-sig").splitlines()
    heading, first, ninth = (line.split(",") for line in (lines[0], lines[1], lines[9]))
    at = heading.index("Stage")
    assert (first[at], ninth[at]) == ("决赛", "安慰赛")
    assert "Stage" in "\n".join(assert_clear(browser("public").get("/e/stages/files/standings.pdf").content))


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_the_results_of_each_stage_on_paper(event: Event, language: str) -> None:
    made = make_paper(event, Choice("stage-list", language, view="live"), total=lambda _parts: None, step=lambda: None)
    assert_clear(made.data)
    text = " ".join(" ".join(page.split()) for page in texts_of(made.data))
    with translation.override(language):
        assert gettext("Results of each stage") in text
    assert [text.count(name) for name in ("预赛", "安慰赛", "决赛")] == [1, 1, 1]
    assert text.count("选手1 ") == 2


def test_the_results_of_each_stage_as_a_file(event: Event) -> None:
    """Sixteen play the first two sessions; at each table lower numbers are first. The third has eight in each stage."""
    choice = Choice("stage-list", "en", ending="csv", view="live")
    made = make_paper(event, choice, total=lambda _parts: None, step=lambda: None)
    lines = made.data.decode("utf-8-sig").splitlines()
    heading, *rows = (line.split(",") for line in lines)
    at = {name: heading.index(name) for name in ("Rank", "Stage", "No.", "Session 1: TP", "Session 3: TP")}
    players = [row for row in rows if row[at["No."]]]
    stages = [row[at["Stage"]] for row in players]
    assert [stages.count(name) for name in ("预赛", "安慰赛", "决赛")] == [16, 8, 8]
    assert [row[at["Rank"]] for row in players if row[at["Stage"]] == "决赛"][0] == "1"
    assert {row[at["Session 3: TP"]] for row in players if row[at["Stage"]] == "预赛"} == {""}
    assert {row[at["Session 1: TP"]] for row in players if row[at["Stage"]] == "决赛"} == {""}


def test_an_event_of_one_stage_has_no_results_of_stages() -> None:
    assert PAPERS["stage-list"].lacks(planned("plain", 16, 3)) == "This event has only one stage."
