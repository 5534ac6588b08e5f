"""The Table fits the phone: long names, large text, a phone held sideways, three languages."""

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from common.actions.permissions import system_actor
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import TableAccess
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from scoring.sheets.services.referee_calls import call_referee
from tests.browser.at_table import Thumb, opened
from tests.browser.conftest import SIZES
from tests.support.sheets import at, made_sheet
from tests.support.workers import until
from tournament.events.models.entries import Entry

pytestmark = pytest.mark.django_db(transaction=True)

FOUR_LONG = (
    "PREOBRAZHENSKAYA-GALAGAN Olga Konstantinovna", "DE LA CONCEPCIÓN FERNÁNDEZ Maria del Carmen",
    "VAN DER WESTHUIZEN-OPPENHEIMER Johanna", "WIJERATHNA MUDIYANSELAGE Chaminda Priyantha",
)  # fmt: skip
LONG = ("PREOBRAZHENSKAYA-GALAGAN Olga", "DE LA CONCEPCIÓN FERNÁNDEZ Maria", "勅使河原 龍之介", "HE Ping")


def cut_off(page: Page) -> list[str]:
    """Return the texts that are larger than their button, also on its left, which is not an overflow that scrolls."""
    return page.locator(".at-seat, .at-choice, .at-bar .btn, .at-keys .btn").evaluate_all(
        """(all) => all.filter((one) => {
          const box = one.getBoundingClientRect(), text = document.createRange();
          text.selectNodeContents(one);
          const { left, right } = text.getBoundingClientRect();
          return one.innerText && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
            || left < box.left - 1 || right > box.right + 1);
        }).map((one) => one.innerText)"""
    )


#: How far the lowest key is below the upper edge of the bar.
LOWEST_KEY = """Math.max(...[...document.querySelectorAll(".at-keys button")].map(
  (key) => key.getBoundingClientRect().bottom)) - document.querySelector(".at-bar").getBoundingClientRect().top"""


def name_sitters(sheet: Sheet) -> None:
    for seat, name in zip("ESWN", LONG, strict=True):
        Entry.objects.filter(pk=at(sheet, seat).pk).update(name=name)


@pytest.mark.parametrize(
    ("size", "text"), [("360x740", "100%"), ("360x740", "200%"), ("740x360", "100%"), ("320x568", "100%")]
)
def test_buttons_stay_readable_with_long_names(phone: BrowserContext, sheet: Sheet, size: str, text: str) -> None:
    name_sitters(sheet)
    page = opened(phone, sheet)
    width, height = map(int, size.split("x"))
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text)
    Thumb(page).hand("E", "S", 16)
    page.locator('.at-seat[data-seat="N"]').tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert cut_off(page) == []
    names = [name.split("\n") for name in page.locator(".at-seat [data-part=name]").all_inner_texts()]
    assert names == [["PREOBRAZHENSKAYA-GALAGAN"], ["DE LA CONCEPCIÓN FERNÁNDEZ"], ["勅使河原"], ["HE"]]
    # Save, undo and the call for a referee are in the view.
    for part in ("[data-at=save]", "[data-at=undo] button", ".at-call summary"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
    if size == "360x740" and text == "100%":
        # The winner stays in view while the discarder is asked.
        for part in ('.at-seat[data-seat="N"]', "[data-at=from] .at-choice", '[data-from="W"]'):
            box = page.locator(part).first.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= page.locator(".at-bar").bounding_box()["y"] + 1  # type: ignore[index]


def test_names_keep_their_lines_at_double_text_size(phone: BrowserContext, sheet: Sheet) -> None:
    """Beside points and button a name had a column of one letter: the page was 16,000 pixels long."""
    name_sitters(sheet)
    page = opened(phone, sheet)
    Thumb(page).hand("E", "S", 16)
    until(lambda: Hand.objects.current().filter(sheet=sheet).exists())
    names = ".at-past li > b + span, .at-signer > b"
    for address in (page.url, reverse("table:signing", args=["1", 1, 1])):
        page.goto(address)
        page.locator(names).first.wait_for()  # the script shows the rows
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        widths = page.locator(names).evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
        assert min(widths) > 160, address
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # The number of the table is in the head.
    head = page.locator(".masthead-name")
    assert head.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")


def test_every_key_is_above_the_bar_on_a_phone_held_sideways(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    page.set_viewport_size({"width": 740, "height": 360})
    page.locator(".at-seat").first.tap()  # the page scrolls to the question
    until(lambda: page.evaluate(LOWEST_KEY) <= 0)


def test_every_key_is_above_the_bar_with_four_long_names(phone: BrowserContext, sheet: Sheet) -> None:
    for seat, name in zip("ESWN", FOUR_LONG, strict=True):
        Entry.objects.filter(pk=at(sheet, seat).pk).update(name=name)
    record_hand(system_actor("desk"), sheet, seen=0, hand=HandFacts(no=1, winner="N", points=10))  # it can be undone
    page = opened(phone, sheet)
    page.set_viewport_size({"width": 360, "height": 800})
    page.locator(".at-seat").first.tap()  # the page scrolls to the question
    page.locator('[data-from="S"]').tap()
    until(lambda: page.evaluate(LOWEST_KEY) <= 0)
    # The names at the seats are whole, and the winner and the question are in view.
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert cut_off(page) == []


def test_japanese_buttons_stay_whole_at_double_text_size(phone: BrowserContext, sheet: Sheet) -> None:
    record_hand(system_actor("desk"), sheet, seen=0, hand=HandFacts(no=1, winner="N", points=10))  # it can be undone
    call_referee(system_actor("desk"), sheet)
    page = opened(phone, sheet)
    phone.add_cookies([{"name": "django_language", "value": "ja", "url": page.url}])
    page.reload()
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.locator(".at-seat").first.tap()
    cancelling = page.get_by_role("button", name="呼び出しを取り消す")
    expect(cancelling).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert cut_off(page) == []
    # Each has a row of its own, so that no word is broken to one letter a line.
    undoing = page.get_by_role("button", name="第1局を取り消す")
    assert [undoing.bounding_box()["width"], cancelling.bounding_box()["width"]] == [296, 296]


@pytest.mark.parametrize("language", ["zh-hans", "ja", "en"])
def test_fields_for_the_codes_fit_the_phone(
    phone: BrowserContext, sheet: Sheet, access: TableAccess, language: str
) -> None:
    phone.set_extra_http_headers({"Accept-Language": language})
    Sheet.objects.all().delete()
    made = made_sheet(sheet.table.session.event, "checked")
    page = phone.new_page()
    page.goto(f"/t/{access.token}/")
    page.goto(reverse("table:signing", args=["1", made.table.session.number, 1]))
    expect(page.locator(".at-code")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]
