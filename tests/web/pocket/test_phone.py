"""What a phone keeps without an account, the standings that are looked through, and the statistics of the hands."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.whole import type_sheet
from scoring.sheets.services.people.exchanging import move_table
from tests.support.cup import cup, taken_in
from tests.support.draws import ACTOR, drawn, planned
from tests.web.pocket.conftest import said
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def test_a_phone_remembers_who_reads_and_shows_it_first(event: Event, public: Client) -> None:
    answer = public.post("/e/cup/be/", {"number": "8"})
    assert (answer.status_code, answer["Location"]) == (302, "/e/cup/")
    cookie = answer.cookies["me"]
    assert (cookie.value, cookie["path"], cookie["httponly"]) == ("8", "/e/cup/", True)
    home = said(public, "/e/cup/")
    assert "MÜLLER Eva Number 8" in home
    assert "Rank 1" in home
    assert home.index("MÜLLER Eva Number 8") < home.index("Standings")
    assert "This is not me any more" in said(public, "/e/cup/players/8/")
    public.post("/e/cup/be/", {"number": ""})
    assert "Number 8" not in said(public, "/e/cup/")


@pytest.mark.parametrize("number", ["99", "x", "8.99", "-1", "٣"])
def test_nobody_else_is_remembered(event: Event, public: Client, number: str) -> None:
    public.post("/e/cup/be/", {"number": number})
    assert public.cookies["me"].value in ("", "8")


def test_my_next_seat_comes_with_the_draw_and_follows_a_table_that_moves(public: Client) -> None:
    event = planned()
    public.post("/e/draw/be/", {"number": "5"})
    assert "Seats appear here as soon as the draw is released." in said(public, "/e/draw/")
    drawn(event)
    tables = event.sessions.get(number=1).tables.filter(sittings__entry__number=5)
    [number] = tables.values_list("number", flat=True)
    home = said(public, "/e/draw/")
    assert "选手5 Number 5 Session 1" in home
    assert f"Table {number} " in home
    table = tables.get()
    move_table(ACTOR, table.session, table=number, to=77, room="二楼", reason="自动桌坏了")
    assert "Table 77 二楼" in said(public, "/e/draw/")
    # The wall names the new place too, behind the player's name.
    assert "选手5 二楼 77" in said(public, "/e/draw/wall/seats/")


def test_an_open_page_names_the_next_seat_when_the_last_table_has_signed(public: Client) -> None:
    """Not only when the session is released, which may be hours later."""
    event = planned()
    drawn(event)
    public.post("/e/draw/be/", {"number": "5"})
    home = public.get("/e/draw/").content.decode()
    asked = {"players": re.search(r'data-live="[^"]*/players[?]lang=en&amp;v=([^"]*)"', home)[1]}
    assert "Number 5 Session 1" in said(public, "/e/draw/")
    for sheet in Sheet.objects.filter(table__session__event=event, table__session__number=1):
        assert public.get("/live/draw/version", asked).status_code == 204
        type_sheet(ACTOR, sheet, seen=0, totals=dict.fromkeys("ESWN", 0))
        sign_on_paper(ACTOR, sheet, seen=1, referee="赵敏")
    assert public.get("/live/draw/version", asked).status_code == 200
    file = public.get("/live/draw/players", follow=True).json()
    assert (file["event"]["session"], len(file["seats"])) == (2, 16)
    assert "Number 5 Session 2" in said(public, "/e/draw/")


def test_no_seat_is_announced_once_every_session_is_public(public: Client) -> None:
    """Neither that of the last session, nor that one will appear; the rank stays first."""
    event = planned("over", 8, 1)
    drawn(event)
    public.post("/e/over/be/", {"number": "5"})
    assert "选手5 Number 5 Session 1" in said(public, "/e/over/")
    event.sessions.update(released_at=timezone.now())
    event.head.public += 1
    event.head.save()
    home = said(public, "/e/over/")
    assert "Number 5" in home
    assert "Number 5 Session 1" not in home
    assert "Seats appear here" not in home


def test_a_few_players_are_followed_on_the_phone(event: Event, public: Client) -> None:
    for number in (4, 1, 99):
        public.post("/e/cup/follow/", {"number": str(number), "on": "1"})
    assert public.cookies["followed"].value == "4.1"
    assert "You follow" in said(public, "/e/cup/standings/")
    followed = public.get("/e/cup/standings/").content.decode().split('id="live-players"')[1]
    assert followed.index("Łukasz Żółć") < followed.index("王伟") < followed.index("<template>")
    public.post("/e/cup/follow/", {"number": "4"})
    assert public.cookies["followed"].value == "1"
    assert public.get("/e/cup/follow/").status_code == 405


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("q=zolc", ["Łukasz Żółć"]),
        ("q=8", ["MÜLLER Eva"]),
        ("country=ES", ["GARCÍA Luis", "VIDAL Iris"]),
        ("team=2&country=ES", ["GARCÍA Luis"]),
        ("team=1&q=rossi", ["ROSSI Anna"]),
        ("q=nobody", []),
        ("team=9", []),
    ],
)
def test_standings_are_looked_through_and_keep_their_ranks(
    event: Event, public: Client, asked: str, found: list[str]
) -> None:
    page = public.get(f"/live/cup/standings?{asked}", follow=True).content.decode()
    names = ["王伟", "ROSSI Anna", "Łukasz Żółć", "GARCÍA Luis", "MÜLLER Eva", "VIDAL Iris"]
    assert [name for name in names if name in page] == found
    assert ("Nobody found" in page) is (not found)
    if found == ["GARCÍA Luis"]:
        assert re.search(r"table-rank[^>]*>\s*2\s*<", page)


def test_the_files_of_the_results_are_linked_once_there_are_any(public: Client) -> None:
    event = taken_in(cup())
    assert "standings.csv" not in public.get("/e/cup/standings/").content.decode()
    event.sessions.filter(number=1).update(released_at="2026-05-01T12:00:00Z")
    event.head.public += 1
    event.head.save()
    assert "/e/cup/files/standings.csv" in public.get("/e/cup/standings/").content.decode()


def test_statistics_count_the_hands_that_the_reader_may_see(event: Event, public: Client, official: Client) -> None:
    """Won by discard 20, 10 and 13, self-drawn 8 and 8: 59 of 5; two drawn, one aborted; officials see more."""
    page = said(public, "/e/cup/statistics/")
    assert "Won by discard 3 37.5 Won self-drawn 2 25 Drawn 2 25 Aborted by the referee 1 12.5 All 8 100" in page
    assert "Mean points 11.8 Highest hand 20" in page
    assert "20 王伟 by discard · Session 1, table 1 , hand 1" in page
    assert "Won by discard 5" in said(official, "/e/cup/statistics/")
    svg = public.get("/e/cup/statistics/").content.decode()
    assert "style=" not in svg.split("<main")[1]
    assert svg.count('role="img"') == 2


def test_a_player_has_the_own_hands_and_a_chart(event: Event, public: Client) -> None:
    page = said(public, "/e/cup/players/8/")
    assert "Hands Won 1 of 2 Self-drawn 1 Discarded the winning tile 0 Mean points 8 Highest hand 8" in page
    assert 'class="columns-chart"' in public.get("/e/cup/players/8/").content.decode()
    left = said(public, "/e/cup/players/7/")
    assert "Won 0 of 1" in left


def test_pages_say_whether_results_are_official(event: Event, public: Client) -> None:
    page = strip_tags(public.get("/e/cup/standings/").content.decode())
    assert "after session 2 of 3 · official since" in page
    event.ends = event.starts = None
    event.save()
    event.head.public += 1
    event.head.save()
    page = public.get("/e/cup/standings/").content.decode()
    assert "after session 2 of 3 · provisional" in strip_tags(page)
    assert f"v={event.pk}.{event.head.era}.{event.head.public}.provisional" in page
