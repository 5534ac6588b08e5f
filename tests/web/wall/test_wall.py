"""Tests of the fixed screens: nothing is shown before it is public."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from common.actions.permissions import system_actor
from tests.support.draws import ACTOR, current, drawn, planned
from tests.web.desk.draw.test_draw import browser
from tournament.draws.models.lot_shows import LotShow
from tournament.draws.selectors.lot_shows import shown_lots
from tournament.draws.services.lot_shows import begin_show, step_show
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.presence.services.arrivals import arrive
from tournament.presence.services.calls import call_missing, call_player, count_late_from, uncall_player
from web.wall.names import fitting

pytestmark = pytest.mark.django_db
HX = {"hx-request": "true"}


def page_text(client: Client, path: str) -> str:
    response = client.get(path, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def entry(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("event__ledger").get(event=event, number=number)


def test_a_call_is_shown_on_wall_and_phone_until_the_player_arrives() -> None:
    event, public = planned(), browser("public")
    drawn(event)
    pages = [f"/e/{event.slug}/{page}" for page in ("wall/calls/", "wall/seats/", "", "players/3/")]
    pages.append(f"/e/{event.slug}/seats/players/3/")
    before = [page_text(public, page) for page in pages]
    assert not any("called" in page.lower() and "选手3" in page and "alert" in page for page in before)
    call_player(system_actor("裁判"), entry(event, 3), session=1)
    wall, seats, home, player, way = (page_text(public, page) for page in pages)
    table = next(lot for lot in shown_lots(current(event)) if lot.entry == 3).table
    assert "Please come to your table" in wall
    assert "请尽快到桌就座" in wall
    assert "卓へお越しください" in wall
    for page in (wall, seats.split('class="wall-strip"')[1], home, player, way):
        assert "选手3" in page
        assert f"Table {table}" in page
    assert "You are called" in player
    assert "You are called" in way
    assert "You are called" not in page_text(public, f"/e/{event.slug}/players/4/")
    arrive(ACTOR, entry(event, 3), session=1)
    for page in pages[3:]:
        assert "You are called" not in page_text(public, page)
    assert "No calls at the moment" in page_text(public, pages[0])


def test_the_strip_shows_whole_names_in_two_lines_and_counts_the_rest() -> None:
    event, public = planned(players=24), browser("public")
    drawn(event)
    call_missing(ACTOR, event, session=1)
    strip = page_text(public, f"/e/{event.slug}/wall/seats/").split('class="wall-strip"')[1]
    shown = strip.count("选手")
    assert 0 < shown < 24
    assert f"and {24 - shown} more" in " ".join(strip.split())
    event.entries.update(name="DE LA CONCEPCIÓN FERNÁNDEZ Y RODRÍGUEZ María del Carmen")
    call_player(ACTOR, entry(event, 1), session=1)
    cache.clear()
    strip = page_text(public, f"/e/{event.slug}/wall/seats/").split('class="wall-strip"')[1]
    assert strip.count("CONCEPCIÓN") == 1
    assert "and 23 more" in " ".join(strip.split())


def test_the_screen_of_calls_shows_no_more_than_fit_above_the_limits() -> None:
    event, public = planned(players=40), browser("public")
    event.entries.update(name="DE LA CONCEPCIÓN FERNÁNDEZ María")
    drawn(event)
    call_missing(ACTOR, event, session=1)
    calls = f"/e/{event.slug}/wall/calls/"
    assert page_text(public, calls).count("CONCEPCIÓN") == 16
    count_late_from(ACTOR, event.sessions.get(number=1), at=timezone.now())
    page = page_text(public, calls)
    assert page.count("CONCEPCIÓN") == 12
    assert "and 28 more" in " ".join(page.split())
    assert "wall-limits" in page


def test_two_players_of_one_name_have_their_numbers_on_the_screen_of_seats() -> None:
    event, public = planned(), browser("public")
    event.entries.filter(number__in=(3, 5)).update(name="王伟")
    drawn(event)
    page = " ".join(page_text(public, f"/e/{event.slug}/wall/seats/").split())
    assert ("王伟 <small>(3)</small>" in page, "王伟 <small>(5)</small>" in page) == (True, True)
    assert "(4)" not in page


def test_a_long_name_has_smaller_letters_in_the_lots_and_none_is_cut_in_the_list() -> None:
    event, public = planned(), browser("public")
    event.entries.update(name="DE LA CONCEPCIÓN FERNÁNDEZ Y RODRÍGUEZ María del Carmen")
    draw = drawn(event, "approved")
    begin_show(ACTOR, draw)
    step_show(ACTOR, draw, move="next", seen=0)
    lots = f"/e/{event.slug}/wall/lots/"
    assert "lots-small" in page_text(public, lots)
    for seen in range(1, 13):
        step_show(ACTOR, draw, move="next", seen=seen)
    page = page_text(public, lots)
    assert page.split("lots-earlier")[1].count("<li>") == 5


def test_parts_fit_into_lines_without_being_broken() -> None:
    assert fitting([], 10, 2) == 0
    assert fitting([6, 4, 6], 10, 2) == 3
    assert fitting([6, 6, 6], 10, 2) == 2
    assert fitting([6, 11, 1], 10, 2) == 1


def test_walls_with_nothing_to_show_say_what_comes_next() -> None:
    """The lots, calls and seats by their own addresses: the coming session with its start, else the days."""
    event, public = planned(), browser("public")
    starts = timezone.now().replace(hour=9, minute=30) + timedelta(days=3)
    event.sessions.create(number=1, starts=starts)
    walls = [f"/e/{event.slug}/wall/{name}/" for name in ("lots", "calls", "seats")]
    for wall in walls:
        page = page_text(public, wall)
        assert "Next: session 1" in page
        assert f"{starts.day} {starts:%B} 09:30" in page
        assert "seal.svg" in page.split("<main")[1]
    version = public.get(f"/live/{event.slug}/wall-calls")["Location"]
    event.sessions.update(starts=None)
    Event.objects.filter(pk=event.pk).update(starts=starts.date(), ends=starts.date())
    cache.clear()
    assert public.get(f"/live/{event.slug}/wall-calls")["Location"] != version
    for wall in walls:
        page = page_text(public, wall)
        assert "Next: session" not in page
        assert f"{starts.day} {starts:%B %Y}" in page


def test_walls_carry_no_menu_of_the_signed_in_person() -> None:
    event, organizer = planned(), browser("organizer")
    drawn(event)
    assert "Sign out" in page_text(organizer, f"/e/{event.slug}/")
    for wall in ("seats", "calls", "lots", "ceremony", "test"):
        page = page_text(organizer, f"/e/{event.slug}/wall/{wall}/")
        assert "Sign out" not in page
        assert "reader-choice" not in page


def test_an_open_wall_is_updated_when_a_call_begins_and_ends() -> None:
    event, public = planned(), browser("public")
    poll = f"/live/{event.slug}/wall-calls"

    def changed() -> bool:
        """Return whether the fragment has a new version."""
        before, versions[0] = versions[0], public.get(poll)["Location"].split("v=")[1]
        answer = public.get(f"/live/{event.slug}/version", {"wall-calls": before})
        return answer.status_code == 200

    versions = [public.get(poll)["Location"].split("v=")[1]]
    assert not changed()
    call_player(ACTOR, entry(event, 3), session=1)
    assert changed()
    assert "选手3" in page_text(public, poll)
    uncall_player(ACTOR, entry(event, 3))
    assert changed()
    assert "选手3" not in page_text(public, poll)


def test_calls_beyond_the_screen_are_counted_without_more_queries(django_assert_max_num_queries) -> None:
    event, public = planned(players=40, sessions=2), browser("public")
    call_missing(ACTOR, event, session=1)
    with django_assert_max_num_queries(10):
        assert "and 20 more" in page_text(public, f"/e/{event.slug}/wall/calls/")


@pytest.mark.parametrize("state", ["frozen", "draft", "approved"])
def test_the_wall_shows_no_lot_before_its_step(state: str) -> None:
    event, public = planned(), browser("public")
    draw = drawn(event, state)
    pages = [f"/e/{event.slug}/wall/lots/", f"/live/{event.slug}/wall-lots"]
    if state == "approved":
        begin_show(ACTOR, draw)
    for page in pages:
        text = page_text(public, page)
        assert draw.commitment in text
        assert "选手" not in text
        assert draw.secret not in text
        assert not draw.seed or draw.seed not in text


def test_lots_appear_step_by_step_and_the_seed_with_the_last() -> None:
    event, public = planned(players=8, sessions=2), browser("public")
    draw = drawn(event, "approved")
    begin_show(ACTOR, draw)
    names = [lot.name for lot in shown_lots(draw)]
    page = f"/e/{event.slug}/wall/lots/"
    for at in range(2):
        step_show(ACTOR, draw, move="next", seen=at)
        text = page_text(public, page)
        assert [name for name in names if name in text] == names[: at + 1]
        assert draw.seed not in text
        assert "骰子 3 5" in text
    step_show(ACTOR, draw, move="all", seen=2)
    text = page_text(public, page)
    assert [name for name in names if name in text] == names
    assert draw.seed in text
    assert draw.secret not in text


def test_an_official_steps_lots_and_a_repeated_step_changes_nothing() -> None:
    event = planned(players=8, sessions=2)
    draw = drawn(event, "approved")
    desk, page = browser("organizer", event), f"/e/{event.slug}/desk/draw/show/"
    assert "becomes public" in page_text(desk, page) or "is public" in page_text(desk, page)
    assert desk.post(page, {"group": "5"}).status_code == 400
    assert desk.post(page, {"group": "4"}).status_code == 302
    first = desk.post(page, {"move": "next", "seen": "0"}, headers=HX).content.decode()
    second = desk.post(page, {"move": "next", "seen": "0"}, headers=HX).content.decode()
    assert 'data-shown="4"' in first
    assert 'data-shown="4"' in second
    assert desk.post(page, {"move": "back", "seen": "4"}).status_code == 302
    assert LotShow.objects.get().shown == 0
    assert desk.post(page, {"end": "1"}).status_code == 302
    assert not LotShow.objects.exists()
    assert desk.post(page, {"move": "next", "seen": "0"}, follow=True).content.decode().count("start first") == 1
    # A key press alone has no visible effect, so the page reloads and shows the reason.
    assert desk.post(page, {"move": "next", "seen": "0"}, headers=HX)["HX-Refresh"] == "true"
    assert "start first" in page_text(desk, page)
    assert draw.state == "approved"


@pytest.mark.parametrize("role", ["referee", "display", "public"])
def test_other_roles_cannot_step(role: str) -> None:
    event = planned(players=8, sessions=2)
    begin_show(ACTOR, drawn(event, "approved"))
    client = browser(role, event)
    page = f"/e/{event.slug}/desk/draw/show/"
    assert client.post(page, {"move": "next", "seen": "0"}).status_code in (302, 403)
    assert LotShow.objects.get().shown == 0
    assert "data-lot-steps" not in page_text(client, f"/e/{event.slug}/wall/lots/")
