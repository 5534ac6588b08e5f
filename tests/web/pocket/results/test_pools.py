"""The public page of the pools, and the list on paper."""

import re
from fractions import Fraction

import pytest
from django.utils import translation
from django.utils.translation import gettext

from scoring.formats.selectors.pool_tables import PoolLine, PoolsOfStage
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import PAPERS, Choice
from scoring.releases.services.releasing import release_session
from tests.scoring.formats.test_pools import by_number, pooled
from tests.support.draws import ACTOR
from tests.support.formats import draw_next, play, with_format
from tests.support.page_reading import visible_text
from tests.support.pdf_reading import assert_clear, texts_of
from tests.web.desk.draw.test_draw import browser
from tests.web.wall.test_screens import arranged, part, television
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage
from web.shared.formats.pools import screen_pages

pytestmark = pytest.mark.django_db
PAGE = "/e/pooled/standings/pools/"


def rows_of(page: str) -> list[str]:
    """Return the rows of the pools as text."""
    return [visible_text(row) for row in re.findall(r'<tr class="cut-.*?</tr>', page, re.DOTALL)]


def released(event: Event, session: int) -> None:
    play(event, session, by_number)
    release_session(ACTOR, event.sessions.get(number=session))


def test_the_pools_follow_the_releases() -> None:
    event = pooled()
    event.entries.update(country="")
    public = browser("public")
    assert "No pool is dealt yet" in public.get(PAGE).text
    released(event, 1)
    draw_next(event, 2)
    shown = public.get(PAGE).text
    assert 'href="/e/pooled/standings/pools/"' in public.get("/e/pooled/standings/").text
    assert ("Pool A" in shown, "Cross-over: A1-C1-B2-D2 · B1-D1-A2-C2" in shown) == (True, True)
    assert rows_of(shown)[0] == "1 选手1 1.75 +199"
    released(event, 2)
    assert rows_of(public.get(PAGE).text)[:2] == ["1 ● goes on 选手1 3.5 +398", "2 ● goes on 选手8 3.5 +384"]
    draw_next(event, 3)
    released(event, 3)
    rows = rows_of(public.get(PAGE).text)
    assert len(rows) == 32
    assert [" ".join(row.split()[:-1]) for row in rows[:3]] == [
        "1 ● goes on 选手1 5.25", "2 ● goes on 选手8 5.25", "3 ○ out 选手9 5.25"
    ]  # fmt: skip


def test_pools_of_teams_rank_teams_and_lead_to_the_bracket() -> None:
    event = with_format("team-pools", players=64, sessions=5)
    play(event, 1)
    draw_next(event, 2)
    play(event, 2)
    for session in (1, 2):
        release_session(ACTOR, event.sessions.get(number=session))
    shown = browser("public").get("/e/team-pools/standings/pools/").text
    assert len(rows_of(shown)) == 16
    assert shown.count('<tr class="cut-in">') == 8
    assert 'href="/e/team-pools/standings/bracket/"' in shown
    assert "/e/team-pools/teams/1/" in shown


def test_only_events_with_pools_have_the_page_and_the_paper() -> None:
    event = with_format("swiss")
    assert browser("public").get("/e/swiss/standings/pools/").status_code == 404
    assert PAPERS["pool-list"].lacks(event) == "No pool is dealt yet."


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_the_pools_on_paper(language: str) -> None:
    event = pooled()
    event.entries.update(country="")
    play(event, 1, by_number)
    draw_next(event, 2)
    made = make_paper(event, Choice("pool-list", language, view="live"), total=lambda _parts: None, step=lambda: None)
    assert_clear(made.data)
    text = " ".join(" ".join(page.split()) for page in texts_of(made.data))
    with translation.override(language):
        assert gettext("Cross-over: %(tables)s") % {"tables": "A1-C1-B2-D2 · B1-D1-A2-C2"} in text
    assert [text.count(f"选手{number} ") for number in (1, 8, 32)] == [1, 1, 1]


def test_a_screen_shows_the_pools_side_by_side_and_below_each_other() -> None:
    event = pooled()
    event.entries.update(country="")
    screen = arranged(event, "pools")
    client = television(screen)
    assert "screen-idle" in part(client, screen)
    play(event, 1, by_number)
    draw_next(event, 2)
    release_session(ACTOR, event.sessions.get(number=1))
    shown = part(client, screen)
    assert [letter for letter in "ABCD" if f"Pool {letter}" in shown] == ["A", "B", "C", "D"]
    assert "1 / 2" not in shown
    assert shown.count('<td class="wall-rank">') == 32


@pytest.mark.parametrize(
    ("sizes", "blocks"),
    [
        ([8, 8, 8, 8], [["A", "B", "C", "D"]]),
        ([12, 12, 12, 8], [["A", "B"], ["C", "D"]]),
        ([36, 36], [["A", "A"], ["B", "B"]]),
        ([8, 8, 4], [["A", "B", "C"]]),
    ],
)
def test_pools_fill_the_pages_of_a_screen(sizes: list[int], blocks: list[list[str]]) -> None:
    line = PoolLine(1, 1, "", "", Fraction(0), 0, "")
    pools = [("ABCD"[at], [line] * size) for at, size in enumerate(sizes)]
    stage = PoolsOfStage(Stage(name="小组赛"), False, pools, [], False)
    pages = screen_pages([stage], 20, 2)
    assert [[letter for letter, _teams, _lines in page.blocks] for page in pages] == blocks
    assert {len(lines) for page in pages for _letter, _teams, lines in page.blocks} <= {4, 8, 12, 16, 20}
