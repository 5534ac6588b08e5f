"""Screens of the hall: recovery without a reload, and the ceremony until the results are public."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from common.actions.permissions import system_actor
from scoring.display.models.ceremonies import Ceremony
from scoring.display.models.screens import Screen
from scoring.display.services.awards import add_award, add_usual_awards, change_award
from scoring.display.services.ceremony import begin_ceremony
from scoring.display.services.screens import add_screen, open_screen
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import new_screen_access
from tests.browser.conftest import PATIENCE, SIZES, release
from tests.browser.reading import too_wide
from tests.scoring.sheets.services.test_sheet_writers import server
from tests.start.processes import free_port
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.support.workers import Hall
from tournament.access.services.roles import grant_role
from tournament.clocks.models import SessionClock
from tournament.clocks.services.clocks import start_session
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from web.wall import ceremony

HALL = {"width": 1280, "height": 720}
#: Visible text smaller than 3% of the height of the screen.
TOO_SMALL = """() => [...document.querySelectorAll("main *")]
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && e.checkVisibility())
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < innerHeight * 0.03 - 0.1)
  .map((e) => e.outerHTML)"""


def screen_of(event: Event, *kinds: str, seconds: int = 3) -> tuple[Screen, str]:
    """Return a screen with these parts, in English, and the URL that opens it."""
    parts = [{"shows": kind, "seconds": seconds} for kind in kinds]
    add_screen(ACTOR, event, slug="hall", name="大屏幕", language="en", parts=parts)
    screen, access = event.screens.get(), new_screen_access()
    open_screen(ACTOR, screen, access=access)
    return screen, f"/w/{access.token}/"


@pytest.mark.django_db(transaction=True)
def test_screen_recovers_after_a_restart_and_a_network_cut(
    browser: Browser, tmp_path: Path, axe: Callable[[Page], list[str]]
) -> None:
    event = final()
    _screen, address = screen_of(event, "standings", "teams")
    port = free_port()
    hall = Hall(tmp_path)
    context = browser.new_context(viewport=HALL, base_url=f"http://127.0.0.1:{port}")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    cut, part = page.locator(".screen-cut"), page.locator(".screen-part")
    with server(hall, port):
        page.goto(address)
        expect(part).to_contain_text("after 1 session")
        expect(cut).to_be_hidden()
        page.evaluate("window.loadedOnce = true")
        assert axe(page) == []
        assert page.evaluate(TOO_SMALL) == []
    # The server is down: the part stays, with an offline mark.
    expect(cut).to_be_visible()
    expect(part.locator("tbody tr").first).to_be_visible()
    release_session(ACTOR, event.sessions.get(number=2))
    with server(hall, port):
        expect(part).to_contain_text("after 2 sessions")
        expect(cut).to_be_hidden()
        shown = page.evaluate("document.querySelector('[data-at]').className")
        expect(part).not_to_have_attribute("class", shown)
        context.set_offline(True)
        expect(cut).to_be_visible()
        context.set_offline(False)
        expect(cut).to_be_hidden()
        assert page.evaluate("window.loadedOnce")
    context.close()


def test_keys_step_the_ceremony_on_every_screen_until_results_are_public(
    live_server, page: Page, signed_in: Callable[[Account], None], axe: Callable[[Page], list[str]]
) -> None:
    event = final()
    add_usual_awards(ACTOR, event)
    event.awards.exclude(kind="individual").delete()
    _screen, address = screen_of(event, "standings", "ceremony", seconds=60)
    other_browser = page.context.browser.new_context(base_url=live_server.url, viewport=HALL, locale="en")
    hall, phone = other_browser.new_page(), other_browser.new_page()
    hall.goto(address)
    phone.set_viewport_size(SIZES["phone"])
    phone.goto(f"/e/{event.slug}/standings/")
    expect(phone.locator("#live-standings")).not_to_contain_text("+40")
    begin_ceremony(ACTOR, event)
    expect(hall.get_by_role("heading", name="Award ceremony")).to_be_visible()
    account = Account.objects.create_user("organizer", name="李 组织")
    grant_role(system_actor("test"), event, account=account, name="organizer")
    signed_in(account)
    page.goto(f"/e/{event.slug}/desk/ceremony/")
    newest = hall.locator(".ceremony-newest")
    for names in (["王伟", "MÜLLER Eva"], ["欧阳娜娜"], ["李娜"]):
        page.keyboard.press("ArrowRight")
        for name in names:
            expect(newest).to_contain_text(name)
        expect(page.locator(".ceremony-newest li")).to_have_count(len(names))
    for screen in (hall, page):
        assert axe(screen) == []
    assert hall.evaluate(TOO_SMALL) == []
    assert event.sessions.get(number=2).released_at is None
    page.keyboard.press("ArrowRight")
    expect(hall.locator(".ceremony")).to_contain_text("All results are public now.")
    expect(phone.locator("#live-standings")).to_contain_text("+40")
    assert Ceremony.objects.get().over
    page.set_viewport_size(SIZES["phone"])
    assert too_wide(page) == []
    other_browser.close()


def test_clock_shows_the_hour_then_the_time_left_and_fills_the_wall_at_the_end(
    live_server, page: Page, axe: Callable[[Page], list[str]]
) -> None:
    event = final()
    session = event.sessions.get(number=2)
    event.sessions.filter(number=2).update(starts=timezone.now() + timedelta(minutes=30))
    _screen, address = screen_of(event, "clock", seconds=60)
    page.set_viewport_size(HALL)
    page.goto(address)
    clock = page.locator(".wall-clock")
    expect(clock).to_contain_text("Next: session 2")
    expect(clock.locator(".wall-clock-big")).to_have_text(re.compile(r"^\s*[0-2]\d:[0-5]\d\s*$"))
    expect(clock.locator("[data-until]")).to_have_text(re.compile(r"^(30:00|29:\d\d)$"))
    assert axe(page) == []
    assert page.evaluate(TOO_SMALL) == []
    start_session(ACTOR, session)
    expect(clock.locator("[data-left]")).to_be_visible()
    expect(clock).not_to_have_attribute("data-last", "")
    running = SessionClock.objects.get(session=session)
    SessionClock.objects.filter(pk=running.pk).update(
        started_at=timezone.now() - timedelta(minutes=running.minutes - 4)
    )
    cache.clear()
    page.reload()
    expect(clock).to_have_attribute("data-last", "")
    assert axe(page) == []
    assert page.evaluate(TOO_SMALL) == []
    scrolls = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
    assert page.evaluate(scrolls) == [0, 0]


def test_winner_column_is_as_wide_as_that_of_a_long_title(
    live_server, page: Page, organizer: Account, event: Event, signed_in: Callable[[Account], None]
) -> None:
    title = "Best newcomer of the western regions who never before played under the national rules"
    add_award(ACTOR, event, kind="own", title=title, places=1)
    add_award(ACTOR, event, kind="individual")
    signed_in(organizer)
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"/e/{event.slug}/desk/ceremony/")
    award, winner = (cell.bounding_box()["width"] for cell in page.locator(".table thead th").all())
    assert winner >= award
    assert page.locator(".table-box").evaluate("box => box.scrollWidth - box.clientWidth") == 0


def test_many_awards_turn_their_pages(live_server, page: Page, event: Event, monkeypatch) -> None:
    """Twenty awards and 130 winners fit the screen, and every award is shown in turn."""
    for at in range(1, 21):
        title = f"Best newcomer of the western region {at}" if at % 2 else f"最佳新人 {at}"
        add_award(ACTOR, event, kind="own", title=title, places=6)
        winners = [{"place": no % 6 + 1, "number": no, "note": ""} for no in range(1, 8)]
        change_award(ACTOR, event.awards.get(order=at), title=title, places=6, winners=winners[: 6 + at % 2])
    Sheet.objects.filter(table__session__event=event).update(state="confirmed")
    for session in (2, 3):
        release(event, session)
    begin_ceremony(ACTOR, event)
    Ceremony.objects.update(shown=F("steps"))
    monkeypatch.setattr(ceremony, "SECONDS", 3)
    page.set_viewport_size(HALL)
    page.goto(f"/e/{event.slug}/wall/ceremony/")
    which, waiting = page.locator(".ceremony .wall-head p").last, {award.title for award in event.awards.all()}
    # A busy machine may miss a turn: the pages repeat.
    while waiting:
        over = "document.fonts.ready.then(() => document.documentElement.scrollHeight - innerHeight)"
        assert page.evaluate(over) <= 0
        assert page.evaluate(TOO_SMALL) == []
        shown = which.inner_text()
        there = {*page.locator("dt").all_inner_texts()}
        assert there < {award.title for award in event.awards.all()}
        waiting -= there
        expect(which).not_to_have_text(shown)


def test_shared_ranks_and_many_awards_fit_the_screen(live_server, page: Page, event: Event) -> None:
    """A projector cannot scroll: eight players share a rank with notes, and the last step shows ten awards."""
    for at in range(1, 11):
        add_award(ACTOR, event, kind="own", title=f"最佳新人 {at}", places=3)
        numbers = range(1, 9 if at == 1 else 4)
        winners = [{"place": 1 if at == 1 else no, "number": no, "note": "a note"} for no in numbers]
        award = event.awards.get(order=at)
        change_award(ACTOR, award, title=award.title, places=3, winners=winners)
    Sheet.objects.filter(table__session__event=event).update(state="confirmed")
    for session in (2, 3):
        release(event, session)
    begin_ceremony(ACTOR, event)
    page.set_viewport_size(HALL)
    page.goto(f"/e/{event.slug}/wall/ceremony/")
    for shown, steps in ((1, "选手8"), (29, "Congratulations!")):
        Ceremony.objects.update(shown=shown)
        expect(page.locator(".ceremony")).to_contain_text(steps)
        # Wait for the fonts that only this step loads.
        assert (
            page.evaluate("document.fonts.ready.then(() => document.documentElement.scrollHeight - innerHeight)") <= 0
        )
        assert page.evaluate(TOO_SMALL) == []
