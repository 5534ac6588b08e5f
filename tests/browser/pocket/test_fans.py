"""Counting a hand on a phone: tiles by tap and by keyboard; the answer grows, and the URL holds the hand."""

import re

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.reading import too_low, too_wide


def test_hand_is_counted_by_tap_and_keyboard(page: Page, axe) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto("/")
    page.get_by_role("link", name="Count a hand").click()
    keys = page.get_by_role("group", name="Tiles", exact=True)
    page.locator("#count").get_by_text("Pung", exact=True).click()
    keys.get_by_role("button", name="Red dragon").click()
    melds = page.get_by_role("group", name="Melds: tap a meld to remove it")
    expect(melds.get_by_role("button")).to_have_count(1)
    page.locator("#count").get_by_text("Tile", exact=True).click()
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


TILES = [f"{number}m" for number in range(1, 10)] + ["5p", "5p", "C", "C", "C"]


def tap(page: Page, tiles: list[str]) -> None:
    """Press the keys one after another without waiting for anything."""
    page.evaluate("tiles => tiles.forEach(tile => document.getElementById(`key-${tile}`).click())", tiles)


def concealed(page: Page) -> Locator:
    return page.get_by_role("group", name="Concealed tiles: tap a tile to remove it").get_by_role("button")


def test_the_keyboard_is_in_its_place_before_its_script_has_come(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.route("**/js/count*.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    page.goto("/count/")
    place = page.locator(".keyboard").bounding_box()
    page.unroute("**/js/count*.js")
    page.reload()
    expect(page.locator("#count-undo")).to_be_visible()
    assert page.locator(".keyboard").bounding_box() == place


def test_quick_taps_on_a_slow_network_neither_get_lost_nor_double(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto("/count/")
    asked: list[str] = []

    def late(route: Route) -> None:
        asked.append(route.request.url)
        page.wait_for_timeout(600)
        route.continue_()

    page.route("**/count/?*", late)
    at = page.locator(".keyboard").bounding_box()
    tap(page, TILES)
    # Shown at once, before any answer, and the keyboard has not moved.
    assert concealed(page).count() == 13
    assert page.locator(".keyboard").bounding_box() == at
    expect(page.get_by_role("heading", name=re.compile("^[0-9]+ points$"))).to_be_visible()
    assert concealed(page).count() == 13
    assert page.locator(".keyboard").bounding_box() == at
    assert len(asked) <= 2
    expect(page.get_by_label("Link to this hand")).to_have_value(page.url)
    # A fifth copy is not possible.
    expect(page.locator("#key-C")).to_be_enabled()
    tap(page, ["C"])
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#unwin")).to_be_visible()


def test_a_hand_is_built_without_network_and_counted_later(page: Page, faults: list[str]) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto("/count/?hand=123456789m555p3s&win=3s")
    points = page.get_by_role("heading", name="20 points")
    expect(points).to_be_visible()
    at = page.locator(".keyboard").bounding_box()
    page.context.set_offline(True)
    page.locator("#unwin").click()
    tap(page, ["P"])
    # The points of the hand before do not answer this one.
    expect(page.get_by_text("The points appear as soon as the server answers.")).to_be_visible()
    expect(points).to_be_hidden()
    expect(page.get_by_role("link", name="20 points")).to_be_hidden()
    assert page.locator(".keyboard").bounding_box() == at
    page.context.set_offline(False)
    expect(page.get_by_text("This is not a winning hand.").first).to_be_visible()
    page.goto("/count/")
    page.context.set_offline(True)
    tap(page, TILES)
    assert concealed(page).count() == 13
    expect(page.get_by_text("The points appear as soon as the server answers.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#unwin")).to_have_count(0)
    concealed(page).first.click()
    expect(concealed(page)).to_have_count(12)
    page.get_by_role("button", name="Undo").click()
    tap(page, ["C"])
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name=re.compile("^[0-9]+ points$"))).to_be_visible()
    expect(page.get_by_text("The points appear as soon as the server answers.")).to_be_hidden()
    faults.clear()  # the requests that failed without network


def test_a_hand_is_pasted_and_melds_are_chosen_by_a_long_press(page: Page, axe) -> None:
    page.goto("/count/")
    page.evaluate("""() => {
      const data = new DataTransfer();
      data.setData("text", "123m 456m 789m 55p 77z C");
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
    }""")
    expect(concealed(page)).to_have_count(13)
    expect(page.get_by_role("heading", name=re.compile("^[0-9]+ points$"))).to_be_visible()
    page.get_by_role("link", name="New hand").click()
    menu = page.locator("#meld-menu")
    page.locator("#key-2m").click(button="right")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.locator("#key-1m").hover()
    page.mouse.down()
    expect(menu).to_be_visible()
    page.mouse.up()
    page.evaluate("new Promise(drawn => setTimeout(drawn, 100))")
    expect(menu).to_be_visible()  # also when the finger leaves the key
    expect(concealed(page)).to_have_count(0)
    assert axe(page) == []
    menu.get_by_role("button", name="Chow").click()
    expect(page.get_by_role("group", name="Melds: tap a meld to remove it").get_by_role("button")).to_have_count(1)
    expect(page).to_have_url(re.compile("melds=123m"))


def test_wrong_tiles_of_the_international_rules_are_said_at_their_field(page: Page, axe, faults: list[str]) -> None:
    """A fifth tile, a flower too many for a special hand, and more kongs in the turn of the win than there are."""
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto("/count/?rules=imj-0702&hand=123s99s57m&melds=234m+678p&B1=1")
    page.get_by_text("The tiles as text").click()
    page.locator("#text-hand").fill("99999s57m")
    page.locator(".texts").get_by_role("button", name="Count").click()
    hand = page.locator("#text-hand")
    expect(hand).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#text-hand-error")).to_contain_text("5 copies of 9 of bamboos")
    expect(hand).to_have_value("99999s57m")
    expect(page.locator("#flag-B1")).to_be_checked()
    page.goto("/count/?rules=imj-0702&melds=2222m+(6666p)&hand=123s99s57m&win=6m&self_drawn=1&kongs=2&B1=1")
    expect(page.locator("#answer-points")).to_contain_text("fans")
    page.goto("/count/?rules=imj-0702&melds=222m+(6666p)&hand=123s99s57m&win=6m&self_drawn=1&kongs=2&B1=1")
    expect(page.locator("#flag-kongs-error")).to_be_visible()
    expect(page.locator("#flag-kongs")).to_have_value("2")
    expect(page.locator("#answer-points")).to_have_count(0)
    page.locator("#flag-special").select_option("seven-flowers")
    flowers = page.locator(".flowers")
    expect(flowers.locator(".field-errors")).to_contain_text("such a win takes 7")
    expect(page.locator("#flag-B1")).to_be_checked()
    assert too_wide(page) == []
    assert axe(page) == []
