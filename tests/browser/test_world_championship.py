"""The format of the world championship 2019, small: 32 players from the registration to the ceremony."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scoring.display.services.awards import add_award
from scoring.releases.services.releasing import release_session
from tests.browser.conftest import PASSWORD
from tests.support.draws import ACTOR, planned
from tests.support.formats import TABLE_POINTS, play
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

DESK = "/e/wmc/desk"


@pytest.fixture
def desk(live_server, page: Page, signed_in: Callable[[Account], None]) -> Page:
    """Return the browser of the organizer of an event of 31 players and ten sessions."""
    event = planned("wmc", 31, 10)
    account = Account.objects.create_user("organizer", password=PASSWORD, name="李 组织")
    grant_role(ACTOR, event, account=account, name="organizer")
    signed_in(account)
    return page


def by_number(number: int, _place: int) -> tuple[int, int]:
    """Everybody shares the table points; the lower number has more competition points."""
    return 21, 330 - 10 * number


def last_first(_number: int, place: int) -> tuple[int, int]:
    return TABLE_POINTS[4 - place], 20 * place - 50


def fill_password(page: Page) -> None:
    field = page.get_by_label("Your password")
    if field.count():
        field.fill(PASSWORD)


def draw_session(page: Page, session: int) -> list[list[int]]:
    """Draw a session at the Desk, release it, and return the numbers at its public tables."""
    page.goto(f"{DESK}/format/")
    page.get_by_role("link", name=f"Draw session {session}…").click()
    expect(page.get_by_text("Proved: no draw is better by the rule.")).to_be_visible()
    fill_password(page)
    page.get_by_role("button", name="Release the seats").click()
    expect(page.get_by_role("status").first).to_contain_text(f"Session {session} is drawn and released.")
    tables = Event.objects.get(slug="wmc").session_draws.get(session=session).tables
    for seats in tables:
        assert all(page.locator(".draft-tables").get_by_text(f" {number} ").count() for number in seats)
    return [sorted(four) for four in tables]


def release(page: Page, session: int) -> None:
    page.goto(f"{DESK}/sessions/{session}/release/")
    fill_password(page)
    page.get_by_role("button", name="Release the results").click()
    expect(page.get_by_role("status").first).to_contain_text("released")


def test_32_players_from_registration_to_ceremony(desk: Page, axe: Callable[[Page], list[str]]) -> None:
    event = Event.objects.get(slug="wmc")
    desk.goto(f"{DESK}/registration/new/")
    desk.get_by_label("Name as printed").fill("Last ONE")
    desk.get_by_role("button", name="Register").click()
    expect(desk.get_by_role("status").first).to_contain_text("Last ONE")

    desk.goto(f"{DESK}/format/")
    desk.get_by_label("Ready format").select_option(label="World championship 2019: frozen in sixteens, then in fours")
    desk.get_by_role("button", name="Use this format").click()
    expect(desk.locator(".stage-cards > li")).to_have_count(3)
    expect(desk.locator(".stage-cards > li").nth(2)).to_contain_text("Winners with winners")
    assert axe(desk) == []

    desk.goto(f"{DESK}/draw/")
    desk.get_by_role("button", name="Freeze the list").click()
    desk.get_by_label("Value named in public").fill("3 5 5 1")
    desk.get_by_role("button", name="Mix and draw").click()
    desk.get_by_role("button", name="Approve the chart").click()
    desk.get_by_role("link", name="Release…").click()
    fill_password(desk)
    desk.get_by_role("button", name="Release the draw").click()
    expect(desk.get_by_text("The draw is released.")).to_be_visible()

    for session in range(1, 9):
        play(event, session, by_number)
    for session in range(1, 8):
        release_session(ACTOR, event.sessions.get(number=session))
    release(desk, 8)
    # The ranks are the numbers: 1-5-9-13, 2-6-10-14 …; at each table the highest number wins.
    split = [[at, at + 4, at + 8, at + 12] for first in (1, 17) for at in range(first, first + 4)]
    assert draw_session(desk, 9) == split
    play(event, 9, last_first)
    winners = (13, 9, 5, 1, 29, 25, 21, 17)
    assert draw_session(desk, 10) == [[first, first + 1, first + 2, first + 3] for first in winners]
    play(event, 10, last_first)
    for session in (9, 10):
        release(desk, session)

    desk.goto("/e/wmc/standings/")
    ranks = desk.locator("#live-standings tbody th a").all_inner_texts()
    order = [number for first in winners for number in range(first + 3, first - 1, -1)]
    assert ranks == ["Last ONE" if number == 32 else f"选手{number}" for number in order]
    desk.goto("/e/wmc/seats/10/draw/")
    desk.get_by_role("button", name="Check this draw").click()
    expect(desk.get_by_role("status")).to_contain_text("All checks passed")

    add_award(ACTOR, event, kind="individual")
    desk.goto(f"{DESK}/ceremony/")
    fill_password(desk)
    desk.get_by_role("button", name="Begin the ceremony").click()
    expect(desk.get_by_role("button", name="Next step")).to_be_visible()
    for name in ("选手14", "选手15", "选手16"):
        desk.keyboard.press("ArrowRight")
        expect(desk.locator(".ceremony-newest")).to_contain_text(name)
