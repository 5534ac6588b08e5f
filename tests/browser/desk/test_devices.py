"""An organizer makes the token of a scoring device on a phone, and sees what the device entered."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES
from tests.browser.looking import fits_in_each_language, keep_picture
from tests.support.cup import cup, taken_in
from tests.support.devices import Device
from tests.support.publishing import organizer_of


def test_an_organizer_gives_a_device_its_token(page: Page, signed_in, axe) -> None:
    event = taken_in(cup())
    page.set_viewport_size(SIZES["phone"])
    signed_in(organizer_of(event))
    page.goto("/e/cup/desk/")
    page.get_by_role("button", name="Overview").click()
    page.get_by_role("link", name="Scoring devices").click()
    expect(page.get_by_text("No device has a token yet")).to_be_visible()
    fits_in_each_language(page, axe, "devices-none")
    page.get_by_label("Name of the device").fill("Tablet of table 1, the second one from the entrance")
    page.get_by_label("Days").fill("2")
    page.get_by_role("button", name="Create the token").click()
    expect(page.get_by_text("The token is created")).to_be_visible()
    assert axe(page) == []
    keep_picture(page, "devices-made")
    token = page.locator("dd code").nth(1).inner_text()
    device = Device(token, "cup", 3)
    written = device.put(2, device.read()["ETag"], {"winner": "S", "discarder": "W", "points": 13})
    assert written.json()["hand"] == {"no": 2, "winner": "S", "discarder": "W", "points": 13}
    page.goto("/e/cup/desk/devices/")
    expect(page.get_by_text(token)).to_have_count(0)
    fits_in_each_language(page, axe, "devices")
    page.goto("/e/cup/desk/tray/3/1/versions/")
    expect(page.get_by_text("Tablet of table 1, the second one from the entrance")).to_be_visible()
    page.goto("/e/cup/desk/devices/")
    page.get_by_role("button", name="Revoke the token").click()
    expect(page.get_by_text("no hand can be entered with it any more")).to_be_visible()
    assert device.read().status_code == 401
