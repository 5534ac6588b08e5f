"""Counting a hand on a phone: tiles by tap and by keyboard; the answer grows, and the URL holds the hand."""

import re

from playwright.sync_api import Page, expect

from tests.browser.reading import too_low, too_wide


def test_hand_is_counted_by_tap_and_keyboard(page: Page, axe) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto("/")
    page.get_by_role("link", name="Count a hand").click()
    keys = page.get_by_role("group", name="Tiles", exact=True)
    page.get_by_text("Pung", exact=True).click()
    keys.get_by_role("button", name="Red dragon").click()
    melds = page.get_by_role("group", name="Melds: tap a meld to remove it")
    expect(melds.get_by_role("button")).to_have_count(1)
    page.get_by_text("Tile", exact=True).click()
    concealed = page.get_by_role("group", name="Concealed tiles: tap a tile to remove it")
    for number, name in enumerate(["1", "2", "3", "4", "5", "6", "7", "8"], 1):
        keys.get_by_role("button", name=f"{name} of characters").click()
        expect(concealed.get_by_role("button")).to_have_count(number)
    for number in (9, 10):
        keys.get_by_role("button", name="5 of dots").click()
        expect(concealed.get_by_role("button")).to_have_count(number)
    expect(page.get_by_role("heading", name="Ready")).to_be_visible()
    # By keyboard: the pressed key keeps the focus.
    key = keys.get_by_role("button", name="9 of characters")
    key.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^[0-9]+ points$"))).to_have_text("19 points")
    expect(key).to_be_focused()
    expect(page.get_by_role("status")).to_have_text("19 points")
    page.get_by_label("Self-drawn").check()
    expect(page.get_by_role("heading", name="20 points")).to_be_visible()
    assert too_wide(page) + too_low(page) == []
    assert axe(page) == []
    shared = page.get_by_label("Link to this hand").input_value()
    assert shared == page.url
    page.goto(shared)
    expect(page.get_by_role("heading", name="20 points")).to_be_visible()
    page.get_by_role("link", name="Pure Straight").click()
    expect(page.locator("#fan-28")).to_be_in_viewport()
    assert too_wide(page) + too_low(page) == []
    assert axe(page) == []


def test_hand_is_counted_without_script(without_script: Page) -> None:
    page = without_script
    page.goto("/count/?hand=12345678m55p&melds=CCC")
    page.locator("#key-9m").click()
    expect(page.get_by_role("heading", name="19 points")).to_be_visible()
    page.get_by_text("The tiles as text").click()
    page.get_by_label("Winning tile", exact=True).fill("9")
    page.keyboard.press("Enter")
    expect(page.get_by_text("digits need the letter of a suit")).to_be_visible()
