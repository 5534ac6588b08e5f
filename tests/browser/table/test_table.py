"""The Table on a phone: four taps and the points for a hand; no hand is lost or doubled on a bad network."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.browser.at_table import answer, enter, opened, page_of, phone_with
from tests.browser.conftest import SIZES
from tests.support.sheets import new_card
from tests.support.workers import until
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(event: Event) -> Sheet:
    """The open sheet of session 3."""
    return Sheet.objects.get(table__session__number=3)


@pytest.fixture
def phone(live_server, browser: Browser, sheet: Sheet, settings) -> Iterator[BrowserContext]:
    settings.ALLOWED_HOSTS = ["*"]
    _card, access = new_card(sheet.table.session.event)
    with phone_with(live_server, browser, access) as context:
        yield context


def test_hand_takes_four_taps_and_the_points(phone: BrowserContext, sheet: Sheet, axe: Callable) -> None:
    page = opened(phone, sheet)
    assert "undefined" not in (page.locator("[data-at=undo]").text_content() or "")
    assert enter(page, 2, 0, 24) <= 4
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 2")
    expect(page.locator(".at-seat [data-part=total]")).to_have_text(["−32", "−8", "+48", "−8"])
    expect(page.locator(".at-seat.deals [data-part=name]")).to_have_text("选手4")
    assert enter(page, 0, None, 8) <= 4
    expect(page.locator("[data-at=network]")).to_be_hidden()
    expect(page.locator("[data-at=past] li").first).to_contain_text("self-drawn")
    # A hand by another writer appears without a reload; a hand is corrected and undone in place.
    record_hand(system_actor("desk"), sheet, seen=2, hand=HandFacts(no=3, winner="N", discarder="E", points=10))
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 4")
    page.get_by_role("button", name="Change hand 2").tap()
    enter(page, 1, None, 30)
    page.get_by_role("button", name="Undo hand 3").tap()
    answer(page, "Undo hand 3")
    expect(page.locator("[data-at=past] li")).to_have_count(2)
    expect(page.locator("[data-at=network]")).to_be_hidden()
    current = Hand.objects.current().filter(sheet=sheet).order_by("no").values_list("no", "winner", "points")
    assert list(current) == [(1, "W", 24), (2, "S", 30)]
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= SIZES["phone"]["width"]
    assert axe(page) == []


def test_a_hand_that_is_changed_is_left_out_of_the_totals(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    totals, moves = (page.locator(f".at-seat [data-part={part}]") for part in ("total", "moves"))
    enter(page, 2, 0, 24)
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 2")
    page.get_by_role("button", name="Change hand 1").tap()
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 1")
    expect(totals).to_have_text(["0", "0", "0", "0"])
    assert sorted(moves.all_inner_texts()) == ["+48", "−32", "−8", "−8"]
    page.locator("[data-at=save]").tap()
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 2")
    assert sorted(totals.all_inner_texts()) == ["+48", "−32", "−8", "−8"]


def test_page_does_not_move_under_the_next_tap(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    enter(page, 2, 0, 24)
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 2")
    expect(page.locator("[data-at=network]")).to_be_hidden()
    page.locator(".at-seat").first.tap()
    page.locator("[data-from]:visible").first.tap()
    for figure in "24":
        page.locator(f'[data-key="{figure}"]').tap()
    # The page scrolls to its top with the tap, not when the hand is stored.
    assert page.evaluate("(document.querySelector('[data-at=save]').click(), at.getBoundingClientRect().top)") >= 0
    expect(page.locator("[data-at=past] li")).to_have_count(2)
    expect(page.locator("[data-at=network]")).to_be_hidden()
    # Unchanged elements are kept, so that a button is not replaced while it is pressed.
    page.evaluate("document.querySelector('[data-at=past] li').pressed = true")
    page.locator(".at-call summary").tap()
    page.get_by_role("button", name="A question about the rules").tap()
    expect(page.locator("[data-at=called]")).to_contain_text("A referee was called at")
    assert page.evaluate("document.querySelector('[data-at=past] li').pressed") is True


def test_five_offline_hands_are_saved_once_and_in_order(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    assert page.evaluate("isSecureContext") is False
    enter(page, 0, 1, 9)
    expect(page.locator("[data-at=network]")).to_be_hidden()
    phone.set_offline(True)
    for hand in range(5):
        enter(page, hand % 4, None, 10 + hand)
    expect(page.locator("[data-at=network]")).to_contain_text("5 waiting · ! no network")
    # Offline, a reload would lose the page, so the browser asks first.
    assert page.evaluate("dispatchEvent(new Event('beforeunload', {cancelable: true}))") is False
    page.close()  # the queue survives the closed tab
    phone.set_offline(False)
    page = opened(phone, sheet)
    page.reload()
    expect(page.locator("[data-at=network]")).to_be_hidden()
    expect(page.locator("[data-at=past] li")).to_have_count(6)
    # Queued hands are shown too, once the page has read the queue.
    until(lambda: Hand.objects.filter(sheet=sheet).count() >= 6)
    points = Hand.objects.filter(sheet=sheet).order_by("valid_from_version").values_list("no", "points")
    assert list(points) == [(1, 9), (2, 10), (3, 11), (4, 12), (5, 13), (6, 14)]
    assert AuditEntry.objects.filter(action="sheet.hand").count() == 6


def test_conflict_keeps_both_values_until_decided(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    phone.set_offline(True)
    enter(page, 0, None, 10)
    enter(page, 1, None, 11)
    for no in (1, 2):
        sheet.refresh_from_db()
        record_hand(
            system_actor("李 组织"),
            sheet,
            seen=sheet.version,
            hand=HandFacts(no=no, winner="N", discarder="E", points=20),
        )
    phone.set_offline(False)
    stopped = page.locator("[data-at=stopped] .alert")
    expect(stopped).to_have_count(2)
    expect(stopped.first.locator("dd")).to_have_text(["选手8 ← 选手2 · 20 points", "选手2 self-drawn · 10 points"])
    page.reload()
    expect(stopped).to_have_count(2)
    stopped.first.get_by_role("button", name="Use my entry").tap()
    expect(stopped).to_have_count(1)
    stopped.first.get_by_role("button", name="Keep the saved entry").tap()
    expect(stopped).to_have_count(0)
    expect(page.locator("[data-at=network]")).to_be_hidden()
    current = Hand.objects.current().filter(sheet=sheet).order_by("no").values_list("winner", "points")
    assert list(current) == [("E", 10), ("N", 20)]


def test_browser_without_storage_writes_as_without_script(phone: BrowserContext, sheet: Sheet) -> None:
    phone.add_init_script("IDBFactory.prototype.open = () => { throw new Error('none'); };")
    page = phone.new_page()
    page.goto(page_of(sheet))
    page.locator(".at-seat").nth(2).tap()
    page.locator("[data-from]").first.tap()
    page.locator("#points").fill("24")
    page.locator("[data-at=save]").tap()
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 2")
    assert Hand.objects.filter(sheet=sheet).values_list("winner", "points").get() == ("W", 24)
