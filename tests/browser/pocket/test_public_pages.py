"""The public pages of an event on a phone: two lines of head, sticky columns, pictures, and reading without network."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session
from tests.browser.conftest import without_network
from tests.browser.reading import small_targets, too_low, too_wide
from tests.support.applications import open_registration
from tests.support.cup import taken_in
from tests.support.draws import planned
from tests.support.event_generator import make_event
from tests.support.workers import until
from tournament.events.models.events import Event

LANGUAGES = ("zh-hans", "en", "ja")
#: Resolves with the current entries of navigations that are cut at an edge.
CUT_TABS = """async () => {
  await document.fonts.ready;
  const cut = (tab, line) => tab.left < line.left - 1 || tab.right > line.right + 1;
  const tabs = [...document.querySelectorAll(".tabs [aria-current]")];
  const isCut = tab => cut(tab.getBoundingClientRect(), tab.closest("ul").getBoundingClientRect());
  return tabs.filter(isCut).map(tab => tab.textContent);
}"""
PAGES = ("", "standings/", "standings/all/", "statistics/", "players/1/", "teams/1/", "tables/1/", "tables/1/1/")


@pytest.fixture
def event() -> Event:
    document = make_event(1, players=24, sessions=6, odd=False, stages=False)
    document["event"] |= {"id": "one", "name": "Autumn International of Competition Mahjong 2026 第九届世界麻将锦标赛"}
    event = taken_in(document)
    for session in event.sessions.filter(released_at=None).order_by("number"):
        release_session(system_actor("test"), session)
    return event


@pytest.mark.parametrize(("turn", "scheme"), [(0, "light"), (1, "dark")])
def test_pages_fit_a_phone_and_are_accessible(page: Page, event: Event, axe, turn: int, scheme: str) -> None:
    """Each page is read in another language; the themes begin with different ones."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 800})
    for index, address in enumerate(PAGES):
        page.goto(f"/e/one/{address}?lang={LANGUAGES[(index + turn) % len(LANGUAGES)]}")
        assert too_wide(page) + too_low(page) + small_targets(page) == [], address
        assert page.evaluate(CUT_TABS) == [], address
        head = page.locator(".masthead").bounding_box()
        assert head is not None
        assert head["height"] <= 66, address  # two lines
        assert axe(page) == [], address


def test_desktop_pages_use_two_columns(page: Page, event: Event) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    for address, left, right in (("players/1/", "ranks", "scores"), ("tables/1/1/", "result", "running")):
        page.goto(f"/e/one/{address}")
        first, second = page.locator(f"#{left}").bounding_box(), page.locator(f"#{right}").bounding_box()
        assert first is not None
        assert second is not None
        assert abs(first["y"] - second["y"]) < 4
        assert second["x"] > first["x"] + 500


def test_before_an_event_its_pages_use_two_columns(page: Page, live_server, axe) -> None:
    """The home: counts and timetable beside registration and what is good to know; the form: you beside the rest."""
    event = open_registration(planned(), document="optional", capacity=64)
    event.sessions.create(number=1, starts=timezone.now() + timedelta(days=30))
    page.set_viewport_size({"width": 1440, "height": 900})
    for address, left, right in (
        ("", ".home-title h1", ".ask"),
        ("", "#timetable", "#more-title"),
        ("register/", "#who", "#private"),
    ):
        page.goto(f"/e/{event.slug}/{address}")
        first, second = page.locator(left).bounding_box(), page.locator(right).bounding_box()
        assert first is not None
        assert second is not None
        assert second["x"] > first["x"] + 400, left
        assert second["y"] < 700, right
        assert too_wide(page) + axe(page) == []
    page.goto(f"/e/{event.slug}/")
    expect(page.locator(".ask")).to_contain_text("48 of 64 places are free.")
    assert page.locator(".ask progress").evaluate("bar => [bar.value, bar.max]") == [16, 64]


def test_a_japanese_heading_is_not_one_character_a_line(page: Page, event: Event) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/e/one/players/1/?lang=ja")
    for media in ("screen", "print"):
        page.emulate_media(media=media)  # type: ignore[arg-type]
        lines = page.locator(".meetings thead").evaluate(
            "head => head.clientHeight / parseFloat(getComputedStyle(head.querySelector('th')).lineHeight)"
        )
        assert lines < 3.2, media  # two lines and the padding; before, three in a column of one word


def test_the_place_and_the_points_of_a_team_stay_beside_its_long_name(page: Page, event: Event) -> None:
    event.teams.update(name="Équipe nationale de mah-jong de compétition de la République française")
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/e/one/")
    for row in page.locator(".podium-teams li").all():
        tile, name, points = (row.locator(part).bounding_box() for part in (".tile", "a", ".num"))
        assert tile is not None
        assert name is not None
        assert points is not None
        assert tile["x"] + tile["width"] < name["x"] < points["x"]
        assert name["y"] < tile["y"] + tile["height"]
        assert points["height"] < 30


