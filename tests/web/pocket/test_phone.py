"""What a phone keeps without an account, searches in the standings, and statistics of hands."""

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.whole import type_sheet
from scoring.sheets.services.people.exchanging import move_table
from tests.support.applications import open_registration
from tests.support.cup import cup, taken_in
from tests.support.draws import ACTOR, drawn, planned
from tests.web.pocket.conftest import page_text
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def test_a_phone_remembers_its_player_and_shows_the_card_first(event: Event, public: Client) -> None:
    answer = public.post("/e/cup/be/", {"number": "8"})
    assert (answer.status_code, answer["Location"]) == (302, "/e/cup/")
    cookie = answer.cookies["me"]
    assert (cookie.value, cookie["path"], cookie["httponly"]) == ("8", "/e/cup/", True)
    home = page_text(public, "/e/cup/")
    assert "MÜLLER Eva Number 8" in home
    assert "Rank 1" in home
    assert home.index("MÜLLER Eva Number 8") < home.index("Standings")
    assert "Undo “This is me”" in page_text(public, "/e/cup/players/8/")
    public.post("/e/cup/be/", {"number": ""})
    assert "Number 8" not in page_text(public, "/e/cup/")


def test_my_seat_comes_before_the_registration_of_others(public: Client) -> None:
    event = open_registration(planned())
    drawn(event)
    public.post("/e/draw/be/", {"number": "5"})
    home = page_text(public, "/e/draw/")
    assert home.index("选手5 Number 5") < home.index("Register for the event")


@pytest.mark.parametrize("number", ["99", "x", "8.99", "-1", "٣"])
def test_an_unknown_number_is_not_remembered(event: Event, public: Client, number: str) -> None:
    public.post("/e/cup/be/", {"number": number})
    assert public.cookies["me"].value in ("", "8")


def test_my_next_seat_follows_the_draw_and_a_moved_table(public: Client) -> None:
    event = planned()
    public.post("/e/draw/be/", {"number": "5"})
    assert "Seats appear here as soon as the draw is released." in page_text(public, "/e/draw/")
    drawn(event)
    tables = event.sessions.get(number=1).tables.filter(sittings__entry__number=5)
    [number] = tables.values_list("number", flat=True)
    home = page_text(public, "/e/draw/")
    assert "选手5 Number 5 Session 1" in home
    assert f"Table {number} " in home
    table = tables.get()
    move_table(ACTOR, table.session, table=number, to=77, room="二楼", reason="自动桌坏了")
    assert "Table 77 二楼" in page_text(public, "/e/draw/")
    # The wall names the new place too, behind the player's name.
    assert "选手5 二楼 77" in page_text(public, "/e/draw/wall/seats/")


def test_names_with_markup_stay_text_on_the_card_and_in_the_file_of_players(public: Client) -> None:
    """static/js/live.js sets the file's markup."""
    event = planned("markup", 8, 2)
    drawn(event, "released")
    event.entries.update(name="<img src=x>", latin_name="<b>bold</b>")
    page = public.post(f"/e/{event.slug}/be/", {"number": "1"}, follow=True).content.decode()
    markup = [card for _number, card in public.get(f"/live/{event.slug}/cards?subject=0", follow=True).json()]
    assert len(markup) == 8
    for text in (page, *markup):
        assert "&lt;img src=x&gt;" in text
        assert "<img src=x>" not in text
        assert "<b>bold</b>" not in text


def test_an_open_page_shows_the_next_seat_after_the_last_signature(public: Client) -> None:
    """It does not wait for the release of the session, which may be hours later."""
    event = planned()
    drawn(event)
    public.post("/e/draw/be/", {"number": "5"})
    home = public.get("/e/draw/").content.decode()
    versions = {"cards": re.search(r'data-live="[^"]*/cards[?]subject=0&amp;lang=en&amp;v=([^"]*)"', home)[1]}
    assert "Number 5 Session 1" in page_text(public, "/e/draw/")
    for sheet in Sheet.objects.filter(table__session__event=event, table__session__number=1):
        assert public.get("/live/draw/version", versions).status_code == 204
        type_sheet(ACTOR, sheet, seen=0, totals=dict.fromkeys("ESWN", 0))
        sign_on_paper(ACTOR, sheet, seen=1, referee="赵敏")
    assert public.get("/live/draw/version", versions).status_code == 200
    cards = [card for _number, card in public.get("/live/draw/cards?subject=0", follow=True).json()]
    assert len(cards) == 16
    assert all("Session 2" in card and card.count("<li>") == 3 for card in cards)
    assert "Number 5 Session 2" in page_text(public, "/e/draw/")


def test_no_next_seat_is_shown_after_the_last_release(public: Client) -> None:
    """The page shows neither the seat of the last session nor that one will follow; the rank stays first."""
    event = planned("over", 8, 1)
    drawn(event)
    public.post("/e/over/be/", {"number": "5"})
    assert "选手5 Number 5 Session 1" in page_text(public, "/e/over/")
    event.sessions.update(released_at=timezone.now())
    event.ledger.public += 1
    event.ledger.save()
    home = page_text(public, "/e/over/")
    assert "Number 5" in home
    assert "Number 5 Session 1" not in home
    assert "Seats appear here" not in home


