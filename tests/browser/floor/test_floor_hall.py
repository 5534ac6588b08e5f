"""A hall of thirty tables on one tablet: the tiles at a glance, five calls at once, and a foul in three taps."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import Page, expect

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from scoring.fouls.models import Foul
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.disputes import dispute_hand
from scoring.sheets.services.referee_calls import answer_call, call_referee
from tests.browser.conftest import SIZES, hold_moments
from tests.browser.reference import assert_looks_like
from tests.support.hall import hall_document
from tests.support.workers import until
from tournament.access.services.roles import grant_role
from tournament.clocks.models import SessionClock
from tournament.clocks.services.clocks import start_session
from tournament.clocks.services.extra_time import add_time
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = system_actor("Table 7, phone 1")
TABLET = {"width": 820, "height": 1180}
FLOOR = "/e/hall/floor/"
#: Count the tones that a page sounds.
COUNT_TONES = """
globalThis.tones = 0;
OscillatorNode.prototype.start = ((start) => function (...at) { tones += 1; return start.apply(this, at); })(
  OscillatorNode.prototype.start);
"""

#: The distance from the calls to the heading of the proposed penalty.
GAP = """document.querySelector("#penalty h2").getBoundingClientRect().top
  - document.querySelector(".bell").getBoundingClientRect().bottom"""


@pytest.fixture
def hall(live_server) -> Event:
    """Return an event with thirty tables in play since twelve minutes."""
    cache.clear()
    import_event(PHONE, document=hall_document())
    event = Event.objects.get()
    start_session(PHONE, event.sessions.get())
    SessionClock.objects.update(started_at=timezone.now() - timedelta(minutes=12))
    return event


@pytest.fixture
def tablet(hall: Event, page: Page, signed_in: Callable[[Account], None]) -> Page:
    account = Account.objects.create_user("referee", name="赵敏")
    grant_role(PHONE, hall, account=account, name="chief-referee")
    signed_in(account)
    page.set_viewport_size(TABLET)  # type: ignore[arg-type]
    return page


def sheet_of(event: Event, table: int) -> Sheet:
    return Sheet.objects.select_related("table__session__event").get(table__session__event=event, table__number=table)


def call(event: Event, table: int, for_what: str, no: int = 0) -> None:
    call_referee(PHONE, sheet_of(event, table), for_what=for_what, no=no)


def test_thirty_tables_are_on_one_screen_of_a_tablet(hall: Event, tablet: Page, axe: Callable) -> None:
    call(hall, 7, "foul", 11)
    call(hall, 12, "question", 5)
    dispute_hand(PHONE, sheet_of(hall, 3), no=4, seen=1)
    add_time(PHONE, hall.sessions.get(), table=15, minutes=5, reason="spilled tea")
    tablet.goto(FLOOR)
    tiles = tablet.locator(".floor-table")
    expect(tiles).to_have_count(30)
    boxes = [tile.bounding_box() for tile in tiles.all()]
    assert max(box["y"] + box["height"] for box in boxes if box) <= TABLET["height"]
    assert tablet.evaluate("document.documentElement.scrollWidth") <= TABLET["width"]
    # The whole tile is the target.
    for box, link in zip(boxes, tablet.locator(".floor-table > a").all(), strict=True):
        target = link.bounding_box()
        assert box is not None
        assert target is not None
        assert target["height"] >= box["height"] - 4
    assert tiles.nth(14).inner_text().split("\n")[-1].strip().endswith("+5 min")
    expect(tiles.nth(2)).to_contain_text("disputed hand")
    # The pace by a sign and in words: the hall's median is seven hands.
    paces = [tiles.nth(index).locator(".floor-pace").inner_text().split("\n")[0] for index in (0, 3, 6, 7, 8)]
    assert paces == ["▲ 1 hand ahead", "▼ 2 hands behind", "▲ 4 hands ahead", "", "▼ 4 hands behind"]
    assert axe(tablet) == []
    tablet.locator(".floor-clock, .floor-pace, .bell").evaluate_all("(all) => all.forEach((one) => one.remove())")
    assert_looks_like("floor_of_thirty_tables", tablet.screenshot(), (205, 295))
    # Only what needs an official, then the names by the winds of the hand in play.
    tablet.get_by_role("link", name="tables need an official").click()
    needing = tiles.count()
    assert 0 < needing < 30
    tablet.get_by_role("link", name="Show the names").click()
    expect(tablet.locator(".floor-people")).to_have_count(needing)


def test_referee_answers_five_calls_at_once(hall: Event, tablet: Page) -> None:
    tablet.goto(f"{FLOOR}announcements/")
    title = tablet.title()
    for table, what, no in (
        (7, "foul", 11),
        (12, "question", 5),
        (3, "table", 0),
        (21, "person", 0),
        (9, "question", 3),
    ):
        call(hall, table, what, no)
    # Every page of the Floor shows them: table, what for, hand and since when; the title counts them.
    bell = tablet.locator(".bell-call")
    expect(bell).to_have_count(5)
    expect(tablet).to_have_title(f"(5) {title}")
    since = timezone.localtime(RefereeCall.objects.get(table__number=7).called_at)
    assert bell.first.inner_text().split() == f"Table 7 A foul · hand 11 {since:%H:%M}".split()
    for one in bell.all():
        expect(one).to_be_in_viewport(ratio=1)
    # With two rows of calls and the choice of a session, all thirty tables are still on the screen.
    hall.sessions.create(number=2)
    tablet.goto(FLOOR)
    expect(bell).to_have_count(5)
    expect(tablet.get_by_role("link", name="Session 2")).to_be_visible()
    tiles = [tile.bounding_box() for tile in tablet.locator(".floor-table").all()]
    assert max(box["y"] + box["height"] for box in tiles if box) <= TABLET["height"]
    # The usual outcome takes two taps: the call, then its answer.
    for table, outcome in ((12, "Rule explained"), (3, "Put in order"), (21, "Taken care of"), (9, "Rule explained")):
        bell.filter(has_text=f"Table {table} ").click()
        tablet.get_by_role("button", name=outcome).click()
        expect(tablet.get_by_text("The call is answered.")).to_be_visible()
    # A call about a foul opens its form with table and hand: seat, kind, use are three taps, and answer the call.
    bell.click()
    expect(tablet.get_by_text("Raised at hand 11")).to_be_visible()
    tablet.locator(".choice-link").nth(1).click()
    tablet.set_viewport_size({"width": 820, "height": 600})  # too low for the whole page
    tablet.emulate_media(reduced_motion="reduce")  # the jump is one step
    tablet.get_by_role("link", name="Late pung", exact=True).click()
    # The jump to the proposal leaves its heading below the calls.
    until(lambda: tablet.evaluate("scrollY") > 0)
    assert 0 <= tablet.evaluate(GAP) < 60
    tablet.set_viewport_size(TABLET)  # type: ignore[arg-type]
    tablet.get_by_role("button", name="Use this penalty").click()
    expect(tablet.get_by_text("Foul 1 is recorded.").first).to_be_visible()
    expect(bell).to_have_count(0)
    outcomes = RefereeCall.objects.order_by("table__number").values_list("table__number", "outcome")
    assert dict(outcomes) == {
        3: "Put in order",
        7: "Foul 1 is recorded.",
        9: "Rule explained",
        12: "Rule explained",
        21: "Taken care of",
    }
    assert Foul.objects.values_list("kind", "hand_no", "sheet__table__number").get() == ("late-pung", 11, 7)
    # The sound, if wanted: it is heard when it is turned on, and at each new call.
    tablet.add_init_script(COUNT_TONES)
    tablet.goto(f"{FLOOR}calls/")
    sound = tablet.get_by_role("button", name="Sound at a new call")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    until(lambda: tablet.evaluate("tones") == 2)
    call(hall, 30, "table")
    until(lambda: tablet.evaluate("tones") == 4)


def test_referee_finds_a_kind_of_foul_by_words_while_typing(hall: Event, tablet: Page) -> None:
    tablet.goto("/e/hall/floor/fouls/new/1/7/?seat=E")
    shown = tablet.locator(".foul-kind:visible")
    assert shown.count() == 36
    for words in ("手机", "携帯", "phone ring"):
        tablet.get_by_role("searchbox").fill(words)
        expect(shown).to_have_count(1)
        expect(shown).to_contain_text("Phone on the table, or ringing")
    tablet.get_by_role("searchbox").fill("zebra")
    expect(tablet.get_by_text("No kind of foul has these words.")).to_be_visible()


@pytest.mark.parametrize("device", ["phone", "laptop"])
def test_a_table_that_a_call_moved_takes_no_press_at_once(hall: Event, tablet: Page, device: str) -> None:
    tablet.set_viewport_size(SIZES[device])  # type: ignore[arg-type]
    tablet.goto(FLOOR)
    tile = tablet.locator('[data-table="3"] a')
    place = tile.bounding_box()
    assert place
    hold_moments(tablet)
    call(hall, 7, "foul", 11)
    expect(tablet.locator(".bell-call")).to_be_in_viewport(ratio=1)
    assert tile.bounding_box() != place
    tablet.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    hold_moments(tablet, held=False)
    tile.click(trial=True)  # it takes presses again
    expect(tablet).to_have_url(re.compile(FLOOR + "$"))


def test_a_call_that_comes_into_the_place_of_another_takes_no_press_at_once(hall: Event, tablet: Page) -> None:
    for table in (7, 12):
        call(hall, table, "question", 5)
    tablet.goto(FLOOR)
    first, second = tablet.locator(".bell-call").all()
    box, place = first.bounding_box(), second.bounding_box()
    assert box
    assert place
    tablet.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    hold_moments(tablet)
    answer_call(PHONE, RefereeCall.objects.get(table__number=7), outcome="Rule explained")
    bell = tablet.locator(".bell-call")
    expect(bell).to_have_count(1)
    tablet.mouse.down()
    tablet.mouse.up()
    expect(tablet).to_have_url(re.compile(FLOOR + "$"))
    hold_moments(tablet, held=False)
    bell.click()
    expect(tablet.get_by_role("button", name="Rule explained")).to_be_visible()


def test_the_calls_are_in_their_place_before_the_script_has_come(hall: Event, tablet: Page) -> None:
    call(hall, 7, "question", 5)
    tablet.set_viewport_size(SIZES["phone"])  # type: ignore[arg-type]
    tablet.route("**/js/floor/bell*.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    tablet.goto(f"{FLOOR}calls/")
    place = tablet.locator(".call-line").bounding_box()
    tablet.unroute("**/js/floor/bell*.js")
    tablet.reload()
    expect(tablet.get_by_role("button", name="Sound at a new call")).to_be_visible()
    assert tablet.locator(".call-line").bounding_box() == place
