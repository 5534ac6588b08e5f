"""A reader looks through the hand gallery and the players by statistics, on a phone and a laptop."""

import pytest
from playwright.sync_api import Page, expect

from ranking.links.models import PersonRecord
from scoring.sheets.models.hand_records import HandRecord
from tests.browser.conftest import SIZES
from tests.browser.looking import fits_everywhere
from tests.support.gallery import ORPHANS, STRAIGHT, won_with
from tests.web.pocket.record.test_head_to_head import people_of, stored_event
from tournament.events.models.events import Event


@pytest.fixture
def event(transactional_db) -> Event:
    """Store an event whose first three players won with recorded tiles; the third asks not to be shown."""
    event = stored_event(starts="2029-05-01", ends="2029-05-02", country="NL")
    HandRecord.objects.all().delete()
    first, second, third, *_others = people_of(event)
    won_with(event, first, 1, STRAIGHT, 19)
    won_with(event, second, 2, ORPHANS, 88)
    won_with(event, third, 3, STRAIGHT, 24)
    PersonRecord.objects.create(person=third, public=False)
    return event


def test_a_reader_filters_the_gallery_and_opens_an_explanation(live_server, page: Page, axe, event) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="Hand gallery").click()
    expect(page.locator(".hand-gallery > li")).to_have_count(3)
    fits_everywhere(page, axe, page.url, "hands")
    page.goto(f"{live_server.url}/record/hands/?lang=en")
    page.get_by_text("Choose hands").click()
    page.get_by_label("Fan").select_option("thirteen-orphans")
    page.get_by_role("button", name="Show hands").click()
    expect(page.locator(".hand-gallery > li")).to_have_count(1)
    expect(page.get_by_label("Fan")).to_have_value("thirteen-orphans")
    fits_everywhere(page, axe, page.url, "hands-filtered")
    page.locator(".hand-gallery .row-line a").last.click()
    hand = page.url.partition("?")[0]
    fits_everywhere(page, axe, page.url, "hand")
    page.goto(f"{hand}?lang=en")
    expect(page.get_by_label("Link to this hand")).to_have_value(hand)
    page.get_by_role("link", name="Explanation of the points").click()
    expect(page.locator("#answer-points")).to_be_visible()


def test_a_reader_lists_players_by_hands_dealt_in(live_server, page: Page, axe, event) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}/?lang=en")
    page.get_by_role("link", name="Players by statistics").click()
    expect(page.locator("tbody tr")).to_have_count(8)
    fits_everywhere(page, axe, page.url, "players")
    page.goto(f"{live_server.url}/record/players/?lang=en")
    page.locator("#id_by").select_option("dealt-in")
    page.get_by_role("button", name="Show the list").click()
    expect(page.get_by_text("players with at least 100 hands")).to_be_visible()
    expect(page.get_by_text("Nobody is listed")).to_be_visible()
    page.get_by_label("Minimum of sessions or hands").fill("10")
    page.get_by_role("button", name="Show the list").click()
    expect(page.locator("tbody tr")).to_have_count(8)
    expect(page.get_by_text("P. C.")).to_be_visible()
    fits_everywhere(page, axe, page.url, "players-dealt-in")
    page.locator("tbody a").first.click()
    expect(page.locator("#bests")).to_be_visible()


def test_the_filters_are_behind_one_control_on_a_phone_and_open_on_a_laptop(live_server, page: Page, event) -> None:
    control, year = page.get_by_text("Filters", exact=True), page.get_by_label("Year")
    page.set_viewport_size(SIZES["phone"])
    page.goto(f"{live_server.url}/record/players/?lang=en")
    expect(year).to_be_hidden()
    control.click()
    year.select_option("2029")
    page.get_by_role("button", name="Show the list").click()
    expect(page.locator("tbody tr")).to_have_count(8)
    expect(year).to_be_visible()
    page.set_viewport_size(SIZES["laptop"])
    page.goto(f"{live_server.url}/record/players/?lang=en")
    expect(year).to_be_visible()
    expect(control).to_be_hidden()
    year.select_option("2029")
    expect(year).to_have_value("2029")


def test_a_wrong_filter_has_one_sign_and_keeps_its_arrow(live_server, page: Page, event) -> None:
    page.goto(f"{live_server.url}/record/players/?lang=en&by=luck&country=XX")
    alert = page.locator("main").get_by_role("alert")
    expect(alert.locator("ul")).to_have_css("list-style-type", "none")
    expect(alert.locator("li")).to_have_count(2)
    arrow = page.locator("#id_home").evaluate("select => getComputedStyle(select).backgroundImage.split(', none')[0]")
    assert arrow.startswith("url(")
    for wrong in ("#id_by", "#id_country"):
        shown = page.locator(wrong).evaluate("select => getComputedStyle(select).backgroundImage.split(', none')[0]")
        assert shown == arrow