def test_a_phone_follows_some_players(event: Event, public: Client) -> None:
    for number in (4, 1, 99):
        public.post("/e/cup/follow/", {"number": str(number), "on": "1"})
    assert public.cookies["followed"].value == "4.1"
    assert "You follow" in page_text(public, "/e/cup/standings/")
    followed = public.get("/e/cup/standings/").content.decode().split('id="live-lines"')[1]
    assert followed.index("Łukasz Żółć") < followed.index("王伟") < followed.index("</tbody>")
    public.post("/e/cup/follow/", {"number": "4"})
    assert public.cookies["followed"].value == "1"
    assert public.get("/e/cup/follow/").status_code == 405


def test_followed_players_are_on_the_events_page_without_the_phones_own(event: Event, public: Client) -> None:
    for number in (4, 8):
        public.post("/e/cup/follow/", {"number": str(number), "on": "1"})
    public.post("/e/cup/be/", {"number": "8"})
    home = public.get("/e/cup/").text
    assert home.index("Number 8") < home.index("You follow") < home.index('id="live-event"')
    followed = home.split('id="live-lines"')[1].split("</tbody>")[0]
    assert ("Łukasz Żółć" in followed, "MÜLLER Eva" in followed) == (True, False)
    public.post("/e/cup/follow/", {"number": "4"})
    assert "You follow" not in public.get("/e/cup/").text


def test_followed_players_are_on_the_events_page_from_the_first_results_on(public: Client) -> None:
    drawn(planned())
    public.post("/e/draw/follow/", {"number": "5", "on": "1"})
    assert "You follow" not in public.get("/e/draw/").text


@pytest.mark.parametrize(
    ("query", "ranks"),
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
def test_searched_standings_keep_their_ranks(event: Event, public: Client, query: str, ranks: list[str]) -> None:
    page = public.get(f"/live/cup/standings?{query}", follow=True).content.decode()
    names = ["王伟", "ROSSI Anna", "Łukasz Żółć", "GARCÍA Luis", "MÜLLER Eva", "VIDAL Iris"]
    assert [name for name in names if name in page] == ranks
    assert ('<div class="empty">' in page) is (not ranks)
    if ranks == ["GARCÍA Luis"]:
        assert re.search(r"table-rank[^>]*>\s*2\s*<", page)


def test_result_files_are_linked_after_the_first_release(public: Client) -> None:
    event = taken_in(cup())
    assert "standings.csv" not in public.get("/e/cup/standings/").content.decode()
    event.sessions.filter(number=1).update(released_at="2026-05-01T12:00:00Z")
    event.ledger.public += 1
    event.ledger.save()
    assert "/e/cup/files/standings.csv" in public.get("/e/cup/standings/").content.decode()


@pytest.mark.parametrize("address", ["/e/cup/files/standings.csv", "/e/draw/seats/files/seats.xlsx"])
def test_files_of_before_a_restore_are_not_given_out_again(event: Event, public: Client, address: str) -> None:
    """After it the versions count on from an earlier number, with other content."""
    drawn(planned())
    first = public.get(address)
    assert first.status_code == 200
    Entry.objects.update(name="欧阳锋")
    assert public.get(address).content == first.content
    call_command("renew_eras", stdout=StringIO())
    assert public.get(address).content != first.content


def test_statistics_count_the_hands_visible_to_the_reader(event: Event, public: Client, official: Client) -> None:
    """Won by discard 20, 10 and 13, self-drawn 8 and 8: 59 of 5; two drawn, one aborted; officials see more."""
    page = page_text(public, "/e/cup/statistics/")
    assert "Won by discard 3 37.5 % Won self-drawn 2 25 % Drawn 2 25 % Aborted by the referee 1 12.5 % 8 hands" in page
    assert "Mean points 11.8 Highest hand 20" in page
    assert "20 王伟 by discard · Session 1, table 1 , hand 1" in page
    assert "Won by discard 5" in page_text(official, "/e/cup/statistics/")
    svg = public.get("/e/cup/statistics/").content.decode()
    assert "style=" not in svg.split("<main")[1]
    assert svg.count('role="img"') == 4  # ranks, points and meetings of the first ten, and the points of the hands


def test_a_players_page_has_hand_statistics_and_a_chart(event: Event, public: Client) -> None:
    page = page_text(public, "/e/cup/players/8/")
    assert "Hands Won 1 of 2 Self-drawn 1 Discarded the winning tile 0 Mean points 8 Highest hand 8" in page
    assert "Won by discard 0 Won self-drawn 1 Discarded the winning tile 0" in page
    assert 'class="plot plot-columns"' in public.get("/e/cup/players/8/").content.decode()
    left = page_text(public, "/e/cup/players/7/")
    assert "Won 0 of 1" in left


def test_pages_say_whether_results_are_official(event: Event, public: Client) -> None:
    page = strip_tags(public.get("/e/cup/standings/").content.decode())
    assert "after session 2 of 3 · official since" in page
    event.ends = event.starts = None
    event.save()
    event.ledger.public += 1
    event.ledger.save()
    page = public.get("/e/cup/standings/").content.decode()
    assert "after session 2 of 3 · provisional" in strip_tags(page)
    assert f"v={event.pk}.{event.ledger.era}.{event.ledger.public}.provisional" in page
