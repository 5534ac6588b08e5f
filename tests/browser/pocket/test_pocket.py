"""Pocket's pages on a phone and a wide screen: they fit, are accessible, and follow a release."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session
from tests.support.cup import cup, taken_in
from tests.support.draws import drawn, planned
from tournament.clocks.models import SessionClock
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

PAGES = ["players/", "players/1/", "players/7/", "players/10/", "teams/2/", "groups/1/", "tables/", "tables/2/"]
PAGES += ["tables/1/1/", "tables/1/2/", "tables/2/1/", "tables/2/2/", "tables/3/2/", "rules/", ""]


@pytest.fixture
def event(transactional_db) -> Event:
    """Return the cup with two sessions released and names long enough to wrap."""
    document = cup()
    for player in document["players"][:5]:
        player["name"] += "の長い名前" * 6 + "WithoutAnyBlankInIt" * 3
    document["teams"][1]["name"] = "Tigers" * 12
    return taken_in(document, release=2)


@pytest.fixture
def administrator(transactional_db) -> Account:
    return Account.objects.create_user("administrator", is_superuser=True)


@pytest.mark.parametrize(
    ("width", "theme", "language"), [(360, "dark", "en"), (1440, "light", "ja"), (1440, "dark", "zh-hans")]
)
def test_every_public_page_fits_and_is_accessible(
    live_server, page: Page, axe, signed_in, event, administrator, width: int, theme: str, language: str
) -> None:
    signed_in(administrator)
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=theme)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    for address in ["/", *(f"/e/cup/{page_name}" for page_name in PAGES)]:
        page.goto(live_server.url + address)
        assert axe(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth") == width, address


def test_open_page_shows_a_released_session_without_reload(live_server, page: Page, transactional_db) -> None:
    event = taken_in(cup(), release=1)
    page.goto(f"{live_server.url}/e/cup/players/8/")
    expect(page.get_by_role("rowheader", name="Session 1, table 2")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Session 2, table 2")).not_to_be_visible()
    release_session(system_actor("test"), event.sessions.get(number=2))
    expect(page.get_by_role("rowheader", name="Session 2, table 2")).to_be_visible()
    expect(page.get_by_text("+58")).not_to_have_count(0)


def test_a_known_player_is_not_asked_to_find_the_seat_on_the_card(live_server, page: Page, transactional_db) -> None:
    drawn(planned())
    page.goto(f"{live_server.url}/e/draw/")
    search = page.get_by_role("searchbox", name="Find your seat")
    expect(search).to_be_visible()
    page.goto(f"{live_server.url}/e/draw/players/5/")
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("link", name="All my seats")).to_be_visible()
    expect(search).to_be_hidden()
    expect(page.get_by_role("link", name="All seats")).to_be_visible()


def test_end_of_provisional_results_fits_a_phone(live_server, page: Page, event) -> None:
    now = timezone.now()
    SessionClock.objects.create(session=event.sessions.get(number=2), started_at=now, ended_at=now, minutes=120)
    page.set_viewport_size({"width": 360, "height": 800})
    for address in ("", "standings/", "tables/2/1/"):
        page.goto(f"{live_server.url}/e/cup/{address}")
        assert page.evaluate("document.documentElement.scrollWidth") == 360, address
        if not address:  # the head of other pages has one word for it
            expect(page.locator("main").get_by_text("the end of the appeal time")).to_be_visible()


def test_home_without_clock_and_announcement_has_no_gap(live_server, page: Page, event) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}/e/cup/")
    head, figures = page.locator("#main > .home-title").bounding_box(), page.locator("#live-event").bounding_box()
    assert head is not None
    assert figures is not None
    assert figures["x"] == head["x"]
    # One gap between the head and the live part.
    gap = page.locator("#main").evaluate("main => parseFloat(getComputedStyle(main).rowGap)")
    assert figures["y"] - head["y"] - head["height"] == pytest.approx(gap, abs=2)
