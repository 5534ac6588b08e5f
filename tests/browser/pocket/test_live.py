"""Pages that stay open while the event goes on."""

import pytest
from playwright.sync_api import Page, Response, Route, expect

from tests.browser.conftest import release
from tournament.events.models.events import Event

NOTED = tuple(f"console: {start}" for start in ("Failed to load resource", "Response Status Error Code 503", "htmx:"))
LEADER = "main tbody tr:first-child"


def is_unchanged(response: Response) -> bool:
    return "/live/" in response.url and response.status == 204


@pytest.fixture
def standings(event: Event, page: Page) -> Page:
    """Open the public standings after session 1, marked so that a reload would be noticed."""
    page.goto(f"/e/{event.slug}/standings/")
    expect(page.locator(LEADER)).to_contain_text("选手5")
    expect(page.locator("header")).to_contain_text("after session 1 of 3")
    page.evaluate("window.sameDocument = true")
    return page


def shows_session_2(page: Page) -> None:
    """Expect the new list without a reload: player 5 has 4 + 4 table points, 43 + 43."""
    expect(page.locator(LEADER)).to_contain_text("+86")
    expect(page.locator("header")).to_contain_text("after session 2 of 3")
    expect(page.locator("main tbody tr").nth(1)).to_contain_text("选手7")
    assert page.evaluate("window.sameDocument") is True


def test_open_page_shows_a_release_without_reload(event: Event, standings: Page) -> None:
    with standings.expect_response(is_unchanged):
        pass
    release(event, 2)
    shows_session_2(standings)
    # It goes on polling with its new version.
    with standings.expect_response(is_unchanged):
        pass


def test_unchanged_poll_leaves_the_page_alone(standings: Page) -> None:
    standings.set_viewport_size({"width": 360, "height": 400})
    link = standings.locator("main tbody").get_by_role("link", name="选手6")
    link.evaluate("one => one.focus({ preventScroll: true })")
    standings.evaluate("scrollTo({ top: 150, behavior: 'instant' })")
    for _poll in range(2):
        with standings.expect_response(is_unchanged):
            pass
    expect(link).to_be_focused()
    assert standings.evaluate("scrollY") == 150


def test_page_recovers_after_the_server_was_down(event: Event, standings: Page, faults: list[str]) -> None:
    dialogs: list[str] = []
    standings.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    outage = [lambda route: route.abort(), lambda route: route.fulfill(status=503, body="<h1>gone</h1>")]
    requests = []

    def answer(route: Route) -> None:
        requests.append(route)
        outage[len(requests) > 1](route)

    with standings.expect_event("requestfailed"):
        standings.route("**/live/**", answer)
    with standings.expect_response(lambda response: response.status == 503):
        release(event, 2)
    expect(standings.locator(LEADER)).to_contain_text("+43")
    assert "gone" not in standings.locator("body").inner_text()
    standings.unroute("**/live/**")
    shows_session_2(standings)
    assert dialogs == []
    # The only errors are the failed requests that browser and htmx report.
    faults[:] = [fault for fault in faults if not fault.startswith(NOTED)]


def test_replaced_list_keeps_its_scroll_position(event: Event, page: Page) -> None:
    # Narrower than any phone: two sessions fit on those.
    page.set_viewport_size({"width": 200, "height": 800})
    page.goto(f"/e/{event.slug}/standings/all/")
    box = page.locator(".table-box").first
    box.evaluate("box => { box.scrollLeft = 40; }")
    release(event, 2)
    expect(page.locator("header")).to_contain_text("after session 2 of 3")
    expect(box).to_contain_text("+86")
    assert box.evaluate("box => box.scrollLeft") == 40
