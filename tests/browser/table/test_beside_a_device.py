"""A phone that holds the pen beside a scoring device: neither overwrites what the other entered unseen."""

import pytest
from playwright.sync_api import BrowserContext, expect

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tests.browser.at_table import enter, opened
from tests.browser.conftest import SETTLED
from tests.support.devices import Device, device_token
from tests.support.workers import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def device(sheet: Sheet) -> Device:
    event = sheet.table.session.event
    return Device(device_token(event), event.slug)


def written(sheet: Sheet) -> list[tuple[int, str, int | None]]:
    return list(Hand.objects.current().filter(sheet=sheet).order_by("no").values_list("no", "winner", "points"))


def test_phone_and_device_take_turns(phone: BrowserContext, sheet: Sheet, device: Device) -> None:
    page = opened(phone, sheet)
    enter(page, 0, None, 10)
    until(lambda: written(sheet) == [(1, "E", 10)])
    assert device.put(2, device.read()["ETag"], {"winner": "S", "points": 12}).status_code == 200
    expect(page.get_by_role("button", name="Change hand 2")).to_be_visible()
    enter(page, 2, None, 14)
    until(lambda: written(sheet) == [(1, "E", 10), (2, "S", 12), (3, "W", 14)])
    expect(page.locator("form[data-at=pen]")).to_be_hidden()


def test_phone_without_network_is_shown_what_the_device_entered(
    phone: BrowserContext, sheet: Sheet, device: Device
) -> None:
    page = opened(phone, sheet)
    seen = device.read()["ETag"]
    phone.set_offline(True)
    enter(page, 0, None, 10)
    device.put(1, seen, {"winner": "N", "points": 20})
    phone.set_offline(False)
    stopped = page.locator("[data-at=stopped] .alert")
    expect(stopped.locator("dt")).to_have_text(["Saved entry", "Your entry"])
    page.evaluate(SETTLED)
    stopped.get_by_role("button", name="Use my entry").tap()
    until(lambda: written(sheet) == [(1, "E", 10)])
    stale = device.put(1, 1, {"winner": "N", "points": 21})
    assert (stale.status_code, stale.json()["hand"]) == (412, {"no": 1, "winner": "E", "points": 10})
