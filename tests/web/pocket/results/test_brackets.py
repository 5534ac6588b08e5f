"""The public page of a bracket, the screen with it, and the paper."""

import re

import pytest
from django.utils import translation
from django.utils.translation import gettext

from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import PAPERS, Choice
from scoring.releases.services.releasing import release_session
from tests.scoring.formats.test_knockouts import by_team, knocked, team_of
from tests.support.draws import ACTOR
from tests.support.formats import draw_next, play, with_format
from tests.support.page_reading import visible_text
from tests.support.pdf_reading import assert_clear, texts_of
from tests.web.desk.draw.test_draw import browser
from tests.web.wall.test_screens import arranged, part, television
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
PAGE = "/e/team-pairs/standings/bracket/"


def lines(text: str) -> list[str]:
    """Return the lines of the boxes: place, team, points."""
    return [visible_text(line) for line in re.findall(r'<li class="[^"]*">(.*?)</li>', text, re.DOTALL)]


def released(event: Event) -> None:
    for session in event.sessions.filter(released_at=None).order_by("number"):
        release_session(ACTOR, session)


def test_the_bracket_follows_the_releases() -> None:
    event = knocked()
    public = browser("public")
    assert lines(public.get(PAGE).text)[:2] == ["Rank 1", "Rank 4"]
    released(event)
    draw_next(event, 3)
    assert lines(public.get(PAGE).text) == [
        "1队", "4队", "2队", "3队", "Match 1, place 2", "Match 2, place 2", "Match 1, place 1", "Match 2, place 1"
    ]  # fmt: skip
    play(event, 3, lambda number, _place: (24, 10 * team_of(number)))
    assert lines(public.get(PAGE).text)[:2] == ["1队", "4队"]  # not released yet
    released(event)
    assert "By the bracket of the knock-out" in public.get("/e/team-pairs/seats/3/draw/").text
    shown = public.get(PAGE).text
    assert lines(shown) == ["2 1队 8 +40", "1 4队 8 +160", "2 2队 8 +80", "1 3队 8 +120", "1队", "2队", "4队", "3队"]
    assert 'href="/e/team-pairs/teams/4/"' in shown
    draw_next(event, 4)
    play(event, 4, lambda _number, _place: (21, 5))
    released(event)
    final = public.get(PAGE).text
    assert lines(final)[-2:] == ["2 4队 7 +20*", "1 3队 7 +20*"] or lines(final)[-2:] == [
        "1 4队 7 +20*",
        "2 3队 7 +20*",
    ]
    assert "Winner: 3队" in final
    assert f'href="{PAGE}"' in public.get("/e/team-pairs/").text
    assert "* Equal points: decided by the rule of the format." in final


def needs(text: str) -> list[list[str]]:
    """Return the rows of what the teams need: team, so far, sure from, possible from."""
    part_of_page = text.partition('id="team-needs"')[2]
    rows = re.findall(r"<tr>\s*<th scope=\"row\"(.*?)</tr>", part_of_page, re.DOTALL)
    return [re.sub(r"<[^>]+>|class=\"keep\">", " ", row).split() for row in rows]


def test_each_team_sees_what_it_needs_before_the_cut_and_in_its_match() -> None:
    """Before the cut all teams have 7: four of six go on, so two must stay behind. In a match 14 points are played."""
    event = with_format("team-pairs", players=24, sessions=4)
    public = browser("public")
    play(event, 1, by_team)
    assert needs(public.get(PAGE).text) == []
    release_session(ACTOR, event.sessions.get(number=1))
    shown = public.get(PAGE).text
    assert "The best 4 teams go on to" in shown
    assert sorted(row[0] for row in needs(shown)) == [f"{team}队" for team in range(1, 7)]
    assert {row[1] for row in needs(shown)} == {"7"}
    assert "Match 1" not in shown.partition('id="team-needs"')[2]
    play(event, 2, by_team)
    released(event)
    assert needs(public.get(PAGE).text) == []
    draw_next(event, 3)
    shown = public.get(PAGE).text
    assert "Match 1: the winner goes on." in shown
    assert "Match 2: the winner goes on." in shown
    assert needs(shown) == [[f"{team}队", "0", "7.17", "7"] for team in (1, 4, 2, 3)]
    text = "Match 1: the winner goes on. With 7.17 table points or more in this session: sure."
    assert text in public.get("/e/team-pairs/teams/4/").text
    assert text in public.get("/e/team-pairs/players/16/").text
    play(event, 3, by_team)
    released(event)
    draw_next(event, 4)
    shown = public.get(PAGE).text
    assert "The better team is third." in shown
    assert "The best team wins the final." in shown
    play(event, 4, by_team)
    released(event)
    assert needs(public.get(PAGE).text) == []


def test_the_team_standings_and_the_wall_draw_the_line_before_a_knockout() -> None:
    event = with_format("team-pairs", players=24, sessions=4)
    public = browser("public")
    assert "cut-edge" not in public.get("/e/team-pairs/standings/teams/").text
    play(event, 1, lambda number, _place: (21, 330 - 10 * number))
    release_session(ACTOR, event.sessions.get(number=1))
    ranked = public.get("/e/team-pairs/standings/teams/").text
    assert re.findall(r'<tr class="cut-edge[^"]*">.*?(\d)队', ranked, re.S) == ["4"]
    assert [ranked.count(f'title="{side}"') for side in ("goes on", "out")] == [4, 2]
    screen = arranged(event, "teams")
    page = part(television(screen), screen)
    assert "The best 4 teams go on to “stage 2”." in page
    assert re.findall(r'<tr class="cut-edge">.*?(\d)队', page, re.S) == ["4"]


def test_only_events_with_a_knockout_have_a_bracket() -> None:
    event = with_format("swiss")
    public = browser("public")
    assert public.get("/e/swiss/standings/bracket/").status_code == 404
    assert "/standings/bracket/" not in public.get("/e/swiss/standings/").text
    assert PAPERS["bracket"].lacks(event) == "This event has no knock-out."
    knocked()
    assert PAGE in public.get("/e/team-pairs/standings/teams/").text


def test_a_screen_shows_the_bracket() -> None:
    event = knocked()
    draw_next(event, 3)
    screen = arranged(event, "bracket")
    client = television(screen)
    assert lines(part(client, screen))[:2] == ["1队", "4队"]
    plain = with_format("swiss")
    other = arranged(plain, "bracket", slug="other")
    assert "screen-idle" in part(television(other), other)


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_the_bracket_on_paper(language: str) -> None:
    event = knocked(name="team-knockout", players=32, sessions=5)
    draw_next(event, 4)
    play(event, 4, by_team)
    made = make_paper(event, Choice("bracket", language, view="live"), total=lambda _parts: None, step=lambda: None)
    assert_clear(made.data)
    [page] = [" ".join(text.split()) for text in texts_of(made.data)]
    with translation.override(language):
        assert page.count(gettext("Match %(number)d") % {"number": 2}) == 1
        assert gettext("Table points decide a match, then competition points.") in page
    # 1, 4, 5 and 8 met, then 2, 3, 6 and 7: the first two of both are in the final.
    assert [page.count(f"{team}队") for team in range(1, 9)] == [2, 2, 2, 2, 1, 1, 1, 1]
