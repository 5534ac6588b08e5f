"""Hands that two phones wrote, and the alert that asks which one holds."""

from playwright.sync_api import Locator, Page, expect

from common.actions.permissions import system_actor
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.browser.conftest import SETTLED

KEEP, REPLACE, REMOVE = "Keep the saved entry", "Use my entry", "Remove it"
TAKE = "Write with this device and send"


def written(sheet: Sheet) -> list[tuple[int, int | None]]:
    return list(Hand.objects.current().filter(sheet=sheet).order_by("no").values_list("no", "points"))


def by_official(sheet: Sheet, no: int, points: int) -> None:
    sheet.refresh_from_db()
    record_hand(system_actor("desk"), sheet, seen=sheet.version, hand=HandFacts(no=no, winner="N", points=points))


def stopped(page: Page) -> Locator:
    return page.locator("[data-at=stopped] .alert")


def take_pen(page: Page) -> None:
    page.evaluate(SETTLED)
    page.locator("form[data-at=pen]").get_by_role("button", name="Write with this device").tap()
    expect(page.locator("form[data-at=pen]")).to_be_hidden()
