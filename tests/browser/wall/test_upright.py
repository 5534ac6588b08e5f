"""Brackets and pools on a screen that stands upright: legible, whole, and each pool has its name."""

from playwright.sync_api import Page, expect

from scoring.display.services.screens import open_screen
from scoring.formats.services.formats import set_format
from scoring.releases.services.releasing import release_session
from scoring.sheets.rules.codes import new_screen_access
from tests.browser.looking import keep_picture
from tests.browser.wall.test_wall_letters import CUT_FIGURES, SHAPES, SIZES
from tests.scoring.formats.test_pools import by_number, pooled
from tests.support.draws import ACTOR, drawn, planned
from tests.support.formats import draw_next, play
from tests.support.screens import new_screen
from tournament.events.models.events import Event

(WIDE, HIGH), LEAST = SHAPES["upright"]
PAGE_SIZE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
#: Names and points of the bracket that is shown, whose letters are smaller than `LEAST` in pixels of the screen.
SMALL_IN_BRACKET = """least => {
  const svg = document.querySelector(".bracket-upright"), scale = svg.getScreenCTM().a;
  return [...svg.querySelectorAll("p, p span, li span")].filter((one) => one.textContent.trim())
    .filter((one) => scale * parseFloat(getComputedStyle(one).fontSize) < least).map((one) => one.textContent);
}"""
#: Points that lie outside their box.
OUTSIDE = """() => [...document.querySelectorAll(".bracket-upright li span")].filter((one) => {
  const box = one.closest("li").getBoundingClientRect(), part = one.getBoundingClientRect();
  return part.bottom > box.bottom + 1 || part.right > box.right + 1;
}).map((one) => one.textContent)"""


def shown(page: Page, event: Event, kind: str) -> None:
    """Show one kind of part on an upright screen of the event."""
    screen, access = new_screen(event, slug=kind, parts=[{"shows": kind, "seconds": 60}]), new_screen_access()
    open_screen(ACTOR, screen, access=access)
    page.set_viewport_size({"width": WIDE, "height": HIGH})
    page.goto(f"/w/{access.token}/")
    page.locator(f".screen-{kind}").wait_for()


def test_an_upright_screen_shows_a_bracket_of_eight_teams_in_large_letters(page: Page) -> None:
    event = planned("upright", 32, 4)
    event.teams.filter(number__in=(1, 8)).update(name="国际麻将协会联合代表队 Mahjong International")
    knockout = {"first_session": 2, "last_session": 4, "method": "knockout", "who": "best", "count": 8}
    chart = {"first_session": 1, "last_session": 1, "method": "chart"}
    set_format(ACTOR, event, stages=[chart, knockout | {"knockout": {"teams": 2}}])
    drawn(event)
    for number in (1, 2):
        play(event, number)
        release_session(ACTOR, event.sessions.get(number=number))
        draw_next(event, number + 1)
    shown(page, event, "bracket")
    expect(page.locator(".bracket:not(.bracket-upright)")).to_be_hidden()
    keep_picture(page, "bracket-upright")
    assert page.evaluate(SMALL_IN_BRACKET, LEAST) == []
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(PAGE_SIZE) == [WIDE, HIGH]


def test_an_upright_screen_names_each_pool(page: Page) -> None:
    event = pooled()
    play(event, 1, by_number)
    draw_next(event, 2)
    release_session(ACTOR, event.sessions.get(number=1))
    shown(page, event, "pools")
    keep_picture(page, "pools-upright")
    names = page.locator("thead .wall-who")
    assert [name.is_visible() for name in names.all()] == [True] * 4
    assert [letters for letters in page.evaluate(SIZES) if letters[0] < LEAST] == []
    assert page.evaluate(CUT_FIGURES) == []
    assert page.evaluate(PAGE_SIZE) == [WIDE, HIGH]
