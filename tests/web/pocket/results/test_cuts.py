"""The cut line on standings, wall, phone and its own page, and what players need in the last session before it."""

import re

import pytest
from django.test import Client

from scoring.formats.services.formats import set_format
from scoring.releases.services.releasing import release_session
from tests.scoring.formats.test_pools import pooled
from tests.support.draws import ACTOR, drawn, planned
from tests.support.formats import draw_next, play, with_format
from tests.support.page_reading import visible_text
from tests.web.pocket.conftest import page_text
from tests.web.wall.test_screens import arranged, part, television
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def released(event: Event, *sessions: int) -> None:
    """Play and release sessions; lower numbers are better, and the first session leads to no shared rank."""
    for session in sessions:
        play(event, session, lambda number, place: ((48, 24, 12, 0)[place - 1], 400 - number))
        release_session(ACTOR, event.sessions.get(number=session))


def rows(client: Client, address: str) -> list[str]:
    """Return the class and text of each row of the table at an address."""
    text = client.get(address).content.decode()
    table_rows = re.findall(r"<tr([^>]*)>(.*?)</tr>", text.split("<tbody")[1].split("</tbody>")[0], re.S)
    return [visible_text(f"{kind} {cells}") for kind, cells in table_rows]


@pytest.fixture
def final(public: Client) -> Event:
    event = with_format("final-4", players=16, sessions=4)
    released(event, 1, 2)
    return event


def test_the_line_is_drawn_below_the_last_who_goes_on(public: Client, final: Event) -> None:
    shown = rows(public, "/e/final-4/standings/")
    assert sum("cut-edge" in row for row in shown) == 1
    assert "goes on" in shown[0]
    assert "out" in shown[15]
    assert 'href="/e/final-4/standings/cut/"' in public.get("/e/final-4/standings/").text


def test_an_event_without_stages_shows_no_line(public: Client, event: Event) -> None:
    page = public.get(f"/e/{event.slug}/standings/").text
    assert "cut-sign" not in page
    assert "standings/cut/" not in page
    assert "No cut is coming" in page_text(public, f"/e/{event.slug}/standings/cut/")


def test_the_page_of_the_cut_says_what_each_player_needs(public: Client, final: Event) -> None:
    text = page_text(public, "/e/final-4/standings/cut/")
    assert "The best 4 go on to “stage 2”. 1 session is left before the cut." in text
    shown = rows(public, "/e/final-4/standings/cut/")
    # With 9 points or more only 1 to 4 are ahead: 5 to 8 have 4 and reach 8. Player 9 has 2 and reaches 6.
    assert shown[0].endswith("✓ sure ✓ sure ✓ sure ? possible")
    assert shown[4].endswith("? possible ✗ impossible ✗ impossible ✗ impossible")
    assert shown[8].endswith("+782 impossible")


def test_the_phone_says_where_its_player_stands(public: Client, final: Event) -> None:
    public.cookies["me"] = "16"
    home = page_text(public, "/e/final-4/")
    assert "“stage 2”: you are out as it stands now." in home
    assert "Out of reach, whatever happens in this session." in home
    player = page_text(public, "/e/final-4/players/1/")
    assert "“stage 2”: you go on as it stands now." in player


def test_after_the_last_session_the_cut_stands_and_then_goes(public: Client, final: Event) -> None:
    released(final, 3)
    text = page_text(public, "/e/final-4/standings/cut/")
    assert "All sessions before the cut are played." in text
    assert "Place" not in text
    draw_next(final, 4)
    released(final, 4)
    assert "No cut is coming" in page_text(public, "/e/final-4/standings/cut/")


def test_the_best_of_each_group_go_on(public: Client) -> None:
    event = planned("groups", 16, 3)
    for number in (1, 2):
        group = event.groups.create(number=number, name=f"组{number}")
        event.teams.filter(number__in=(number, number + 2)).update(group=group)
    stages = [
        {"first_session": 1, "last_session": 2, "method": "chart"},
        {"first_session": 3, "last_session": 3, "method": "fours", "who": "best-of-groups", "count": 2, "name": "决赛"},
    ]
    set_format(ACTOR, event, stages=stages)
    drawn(event)
    released(event, 1)
    text = page_text(public, "/e/groups/standings/cut/")
    assert "The best 2 of each group go on to “决赛”." in text
    assert text.count("goes on") == 2 + 4
    assert "cut-edge" not in public.get("/e/groups/standings/cut/").text
    released(event, 2)
    [four] = draw_next(event, 3)
    assert [sum(number in range(first, first + 4) for first in firsts for number in four)
            for firsts in ((1, 9), (5, 13))] == [2, 2]  # fmt: skip


def test_the_best_of_each_pool_go_on_and_the_page_says_so(public: Client) -> None:
    event = pooled()
    event.entries.update(country="")
    released(event, 1)
    draw_next(event, 2)
    released(event, 2)
    text = page_text(public, "/e/pooled/standings/cut/")
    assert "The best 2 of each pool go on to “stage 3”. 1 session is left before the cut." in text
    assert sum("goes on" in row for row in rows(public, "/e/pooled/standings/cut/")) == 8


def test_places_at_the_table_decide_among_table_winners(public: Client) -> None:
    event = planned("winners", 16, 3)
    stages = [
        {"first_session": 1, "last_session": 2, "method": "chart"},
        {"first_session": 3, "last_session": 3, "method": "fours", "who": "table-winners", "count": 1},
    ]
    set_format(ACTOR, event, stages=stages)
    drawn(event)
    released(event, 1)
    public.cookies["me"] = "3"
    home = page_text(public, "/e/winners/")
    assert "place 1: sure · place 2: impossible · place 3: impossible · place 4: impossible" in home
    assert "“stage 2”: you are on the line." in home


def test_the_wall_draws_the_line(final: Event) -> None:
    screen = arranged(final, "standings")
    page = part(television(screen), screen)
    assert "The best 4 go on to “stage 2”." in page
    assert re.findall(r'<tr class="cut-edge">.*?选手(\d+)', page, re.S) == ["4"]
    assert page.count("goes on") == 8  # title and hidden word of each sign
