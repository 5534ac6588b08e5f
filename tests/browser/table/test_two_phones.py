"""Two phones of one table: one replaces a hand of the other only after seeing both values."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scoring.sheets.models.codes import TableCode
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import TableAccess
from tests.browser.at_table import enter, fill, opened, phone_with
from tests.browser.conftest import SETTLED
from tests.browser.table.conflicts import KEEP, REPLACE, TAKE, by_official, stopped, take_pen, written
from tests.support.sheets import new_card
from tests.support.workers import until
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(event: Event) -> Sheet:
    """The open sheet of session 3."""
    return Sheet.objects.get(table__session__number=3)


@pytest.fixture
def access(sheet: Sheet) -> TableAccess:
    return new_card(sheet.table.session.event)[1]


@pytest.fixture
def phone(live_server, browser: Browser, access: TableAccess, settings) -> Iterator[BrowserContext]:
    """Yield the first phone, which holds the pen."""
    settings.ALLOWED_HOSTS = ["*"]
    with phone_with(live_server, browser, access) as context:
        yield context


@pytest.fixture
def other(live_server, browser: Browser, access: TableAccess, phone: BrowserContext) -> Iterator[BrowserContext]:
    """Yield the second phone, which joined after the first."""
    with phone_with(live_server, browser, access) as context:
        yield context


def choose(page: Page, button: str) -> None:
    page.evaluate(SETTLED)  # a press before the end of the animation does not count (js/deliberate.js)
    stopped(page).first.get_by_role("button", name=button).tap()


@pytest.mark.parametrize(("button", "points"), [(KEEP, 24), (REPLACE, 10)])
def test_taking_the_pen_replaces_no_unseen_hand(
    phone: BrowserContext, other: BrowserContext, sheet: Sheet, button: str, points: int
) -> None:
    first, second = opened(phone, sheet), opened(other, sheet)
    expect(second.locator("[data-at=save]")).to_be_hidden()
    phone.set_offline(True)
    enter(first, 0, None, 10)
    take_pen(second)
    enter(second, 1, None, 24)
    until(lambda: written(sheet) == [(1, 24)])
    phone.set_offline(False)
    expect(stopped(first)).to_contain_text("Another device is writing for this table now.")
    choose(first, TAKE)
    expect(stopped(first).locator("dt")).to_have_text(["Saved entry", "Your entry"])
    expect(stopped(first).locator("dd")).to_have_text(["选手4 self-drawn · 24 points", "选手2 self-drawn · 10 points"])
    assert written(sheet) == [(1, 24)]
    choose(first, button)
    expect(stopped(first)).to_have_count(0)
    expect(first.locator("[data-at=network]")).to_be_hidden()
    assert written(sheet) == [(1, points)]
    for page in (first, second):
        expect(page.locator("[data-at=past] li .num").last).to_have_text(str(points))


def test_conflict_is_shown_again_if_the_value_changes_meanwhile(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    phone.set_offline(True)
    enter(page, 0, None, 10)
    by_official(sheet, 1, 20)
    phone.set_offline(False)
    expect(stopped(page)).to_contain_text("20 points")
    by_official(sheet, 1, 30)
    expect(page.locator("[data-at=past] li").first).to_contain_text("30")  # the list is new, the question is not
    choose(page, REPLACE)
    expect(stopped(page)).to_contain_text("30 points")
    assert written(sheet) == [(1, 30)]
    choose(page, REPLACE)
    expect(stopped(page)).to_have_count(0)
    until(lambda: written(sheet) == [(1, 10)])


def test_open_form_is_compared_with_the_version_it_showed(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    enter(page, 0, None, 10)
    until(lambda: written(sheet) == [(1, 10)])
    page.get_by_role("button", name="Change hand 1").tap()
    by_official(sheet, 1, 20)
    expect(page.locator("[data-at=past] li").first).to_contain_text("20")
    for key in ("clear", "1", "1"):
        page.locator(f'[data-key="{key}"]').tap()
    page.locator("[data-at=save]").tap()
    expect(stopped(page)).to_contain_text("20 points")
    assert written(sheet) == [(1, 20)]
    # The same for a new hand: a draft of hand 2 does not become hand 3.
    fill(page, 1, None, 12)
    by_official(sheet, 2, 21)
    expect(page.locator("[data-at=past] li")).to_have_count(2)
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 2")
    page.locator("[data-at=save]").tap()
    expect(stopped(page)).to_have_count(2)
    assert written(sheet) == [(1, 20), (2, 21)]


def test_draft_survives_the_loss_of_the_pen(phone: BrowserContext, other: BrowserContext, sheet: Sheet) -> None:
    first, second = opened(phone, sheet), opened(other, sheet)
    fill(first, 0, None, 10)
    take_pen(second)
    expect(first.locator("form[data-at=pen]")).to_be_visible()
    enter(second, 1, None, 24)
    until(lambda: written(sheet) == [(1, 24)])
    take_pen(first)
    expect(first.locator("#points")).to_have_value("10")
    first.locator("[data-at=save]").tap()
    expect(stopped(first)).to_contain_text("24 points")
    assert written(sheet) == [(1, 24)]


@pytest.mark.parametrize("told", [True, False])
def test_two_tabs_of_one_phone_replace_no_unseen_hand(phone: BrowserContext, sheet: Sheet, told: bool) -> None:
    if not told:
        phone.add_init_script("delete globalThis.BroadcastChannel;")
    pages = opened(phone, sheet), opened(phone, sheet)
    phone.set_offline(True)
    enter(pages[0], 0, None, 10)
    if told:
        expect(pages[1].locator("[data-at=save]")).to_have_text("Save hand 2")
    enter(pages[1], 1, None, 11)
    phone.set_offline(False)
    until(lambda: len(written(sheet)) == (2 if told else 1))
    if told:
        assert written(sheet) == [(1, 10), (2, 11)]
    else:
        expect(stopped(pages[1]).locator("dd")).to_have_text(
            ["选手2 self-drawn · 10 points", "选手4 self-drawn · 11 points"]
        )
        assert written(sheet) == [(1, 10)]


def test_queued_hand_is_sent_with_a_new_card(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    phone.set_offline(True)
    enter(page, 0, None, 10)
    TableCode.objects.all().delete()
    phone.set_offline(False)
    expect(stopped(page)).to_contain_text("This device has no valid card of table 1")
    expect(stopped(page)).to_contain_text("选手2 self-drawn · 10 points")
    _card, access = new_card(sheet.table.session.event)
    by_official(sheet, 1, 20)
    page.goto(f"/t/{access.token}/")
    expect(stopped(page)).to_contain_text("20 points")
    assert written(sheet) == [(1, 20)]
