"""Wrong input on a phone under the International Mahjong Rules: each fault at its field, and nothing lost."""

from itertools import permutations, product

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from scoring.event_file.services.importing import import_event
from scoring.game.rules.hands import Hand as PlayedHand
from scoring.settings.models.imj import ImjSettings
from scoring.sheets.models.facts import Hand, RoundSeating
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.services.people.periods import seat_period
from tests.browser.at_table import enter_fans, opened, phone_with
from tests.browser.conftest import SIZES
from tests.scoring.game.rules.imj.tables import played
from tests.support.imj import ACTOR, imj_document
from tests.support.sheets import new_card
from tests.support.workers import until

pytestmark = pytest.mark.django_db(transaction=True)


def test_wrong_input_is_said_at_once_and_nothing_is_lost(phone: BrowserContext, sheet: Sheet) -> None:
    """A rank below the agreed lowest, and a robbed kong without its maker; without network too."""
    ImjSettings.objects.filter(event=sheet.table.session.event).update(lowest_fans=3)
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    page = opened(phone, sheet)
    phone.set_offline(True)
    enter_fans(page, "E", "S", "2", robbed="1")
    fault = page.locator("[data-at=points] [data-at=fault]")
    expect(fault).to_contain_text("fewer fans than agreed (IMJ 7.2)")
    expect(fault).to_be_in_viewport()
    expect(page.locator("[data-at=points]")).to_have_attribute("aria-describedby", "at-fault")
    expect(page.locator('.at-seat[data-seat="E"] input')).to_be_checked()
    expect(page.locator('[data-from="S"] input')).to_be_checked()
    expect(page.locator("[name=robbed]")).to_be_checked()
    expect(page.locator("[name=points]")).to_have_value("2")
    page.locator('label:has(input[name="discarder"][value="self"])').tap()
    expect(page.locator("[data-at=robbed]")).to_be_hidden()
    expect(page.locator("[data-at=bound]")).to_be_hidden()
    page.locator('[data-points="8"]').tap()
    expect(page.locator("[data-at=bound]")).to_be_visible()
    expect(page.locator('[data-bound="E"]')).to_be_hidden()
    expect(page.locator('[data-false="E"]')).to_be_hidden()
    page.locator("[data-at=save]").tap()
    expect(page.locator("[data-at=fault]")).to_be_hidden()
    phone.set_offline(False)
    until(lambda: Hand.objects.current().count() == 1)
    row = Hand.objects.current().get()
    assert (row.winner, row.discarder, row.points, row.robbed) == ("E", "", 16, False)


@pytest.mark.parametrize(
    ("locale", "no_winner", "no_discarder", "few"),
    [
        ("en", "Choose the winner", "Choose the discarder", "Enter half a fan"),
        ("zh-CN", "请选谁和牌，或选本盘", "请选谁点和", "请输入半番"),
        ("ja", "局の結果", "振り込んだ人を選ぶか", "半番、または"),
    ],
)
def test_each_fault_stands_at_its_field(
    live_server, browser: Browser, sheet: Sheet, settings, locale: str, no_winner: str, no_discarder: str, few: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    _card, access = new_card(sheet.table.session.event)
    with phone_with(live_server, browser, access, locale=locale) as phone:
        page = opened(phone, sheet)
        save = page.locator("[data-at=save]")
        save.tap()
        expect(page.locator("[data-at=seats] [data-at=fault]")).to_contain_text(no_winner)
        page.locator('.at-seat[data-seat="E"]').tap()
        save.tap()
        expect(page.locator("[data-at=from] [data-at=fault]")).to_contain_text(no_discarder)
        page.locator('[data-from="S"]').tap()
        page.locator('label:has(input[name="robbed"])').tap()
        save.tap()
        fault = page.locator("[data-at=points] [data-at=fault]")
        expect(fault).to_contain_text(few)
        expect(fault).to_be_in_viewport()
        expect(page.locator("[name=robbed]")).to_be_checked()
        expect(page.locator('[data-from="S"] input')).to_be_checked()
        page.locator('label:has(input[name="discarder"][value="self"])').tap()
        page.locator('[data-points="3"]').tap()
        page.locator('label:has(input[name="false_wins"][value="N"])').tap()
        save.tap()
        expect(page.locator("[data-at=false-wins] [data-at=fault]")).to_contain_text("IMJ 34.7")
        expect(page.locator('[name="false_wins"][value="N"]')).to_be_checked()
        assert not Hand.objects.exists()


def test_an_order_that_is_not_the_four_is_said_at_its_place(phone: BrowserContext, sheet: Sheet) -> None:
    page = opened(phone, sheet)
    chosen = {"first": "S", "second": "W", "third": "S"}
    for field, seat in chosen.items():
        page.locator(f"[name=period-{field}]").select_option(seat)
    page.get_by_role("button", name="Save the seats").tap()
    place = page.locator(".field:has([name=period-third])")
    expect(place.locator(".field-errors")).to_contain_text("This player is named already.")
    expect(page.locator(".field:has([name=period-fourth]) .field-errors")).to_contain_text("Choose here.")
    for field, seat in chosen.items():
        expect(page.locator(f"[name=period-{field}]")).to_have_value(seat)
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]
    assert not RoundSeating.objects.exists()


def _correction_that_ends_earlier(facts: SheetFacts) -> tuple[int, str, str]:
    """Return the number, winner and discarder of a correction after which the last written deal has no place."""
    hands = played(5).hands
    for hand, (winner, discarder) in product(hands, permutations("ESWN", 2)):
        corrected = PlayedHand(hand.no, winner, discarder, 6)
        course = facts.game.course([corrected if row is hand else row for row in hands], facts.seating)
        if hands[-1].no not in course.deals:
            return hand.no, winner, discarder
    raise AssertionError


def test_a_correction_that_leaves_a_deal_after_the_end_is_refused_at_the_winner(
    live_server, browser: Browser, settings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    document = imj_document()
    document["event"]["id"] = "1"
    table = document["sessions"][0]["tables"][0]
    table["state"] = "open"
    del table["totals"]
    import_event(ACTOR, document=document)
    sheet = Sheet.objects.get(table__session__number=1, table__number=1)
    no, winner, discarder = _correction_that_ends_earlier(facts_of(sheet))
    _card, access = new_card(sheet.table.session.event)
    with phone_with(live_server, browser, access) as phone:
        page = opened(phone, sheet)
        page.get_by_role("button", name=f"Change hand {no}", exact=True).tap()
        enter_fans(page, winner, discarder, "3")
        fault = page.locator("[data-at=seats] [data-at=fault]")
        expect(fault).to_contain_text("would come after the end of the table")
        expect(fault).to_be_in_viewport()
        expect(page.locator(f'.at-seat[data-seat="{winner}"] input')).to_be_checked()
        expect(page.locator("[name=points]")).to_have_value("3")
    assert Hand.objects.current().get(sheet=sheet, no=no).winner != winner
