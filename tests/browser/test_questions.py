"""Questions and choices in a browser: every answer is kept, and a changed field selects its choice."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from common.actions.permissions import system_actor
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tests.browser.conftest import SIZES
from tests.browser.reading import too_wide
from tests.support.events import small_event
from tests.support.sheets import empty_sheet, made_sheet, new_card, sheet_at
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db(transaction=True)
HANDS = ["1324", "2016", "4110", "3248"] * 4


def official(sheet: Sheet, signed_in: Callable[[Account], None], role: str) -> None:
    account = Account.objects.create_user(role, name="赵敏")
    grant_role(system_actor("test"), sheet.table.session.event, account=account, name=role)
    signed_in(account)


def place(sheet: Sheet) -> list[Any]:
    return [sheet.table.session.event.slug, sheet.table.session.number, sheet.table.number]


def test_short_contradicting_sheet_is_confirmed_by_keyboard(
    live_server, signed_in: Callable[[Account], None], page: Page, axe: Callable, faults: list[str]
) -> None:
    """Time was up and the totals are wrong: three questions on one page, answered by keyboard; then the next sheet."""
    sheet = empty_sheet(small_event())
    sheet_at(sheet.table.session, 2)
    official(sheet, signed_in, "scorekeeper")
    page.goto(reverse("desk:typing", args=place(sheet)))
    expect(page.locator("#id_h1")).to_be_focused()
    for no, typed in enumerate(HANDS[:15], 1):
        page.locator(f"#id_h{no}").fill(typed)
    for seat, points in zip("ESWN", ("10", "20", "30", "40"), strict=True):
        page.locator(f"#id_total{seat}").fill(points)
    page.locator("#id_referee").fill("赵敏")
    page.locator("#sign").click()
    for question in ("Is it typed exactly as on the signed paper sheet?", "The totals add up to", "15 of 16 hands"):
        expect(page.get_by_role("checkbox", name=question)).to_be_focused()
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
    expect(page.get_by_role("alert").first).to_contain_text("off by +100")
    assert axe(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Session 1, table 2")
    sheet.refresh_from_db()
    assert sheet.state == "signed"
    assert len(faults) == 1  # the page that asks has the status 409
    faults.clear()


@pytest.fixture
def disputed() -> Sheet:
    sheet = made_sheet(small_event())
    Hand.objects.filter(sheet=sheet, no=3).update(disputed=True)
    return sheet


def test_changing_a_field_of_a_disputed_hand_selects_the_correction(
    live_server, signed_in: Callable[[Account], None], disputed: Sheet, page: Page, axe: Callable, faults: list[str]
) -> None:
    official(disputed, signed_in, "referee")
    page.set_viewport_size(SIZES["phone"])
    page.goto(reverse("floor:table-rulings", args=place(disputed)))
    as_written, changed = page.get_by_label("counts as written"), page.get_by_label("counts as follows:")
    for choice in (as_written, changed):
        expect(choice).not_to_be_checked()
    page.get_by_label("Points").press_sequentially("2")
    expect(changed).to_be_checked()
    as_written.check()
    page.get_by_label("Winner").select_option("W")
    expect(changed).to_be_checked()
    # Selecting the other choice afterwards is refused, as a field below is changed.
    as_written.check()
    page.locator("[name='hand3-reason']").fill("看过牌")
    page.get_by_role("button", name="Enter the ruling").first.click()
    expect(page.get_by_text("but the choice “counts as written” does not use it").first).to_be_visible()
    expect(page.get_by_label("Winner")).to_have_value("W")
    assert len(faults) == 1  # the page that refuses has the status 400
    faults.clear()
    assert axe(page) == []
    assert too_wide(page) == []


def test_questions_about_a_hand_are_answered_without_script(live_server, without_script: Page) -> None:
    sheet = empty_sheet(small_event())
    _card, access = new_card(sheet.table.session.event)
    page = without_script
    page.goto(reverse("table:opened", args=[access.token]))
    page.goto(reverse("table:page", args=place(sheet)))
    page.locator("[name=winner][value=E]").check(force=True)
    page.locator("[name=discarder][value=S]").check(force=True)
    page.locator("#points").fill("90")
    # The hand after the next one, so that one is missing before it.
    page.locator("#hand [name=no]").evaluate("(field) => { field.value = '2'; }")
    page.get_by_role("button", name="Save hand 1").click()
    for question in ("more than 88 points", "is entered before an earlier hand"):
        page.get_by_role("checkbox", name=question).check()
        assert too_wide(page) == []
        page.get_by_role("button", name="Save hand 2").click()
    expect(page.get_by_role("link", name="Change hand 2")).to_be_visible()
    assert Hand.objects.current().get().points == 90


def test_typing_an_address_selects_it(
    event: Event, organizer: Account, signed_in: Callable[[Account], None], page: Page
) -> None:
    signed_in(organizer)
    page.goto(reverse("desk:paper-address", args=[event.slug]))
    expect(page.locator("[name=address][value=other]")).not_to_be_checked()
    page.locator("[name=other]").fill("http://pinju.example")
    expect(page.locator("[name=address][value=other]")).to_be_checked()
