"""Letters of the Wall are legible from the far end of the hall, computed from the height of a capital letter."""

import math
import re
from functools import cache
from itertools import cycle

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from reportlab.pdfbase.ttfonts import TTFontFile

from common.actions.permissions import system_actor
from scoring.display.services.screens import open_screen
from scoring.formats.selectors.bracket_pictures import screen_pictures
from scoring.formats.services.formats import set_format
from scoring.releases.services.releasing import release_session
from scoring.sheets.rules.codes import new_screen_access
from scoring.standings.selectors.standings import Standings, view_of
from tests.browser.looking import keep_picture
from tests.support.cup import taken_in
from tests.support.draws import ACTOR, drawn, planned
from tests.support.event_generator import make_event
from tests.support.formats import draw_next, play
from tests.support.long_names import GROUPS, PLAYERS, TEAMS
from tests.support.paths import ROOT
from tests.support.screens import new_screen
from tournament.draws.services.lot_shows import begin_show, step_show
from tournament.events.models.events import Event
from tournament.presence.services.calls import call_missing, call_player, count_late_from
from web.shared.formats.brackets import ON_SCREEN, SCREEN_COLUMNS, SCREEN_ROWS, bracket_svg

#: The least angle of a capital letter in minutes of arc.
ANGLE = 5.5
#: Distance of the eye and height of the picture in metres: a picture 2 m wide, and a 55-inch set, both 16 : 9.
PLACES = {"projector": (15.0, 2.0 * 9 / 16), "television": (8.0, 55 * 0.0254 * 9 / math.hypot(16, 9))}
HEIGHT = 1080
#: Sizes in pixels of all letters that are shown, with the text.
SIZES = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement;
    const shown = walker.currentNode.data.trim() && holder.checkVisibility({ opacityProperty: true });
    if (shown && !holder.closest(".visually-hidden, [hidden]"))
      found.push([parseFloat(getComputedStyle(holder).fontSize), walker.currentNode.data.trim()]);
  }
  return found;
}"""


#: Figures that are wider than their column.
CUT_FIGURES = """() => [...document.querySelectorAll(".wall-ranks :is(.wall-tp, .wall-cp)")]
  .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)"""

#: Names that are cut at the edge of their column.
CUT_NAMES = """() => [...document.querySelectorAll(".wall-who, .wall-team, .wall-name, .wall-names li")]
  .filter((cell) => cell.scrollWidth > cell.clientWidth
    || cell.matches("li") && cell.scrollHeight > cell.clientHeight + 2)
  .map((cell) => cell.textContent.trim())"""


@cache
def least_size() -> float:
    """Return the least size of letters in pixels for both places."""
    font = TTFontFile(str(ROOT / "static" / "fonts" / "MCRSansSC-Regular.ttf"))
    capital = font.capHeight / 1000
    shares = [2 * far * math.tan(math.radians(ANGLE / 60) / 2) / high for far, high in PLACES.values()]
    return max(shares) * HEIGHT / capital


@pytest.fixture
def event() -> Event:
    document = make_event(1, players=60, sessions=4, odd=False, stages=False)
    document["event"]["id"] = "hall"
    event = taken_in(document)
    for session in event.sessions.filter(released_at=None).order_by("number"):
        release_session(system_actor("test"), session)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize("kind", ["standings", "teams", "groups", "seats"])
def test_letters_are_large_enough_and_20_rows_fill_the_screen(live_server, page: Page, event: Event, kind: str) -> None:
    screen = new_screen(event, slug=f"one-{kind}", parts=[{"shows": kind, "seconds": 60}])
    access = new_screen_access()
    open_screen(system_actor("test"), screen, access=access)
    page.set_viewport_size({"width": 1920, "height": HEIGHT})
    page.goto(f"{live_server.url}/w/{access.token}/")
    page.wait_for_selector("[data-at]")
    sizes = page.evaluate(SIZES)
    assert sizes
    small = [(size, text) for size, text in sizes if size < least_size() - 0.01]
    assert small == []
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [1920, HEIGHT]
    assert page.evaluate(CUT_FIGURES) == []
    if kind == "standings":
        rows = page.locator(".wall-ranks tbody tr")
        assert rows.count() in (20, 40)
        bottom = page.locator(".wall-ranks").bounding_box()
        assert bottom is not None
        assert bottom["y"] + bottom["height"] > 0.9 * HEIGHT


#: A screen that stands upright, with the least size of its letters, and a small projector.
SHAPES = {"upright": ((1080, 1920), 23), "small": ((1280, 720), 14)}


@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_is_cut_off_on_an_upright_screen_or_a_small_projector(live_server, page: Page, shape: str) -> None:
    document = make_event(1, players=100, sessions=4, odd=False, stages=False)
    document["event"]["id"] = "hundred"
    event = taken_in(document)
    for session in event.sessions.filter(released_at=None).order_by("number"):
        release_session(system_actor("test"), session)
    coming = planned("coming", 100, 2)
    drawn(coming)
    call_player(ACTOR, coming.entries.get(number=1), session=1)
    (wide, high), least = SHAPES[shape]
    page.set_viewport_size({"width": wide, "height": high})
    pages = {f"/e/{coming.slug}/wall/seats/": ".wall-names", f"/e/{coming.slug}/wall/calls/": ".wall-called"}
    for kind in ("standings", "teams"):
        screen, access = new_screen(event, slug=kind, parts=[{"shows": kind, "seconds": 60}]), new_screen_access()
        open_screen(system_actor("test"), screen, access=access)
        pages[f"/w/{access.token}/"] = ".wall-ranks"
    for address, content in pages.items():
        page.goto(f"{live_server.url}{address}")
        page.wait_for_selector(content)
        size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [wide, high], content
        assert [letters for letters in page.evaluate(SIZES) if letters[0] < least] == [], content
        assert page.evaluate(CUT_FIGURES) == [], content
    page.goto(f"{live_server.url}/e/{event.slug}/wall/test/")
    page.wait_for_selector(".test-frame")
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        wide,
        high,
    ]


@pytest.mark.parametrize("kind", ["standings", "teams", "groups", "seats"])
def test_long_names_are_whole_on_the_screen(live_server, page: Page, kind: str) -> None:
    """One very long name takes two lines or smaller letters; the others keep their columns."""
    event = planned("hall", 24, 2)
    drawn(event)
    play(event, 1)
    release_session(ACTOR, event.sessions.get(number=1))
    for number, name in enumerate((PLAYERS[2], PLAYERS[3]), start=1):
        event.entries.filter(number=number).update(name=name, country="KR")
    for team, name in zip(event.teams.order_by("number"), TEAMS, strict=False):
        event.teams.filter(pk=team.pk).update(name=name, group=event.groups.create(number=team.number, name=GROUPS[0]))
    screen = new_screen(event, slug=f"long-{kind}", parts=[{"shows": kind, "seconds": 60}])
    access = new_screen_access()
    open_screen(ACTOR, screen, access=access)
    page.set_viewport_size({"width": 1920, "height": HEIGHT})
    page.goto(f"{live_server.url}/w/{access.token}/")
    page.wait_for_selector("[data-at]")
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate(CUT_NAMES) == []
    assert [found for found in page.evaluate(SIZES) if found[0] < least_size() - 0.01] == []
    assert page.evaluate("document.documentElement.scrollHeight") == HEIGHT
    if kind == "seats":
        assert page.locator(".wall-names-2 .wall-long-name").count() == 1


def test_lots_calls_seats_and_the_ceremony_have_large_letters_and_small_hashes(live_server, page: Page) -> None:
    event = planned(players=8, sessions=2)
    draw = drawn(event, "approved")
    begin_show(ACTOR, draw)
    for seen in range(8):
        step_show(ACTOR, draw, move="next", seen=seen)
    page.set_viewport_size({"width": 1920, "height": HEIGHT})
    for name in ("lots", "calls", "seats", "ceremony"):
        page.goto(f"{live_server.url}/e/{event.slug}/wall/{name}/")
        page.wait_for_selector("main")
        # Hashes are for a photo, not for the eye.
        page.evaluate("document.querySelectorAll('.wall-hashes').forEach(hashes => hashes.remove())")
        assert page.locator("main").inner_text().strip(), name
        assert [found for found in page.evaluate(SIZES) if found[0] < least_size() - 0.01] == [], name
    page.goto(f"{live_server.url}/e/{event.slug}/wall/lots/")
    expect(page.locator("[data-shown]")).to_have_attribute("data-shown", "8")


@pytest.mark.parametrize("names", [["王伟"], ["DE LA CONCEPCIÓN FERNÁNDEZ María"], PLAYERS])
def test_called_players_and_the_limits_of_lateness_fit_the_screen(page: Page, names: list[str]) -> None:
    event = planned("hall", 40, 2)
    for number, name in zip(range(1, 41), cycle(names), strict=False):
        event.entries.filter(number=number).update(name=name)
    drawn(event)
    call_missing(ACTOR, event, session=1)
    page.set_viewport_size({"width": 1920, "height": HEIGHT})
    shows_called(page, event, "calls")
    count_late_from(ACTOR, event.sessions.get(number=1), at=timezone.now())
    for language in ("ja", "zh-hans", "en"):
        shows_called(page, event, f"calls-late-{language}", language)
    limits = page.locator(".wall-limits").bounding_box()
    assert limits["y"] + limits["height"] <= HEIGHT
    assert page.locator(".wall-called li").last.bounding_box()["y"] < limits["y"]


def shows_called(page: Page, event: Event, picture: str, language: str = "en") -> None:
    """Open the screen of called players: nothing is cut or lies below its edge."""
    page.goto(f"/e/{event.slug}/wall/calls/?lang={language}")
    page.wait_for_selector(".wall-called")
    page.evaluate("document.fonts.ready.then(() => true)")
    keep_picture(page, picture)
    assert page.evaluate(CUT_NAMES) == [], picture
    assert page.evaluate("document.documentElement.scrollHeight") == HEIGHT, picture


def test_screens_show_no_menu_sign_in_or_languages(live_server, page: Page, event: Event) -> None:
    for address in ("wall/seats/", "wall/lots/", "wall/calls/", "wall/ceremony/"):
        page.goto(f"{live_server.url}/e/hall/{address}")
        assert page.locator("header form, nav, .reader").count() == 0, address
        assert not re.search("Sign in|日本語", page.locator("body").inner_text()), address


#: The least size of letters in a bracket: the size of the text times the scale of the picture.
IN_BRACKET = """() => {
  const svg = document.querySelector(".wall-bracket svg"), scale = svg.getScreenCTM().a;
  return [...svg.querySelectorAll("p, p span, li span")].filter((one) => one.textContent.trim())
    .map((one) => [scale * parseFloat(getComputedStyle(one).fontSize), one.textContent.trim()]);
}"""


@pytest.mark.parametrize(
    ("teams", "rule", "matches"),
    [(4, {"teams": 2, "third": True}, [4]), (8, {"teams": 2}, [7]), (16, {"teams": 2}, [8, 7]), (16, {}, [4, 3])],
)
def test_a_bracket_is_legible_on_as_many_pages_as_it_needs(
    live_server, page: Page, teams: int, rule: dict[str, object], matches: list[int]
) -> None:
    rounds = {4: 2, 8: 3, 16: 4}[teams] if rule else 3
    event = planned("hall", 4 * teams, 1 + rounds)
    event.teams.update(name="国际麻将协会联合代表队 Mahjong International")
    knockout = {"first_session": 2, "last_session": 1 + rounds, "method": "knockout", "who": "best", "count": teams}
    stages = [{"first_session": 1, "last_session": 1, "method": "chart"}, knockout | {"knockout": rule}]
    set_format(ACTOR, event, stages=stages)
    drawn(event)
    play(event, 1)
    draw_next(event, 2)
    screen = new_screen(event, slug="bracket", parts=[{"shows": "bracket", "seconds": 60}])
    access = new_screen_access()
    open_screen(ACTOR, screen, access=access)
    page.set_viewport_size({"width": 1920, "height": HEIGHT})
    page.goto(f"{live_server.url}/w/{access.token}/")
    page.wait_for_selector(".wall-bracket svg")
    reader = Event.objects.get(pk=event.pk)
    pictures = screen_pictures(Standings(reader, view_of(reader, live=True)), SCREEN_ROWS, SCREEN_COLUMNS)
    assert [len(picture.boxes) for picture in pictures] == matches
    for picture in pictures:
        svg = bracket_svg(reader, picture, ON_SCREEN)
        page.evaluate("svg => { document.querySelector('.wall-bracket').innerHTML = svg; }", svg)
        sizes = page.evaluate(IN_BRACKET)
        assert len(sizes) >= 3 * len(picture.boxes)
        assert [found for found in sizes if found[0] < least_size() - 0.01] == []
        assert page.evaluate("document.documentElement.scrollHeight") == HEIGHT


@pytest.mark.parametrize(("players", "pools", "blocks"), [(32, 4, 4), (160, 4, 2), (80, 2, 2)])
def test_pools_are_legible_and_fit_on_their_pages(
    live_server, page: Page, players: int, pools: int, blocks: int
) -> None:
    event = planned("hall", players, 3)
    first = {"first_session": 1, "last_session": 2, "method": "chart", "pools": pools}
    final = {"first_session": 3, "last_session": 3, "method": "cross", "who": "best-of-pools", "count": 2}
    set_format(ACTOR, event, stages=[first, final])
    drawn(event)
    play(event, 1)
    release_session(ACTOR, event.sessions.get(number=1))
    screen = new_screen(event, slug="pools", parts=[{"shows": "pools", "seconds": 60}])
    access = new_screen_access()
    open_screen(ACTOR, screen, access=access)
    page.set_viewport_size({"width": 1920, "height": HEIGHT})
    page.goto(f"{live_server.url}/w/{access.token}/")
    page.wait_for_selector(".wall-ranks table")
    assert page.locator(".wall-ranks table").count() == blocks
    sizes = page.evaluate(SIZES)
    assert [found for found in sizes if found[0] < least_size() - 0.01] == []
    assert page.evaluate(CUT_FIGURES) == []
    assert page.evaluate("document.documentElement.scrollHeight") == HEIGHT