def test_names_and_sums_of_the_cross_table_stay_in_view(page: Page, event: Event) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/e/one/standings/all/")
    box = page.get_by_role("region", name="Table points and competition points of every session")
    box.evaluate("box => { box.scrollLeft = 60 }")
    name, total = page.locator("tbody .keep").first.bounding_box(), page.locator("tbody .keep-end").first.bounding_box()
    frame = box.bounding_box()
    assert name is not None
    assert total is not None
    assert frame is not None
    assert name["x"] == pytest.approx(frame["x"], abs=1)
    assert total["x"] + total["width"] == pytest.approx(frame["x"] + frame["width"], abs=1)


def test_names_above_the_hands_take_two_lines_at_most(page: Page, event: Event) -> None:
    event.entries.update(name="Maria de la Concepción Fernández y Rodríguez de Castellanos")
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/e/one/tables/1/1/")
    assert too_wide(page) == []
    for name in page.locator(".hand-player").all():
        box = name.bounding_box()
        assert box is not None
        assert box["height"] < 40


def test_curves_end_in_names_that_do_not_overlap(page: Page, event: Event) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/e/one/statistics/")
    boxes = [label.bounding_box() for label in page.locator(".plot-name p").all()]
    assert len(boxes) == 30  # ten names beside each of three pictures, below one another
    edges = sorted((box["y"], box["y"] + box["height"]) for box in boxes if box)
    assert all(before[1] <= after[0] + 0.5 for before, after in zip(edges, edges[1:], strict=False))


def test_no_page_of_a_print_has_a_note_or_a_row_alone(page: Page, event: Event) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    for address in PAGES:
        page.goto(f"/e/one/{address}")
        for scale in (0.9, 1.0, 1.1):  # so that other lines are the last ones of a page
            printed = PdfReader(BytesIO(page.pdf(format="A4", scale=scale)))
            lines = [len(sheet.extract_text().split("\n")) for sheet in printed.pages]
            assert min(lines) >= 4, (address, scale, lines)


def test_on_paper_the_order_of_ranks_stands_above_the_standings(page: Page, event: Event) -> None:
    """Below them it would stand alone on a page of its own."""
    page.goto("/e/one/standings/")
    order = page.get_by_text("If table points and competition points are equal")
    expect(order.nth(0)).to_be_hidden()
    expect(order.nth(1)).to_be_visible()
    page.emulate_media(media="print")
    expect(order.nth(1)).to_be_hidden()
    above, table = order.nth(0).bounding_box(), page.locator(".ranks").bounding_box()
    assert above is not None
    assert table is not None
    assert above["y"] < table["y"]


def test_the_own_players_pages_are_read_without_network_before_they_are_opened(
    page: Page, event: Event, faults: list[str]
) -> None:
    page.goto("/e/one/players/2/")
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("heading", name="Podium")).to_be_visible()
    kept = "async () => (await (await caches.open('pinju-pages-2')).keys()).map(one => new URL(one.url).pathname)"
    until(lambda: {"/e/one/", "/e/one/standings/", "/e/one/players/2/"} <= set(page.evaluate(kept)))
    page.context.set_offline(True)
    without_network(lambda: page.goto("/e/one/standings/"))
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    without_network(lambda: page.goto("/e/one/players/2/"))
    expect(page.get_by_role("heading", name="Session by session")).to_be_visible()
    page.context.set_offline(False)
    faults.clear()  # polls that failed without network


def test_pages_with_own_data_are_not_kept_in_the_browser(page: Page, event: Event, faults: list[str]) -> None:
    page.goto("/e/one/standings/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    kept = "async () => (await (await caches.open('pinju-pages-2')).keys()).map(one => new URL(one.url).pathname)"
    page.goto("/e/one/appeals/")
    page.goto("/e/one/players/1/")
    until(lambda: "/e/one/players/1/" in page.evaluate(kept))
    assert "/e/one/appeals/" not in page.evaluate(kept)


def test_an_opened_page_is_read_again_without_network(page: Page, event: Event, faults: list[str]) -> None:
    page.goto("/e/one/standings/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    slow = {"offline": False, "latency": 600, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    page.reload()  # now through the worker, which keeps it
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    page.goto("/e/one/players/1/")
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("heading", name="Podium")).to_be_visible()  # the home, which is about me now
    page.goto("/e/one/players/1/")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.context.set_offline(True)
    without_network(lambda: page.goto("/e/one/standings/"))
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    expect(page.locator("table.ranks tbody tr")).to_have_count(24)
    without_network(lambda: page.goto("/e/one/players/1/"))
    expect(page.get_by_role("heading", name="Session by session")).to_be_visible()
    without_network(lambda: page.goto("/e/one/statistics/?lang=ja"))
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    page.get_by_role("link", name="To the home page").click()
    expect(page.get_by_role("heading", name="Podium")).to_be_visible()
    page.context.set_offline(False)
    faults.clear()  # polls that failed without network
