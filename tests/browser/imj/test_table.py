"""The Table on a phone under the International Mahjong Rules: seats of a period, every kind of hand, no network."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scoring.event_file.services.importing import import_event
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.facts import Hand, RoundSeating
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.services.people.periods import seat_period
from tests.browser.at_table import enter_fans, opened
from tests.browser.conftest import SIZES
from tests.scoring.game.rules.imj.tables import played
from tests.support.imj import ACTOR, deal_rows, imj_document
from tests.support.workers import until
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db(transaction=True)


def test_seats_then_every_kind_of_hand(phone: BrowserContext, sheet: Sheet, axe: Callable) -> None:
    page = opened(phone, sheet)
    for field, seat in (("first", "S"), ("second", "W"), ("third", "N"), ("fourth", "E")):
        page.locator(f"[name=period-{field}]").select_option(seat)
    page.get_by_role("button", name="Save the seats").tap()
    expect(page.locator(".at-seat.deals")).to_have_attribute("data-seat", "S")
    assert RoundSeating.objects.get().seats == "SWNE"
    expect(page.locator('.at-seat[data-seat="S"] .at-total')).to_have_text("20000")
    enter_fans(page, "S", "", "3")
    expect(page.locator('.at-seat[data-seat="S"] .at-total')).to_have_text("20024")
    expect(page.locator(".at-seat.deals")).to_have_attribute("data-seat", "S")
    enter_fans(page, "E", "N", "3", robbed="1")
    expect(page.locator(".at-seat.deals")).to_have_attribute("data-seat", "W")
    enter_fans(page, "W", "", "8", bound="S")
    enter_fans(page, "S", "W", "½", false_wins="E")
    expect(page.locator("[data-at=network]")).to_be_hidden()
    until(lambda: Hand.objects.current().count() == 4)
    rows = Hand.objects.current().order_by("no")
    assert [(row.winner, row.discarder, row.points, row.robbed, row.bound, row.false_wins) for row in rows] == [
        ("S", "", 6, False, "", ""), ("E", "N", 6, True, "", ""), ("W", "", 16, False, "S", ""),
        ("S", "W", 1, False, "", "E"),
    ]  # fmt: skip
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]
    assert axe(page) == []


def test_what_is_tapped_stays_in_its_place_while_a_hand_is_sent(phone: BrowserContext, sheet: Sheet) -> None:
    """The line above grew, and a tap that had begun did nothing, or met the next button."""
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    page = opened(phone, sheet)
    distance = """() => document.getElementById("hand").getBoundingClientRect().top
      - document.getElementById("at").getBoundingClientRect().top"""
    before = page.evaluate(distance)
    phone.set_offline(True)
    enter_fans(page, "E", "S", "5")
    expect(page.locator("[data-at=network]")).to_have_text("◐ 1 waiting · ! no network")
    assert page.evaluate(distance) == before
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]
    phone.set_offline(False)
    expect(page.locator("[data-at=network]")).to_be_hidden()
    assert page.evaluate(distance) == before


def test_a_correction_shows_first_which_dealers_change(phone: BrowserContext, sheet: Sheet) -> None:
    """Without network too: the phone works out the course itself."""
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    page = opened(phone, sheet)
    phone.set_offline(True)
    for winner, discarder in ("ES", "WN", "SE"):
        enter_fans(page, winner, discarder, "5")
    page.get_by_role("button", name="Change hand 1").tap()
    enter_fans(page, "S", "E", "4")
    asked = page.locator(".at-ask")
    expect(asked).to_contain_text("2: period 1, round 1, dealer")
    expect(asked).to_contain_text("3: period 1, round 1, dealer")
    asked.get_by_role("button", name="Change").tap()
    expect(page.locator('.at-seat[data-seat="S"] input')).to_be_checked()
    page.locator("[data-at=save]").tap()
    asked.get_by_role("button", name="Yes, save hand 1").tap()
    phone.set_offline(False)
    until(lambda: Hand.objects.current().filter(no=1, winner="S").exists() and Hand.objects.current().count() == 3)
    assert [deal.dealer for deal in facts_of(sheet).course.deals.values()] == ["E", "S", "W", "N"]


@pytest.mark.parametrize("locale", ["en", "zh-CN", "ja"])
def test_all_columns_of_the_sessions_fit_their_half_of_the_page(live_server, browser: Browser, locale: str) -> None:
    document = imj_document()
    tables = document["sessions"][0]["tables"]
    tables[1] = {"number": 2, "seats": tables[1]["seats"]} | deal_rows(played(8)) | {"totals": played(8).totals}
    import_event(ACTOR, document=document)
    event = Event.objects.get()
    release_session(ACTOR, event.sessions.get(number=1))
    for width in (360, 820, 1440):
        context = browser.new_context(base_url=live_server.url, viewport={"width": width, "height": 900}, locale=locale)
        page = context.new_page()
        page.goto(reverse("pocket:statistics", args=[event.slug]))
        box = page.locator(".table-box:has(.by-session)")
        assert box.evaluate("box => box.scrollWidth - box.clientWidth") == 0, width
        context.close()


def test_the_desk_adds_lines_while_hands_are_typed(
    live_server, page: Page, sheet: Sheet, signed_in: Callable[[Account], None], faults: list[str]
) -> None:
    """Added lines have their dealers and errors, and come back after a reload without saving."""
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    account = Account.objects.create_user("scorekeeper", name="王 录入")
    grant_role(ACTOR, sheet.table.session.event, account=account, name="scorekeeper")
    signed_in(account)
    page.goto(reverse("desk:typing", args=["1", 1, 1]))
    lines = page.locator("#typing tr[data-no]")
    expect(lines).to_have_count(9)
    for no in range(1, 13):
        page.locator(f"[name=h{no}]").press_sequentially("12½" if no < 12 else "11½")
        page.keyboard.press("Enter")
    expect(lines).to_have_count(20)
    expect(page.locator("tr[data-no='12'] [data-deal]")).to_have_text("1 · 1 · E")
    expect(page.locator("tr[data-no='1'] [data-column='0'] small")).to_have_text("20002")
    expect(page.locator("#e-h12")).to_contain_text("cannot be the same player")
    page.reload()
    expect(page.locator("[name=h12]")).to_have_value("11½")
    page.locator("[name=h12]").fill("1x½")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#e-h12")).to_contain_text("not a hand")
    faults.clear()  # the page that refuses has the status 400
    page.locator("[name=h12]").fill("10½")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("saved")
    assert Hand.objects.current().filter(sheet=sheet).count() == 12


def test_ten_hands_without_network_are_saved_in_order(phone: BrowserContext, sheet: Sheet) -> None:
    seat_period(ACTOR, sheet, seen=0, period=1, places="ESWN")
    page = opened(phone, sheet)
    phone.set_offline(True)
    for no in range(10):
        enter_fans(page, "ESWN"[no % 4], "ESWN"[(no + 1) % 4], "5")
    expect(page.locator("[data-at=network]")).to_contain_text("10 waiting")
    dealer = page.locator(".at-seat.deals").get_attribute("data-seat")
    phone.set_offline(False)
    until(lambda: Hand.objects.current().count() == 10)
    page.reload()
    expect(page.locator(".at-seat.deals")).to_have_attribute("data-seat", dealer or "")
    assert list(Hand.objects.current().order_by("no").values_list("winner", flat=True)) == list("ESWNESWNES")
