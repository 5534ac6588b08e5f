"""A double tap or a held key opens a question and does not answer it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from common.actions.permissions import system_actor
from scoring.sheets.models.facts import Hand, Signature
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.browser.at_table import answer, enter, fill, opened, page_of, phone_with
from tests.browser.conftest import hold_moments
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


def tap_twice(page: Page, button: Locator) -> None:
    """Tap twice within 100 ms at one point, as fast as a finger."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*at)
    page.touchscreen.tap(*at)


def points(sheet: Sheet) -> list[int | None]:
    return list(Hand.objects.current().filter(sheet=sheet).order_by("no").values_list("points", flat=True))


def test_double_tap_saves_unusual_points_once(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    fill(page, 0, None, 100)
    save = page.locator("[data-at=save]")
    expect(save).to_have_text("More than 88 points: save hand 1?")
    tap_twice(page, save)
    expect(page.locator("[data-at=past] li")).to_have_count(1)
    expect(save).to_have_text("Save hand 2")
    expect(page.locator("[data-at=network]")).to_be_hidden()
    until(lambda: points(sheet) == [100])


def test_double_tap_on_undo_asks_about_one_hand(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    enter(page, 0, None, 8)
    enter(page, 1, None, 9)
    expect(page.locator("[data-at=network]")).to_be_hidden()
    undo = page.get_by_role("button", name="Undo hand 2")
    undo.click(trial=True)  # it takes clicks again
    tap_twice(page, undo)
    question = page.locator(".at-ask")
    expect(question).to_contain_text("9 points")
    answer(page, "Keep it unchanged")
    assert points(sheet) == [8, 9]
    undo.tap()
    answer(page, "Undo hand 2")
    until(lambda: points(sheet) == [8])


def test_held_enter_key_does_not_undo_a_hand(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    enter(page, 0, None, 8)
    expect(page.locator("[data-at=network]")).to_be_hidden()
    undo = page.get_by_role("button", name="Undo hand 1")
    undo.click(trial=True)  # it takes clicks again
    undo.focus()
    page.keyboard.down("Enter")
    question = page.locator(".at-ask")
    expect(question).to_be_visible()
    yes = question.get_by_role("button", name="Undo hand 1")
    yes.click(trial=True)  # it takes clicks again
    yes.focus()
    for _repeat in range(5):
        page.keyboard.down("Enter")
    expect(question).to_be_visible()
    page.keyboard.up("Enter")
    assert points(sheet) == [8]
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    until(lambda: points(sheet) == [])


def test_double_tap_on_one_conflict_does_not_answer_the_next(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    phone.set_offline(True)
    enter(page, 0, None, 10)
    enter(page, 1, None, 11)
    for no in (1, 2):
        sheet.refresh_from_db()
        record_hand(system_actor("desk"), sheet, seen=sheet.version, hand=HandFacts(no=no, winner="N", points=20 + no))
    phone.set_offline(False)
    stopped = page.locator("[data-at=stopped] .alert")
    expect(stopped).to_have_count(2)
    replace = stopped.first.get_by_role("button", name="Use my entry")
    replace.click(trial=True)
    hold_moments(page)
    tap_twice(page, replace)
    expect(stopped).to_have_count(1)
    tap_twice(page, replace)
    expect(page.locator("[data-at=network]")).to_be_hidden()
    expect(stopped).to_have_count(1)
    assert points(sheet) == [10, 22]


@pytest.mark.parametrize("script", [True, False])
def test_second_tap_on_a_confirmation_page_is_not_its_answer(
    live_server, browser: Browser, sheet: Sheet, settings, script: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    _card, access = new_card(sheet.table.session.event)
    record_hand(system_actor("desk"), sheet, seen=sheet.version, hand=HandFacts(no=1, winner="N", points=20))
    with phone_with(live_server, browser, access, java_script_enabled=script) as phone:
        page = phone.new_page()
        page.goto(f"{page_of(sheet)}signing/")
        page.get_by_role("button", name="I have checked it: it is correct").first.tap()
        yes = page.get_by_role("button", name="Yes, it is right")
        expect(yes).to_be_visible()
        hold_moments(page)
        page.reload()  # asks again, and takes no answer for a long time
        tap_twice(page, yes)
        expect(yes).to_be_visible()
        assert not Signature.objects.exists()
        hold_moments(page, False)
        yes.tap()
        until(lambda: Signature.objects.filter(signer="E").exists())
