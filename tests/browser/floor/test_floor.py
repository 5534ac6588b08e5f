"""The Floor in a browser: the gong in the same second everywhere, wrong seats, lateness, a moved table."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.core.cache import cache
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from tests.browser.conftest import SIZES
from tests.support.events import chinese_document
from tests.support.screens import new_screen
from tests.support.workers import until
from tournament.access.services.roles import grant_role
from tournament.clocks.models import SessionClock
from tournament.clocks.services.announcements import announce
from tournament.clocks.services.clocks import start_session
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.people.models.accounts import Account
from tournament.presence.models.presence import Arrival

CHIEF = system_actor("test")
#: Tolerance for a busy machine: a later gong stays silent, and a wrong clock would be off by 90 seconds.
LATEST = timedelta(seconds=5.5)
HANDS = [{"no": no, "winner": "E", "discarder": "S", "points": 8} for no in range(1, 5)]


@pytest.fixture
def open_event(live_server) -> Event:
    """Return an event with two open tables of one session, four hands written at each."""
    cache.clear()
    document = chinese_document()
    for table in document["sessions"][0]["tables"]:
        del table["totals"]
        table |= {"hands": HANDS, "state": "open"}
    document["sessions"] = document["sessions"][:1]
    import_event(CHIEF, document=document)
    return Event.objects.get()


@pytest.fixture
def chief(open_event: Event, signed_in: Callable[[Account], None]) -> Account:
    account = Account.objects.create_user("chief", name="郭靖")
    grant_role(CHIEF, open_event, account=account, name="chief-referee")
    signed_in(account)
    return account


def running_until(event: Event, seconds: int) -> Session:
    """Run the session with this number of seconds left."""
    session = event.sessions.get(number=1)
    start_session(CHIEF, session)
    ending_in(event, seconds)
    session.refresh_from_db()
    return session


def ending_in(event: Event, seconds: int) -> datetime:
    """Let the running session end in this number of seconds; open pages are notified."""
    ends = timezone.now().replace(microsecond=0) + timedelta(seconds=seconds)
    started = ends - timedelta(minutes=120)
    SessionClock.objects.update(started_at=started)
    Session.objects.filter(number=1).update(late_from=started)
    Ledger.objects.filter(event=event).update(clock=F("clock") + 1)
    return ends


def rang_at(page: Page) -> datetime:
    """Return when the gong rang; while the page takes a new fragment, the moment is missing for an instant."""
    read = [""]
    until(lambda: read.append(page.locator("[data-rang] time").first.get_attribute("datetime") or "") or read[-1])
    return datetime.fromisoformat(read[-1])


def test_gong_sounds_in_the_same_second_on_phone_tablet_and_wall(
    open_event: Event, chief: Account, browser_context: BrowserContext, faults: list[str]
) -> None:
    announce(CHIEF, open_event, texts={"zh": "午餐在二楼", "en": "Lunch is upstairs"})
    phone, tablet, wall = (browser_context.new_page() for _device in range(3))
    phone.set_viewport_size(SIZES["phone"])
    wrong = "Date.now = ((real) => () => real() + 90000)(Date.now)"
    phone.add_init_script(wrong)  # a phone whose own clock is 90 seconds ahead
    screen = new_screen(open_event, parts=[{"shows": "clock", "seconds": 600}])
    running_until(open_event, 6000)
    pages = {phone: "/e/1/clock/", tablet: "/e/1/floor/", wall: f"/e/1/wall/{screen.slug}/"}
    for page, address in pages.items():
        page.goto(address)
    phone.get_by_role("button", name="Tap to turn on the gong").click()
    expect(phone.get_by_text("The gong sounds here")).to_be_visible()
    expect(phone.get_by_text("Lunch is upstairs")).to_be_visible()
    expect(tablet.get_by_text("The running hand stops and is void")).to_be_visible()
    # Offline, the last known offset is used.
    wall.route("**/now/", lambda route: route.abort())
    ends = ending_in(open_event, 7)
    for page in pages:
        rang = page.locator("[data-rang]").first
        expect(rang.locator("[data-rang-what=end]")).to_be_visible()
        assert timedelta(0) <= rang_at(page) - ends < LATEST
    expect(phone.locator("[data-state=over]")).to_be_visible()
    faults[:] = [fault for fault in faults if "ERR_FAILED" not in fault]  # failed polls of the wall while offline


def test_sound_button_does_not_move_the_page(open_event: Event, chief: Account, page: Page) -> None:
    """The button appears with the script, while a user may be about to tap below it."""
    running_until(open_event, 6000)
    page.goto("/e/1/floor/")
    expect(page.locator("[data-sound]")).to_be_visible()
    moved = page.evaluate("""() => {
        const below = document.querySelector("#live-floor-tables"), top = () => below.getBoundingClientRect().top;
        const offered = top();
        document.querySelector("[data-sound]").hidden = true;
        return top() - offered;
    }""")
    assert moved == 0


def test_two_players_at_exchanged_tables_are_corrected_at_hand_5(
    open_event: Event, chief: Account, page: Page, axe: Callable[[Page], list[str]]
) -> None:
    page.goto("/e/1/floor/")
    page.locator('[data-table="1"] a').click()
    page.get_by_text("Two players in each other's seats").click()
    form = page.locator("#exchange form")
    form.get_by_label("Player").select_option("S")
    form.get_by_label("Exchanged seats with").select_option("2-E")
    form.get_by_label("Reason").fill("found at hand 5")
    form.get_by_role("button", name="Show what it changes").click()
    effect = page.locator("#effect")
    expect(effect).to_contain_text("选手3")
    assert axe(page) == []
    page.get_by_label("Back in their seats from hand").select_option("5")
    page.get_by_role("button", name="Show the effect again").click()
    expect(effect).to_contain_text("No result or rank changes")
    page.get_by_role("button", name="Enter the exchange").click()
    expect(page.get_by_text("The exchanged seats are saved.")).to_be_visible()
    sits = page.locator(".lines").first
    expect(sits).to_contain_text("选手3 from hand 1")
    expect(sits).to_contain_text("选手2 from hand 5")


def test_referee_books_lateness_seats_a_filler_and_moves_a_table(
    open_event: Event, chief: Account, page: Page, axe: Callable[[Page], list[str]]
) -> None:
    session = running_until(open_event, 6000)
    assert session.late_from is not None
    late = open_event.entries.get(number=1)
    for entry in open_event.entries.all():
        minutes = 12 if entry == late else -5
        Arrival.objects.create(entry=entry, session=session.number, at=session.late_from + timedelta(minutes=minutes))
    page.set_viewport_size(SIZES["phone"])
    page.goto("/e/1/floor/late/")
    expect(page.get_by_text("−20")).to_be_visible()
    page.get_by_role("link", name="Record lateness").click()
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.locator("#effect")).to_contain_text("选手1")
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_text("The lateness is recorded.")).to_be_visible()
    page.goto("/e/1/floor/tables/1/2/")
    # The button of the gong needs no row of its own.
    gong = page.get_by_role("button", name="Tap to turn on the gong")
    expect(gong).to_be_visible()
    middle = "(one) => { const box = one.getBoundingClientRect(); return box.top + box.height / 2 }"
    assert abs(gong.evaluate(middle) - page.locator(".clock-ends").evaluate(middle)) < 15
    page.get_by_text("A player leaves, a filler or reserve takes over").click()
    leave = page.locator("#leave form")
    leave.get_by_label("From hand").select_option("7")
    leave.get_by_label("Or a person who is not entered").fill("路人甲")
    leave.get_by_label("Reason").fill("ill")
    leave.get_by_role("button", name="Show what it changes").click()
    page.get_by_role("button", name="Enter who sits there").click()
    expect(page.locator(".lines").first).to_contain_text("路人甲 from hand 7")
    page.get_by_text("Move the table").click()
    move = page.locator("#move form")
    move.get_by_label("Now at table").fill("9")
    move.get_by_label("Room").fill("East wing")
    move.get_by_label("Reason").fill("the table broke")
    move.get_by_role("button", name="Show what it changes").click()
    expect(page.locator("#effect")).to_contain_text("Table 9; East wing")
    page.get_by_role("button", name="Move it").click()
    expect(page.get_by_text("Table 2 is moved.")).to_be_visible()
    page.goto("/e/1/tables/1/2/")
    expect(page.get_by_text("now at table 9 · East wing")).to_be_visible()
    assert axe(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
