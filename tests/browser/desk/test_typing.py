"""A real sheet of 2018 typed with the keyboard alone in both modes: the same sheet, in few keys."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from scoring.game.rules.hands import Hand as PlayedHand
from scoring.game.rules.mcr.keying import SCORES, WORDS, type_hand
from scoring.sheets.models.facts import Hand, SignedTotal
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.slots import hand_value
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.browser.conftest import SIZES
from tests.browser.reading import too_wide
from tests.support.events import unplay
from tests.support.paths import ROOT
from tournament.access.services.roles import grant_role
from tournament.people.models.accounts import Account

SYSTEM = system_actor("somebody else")
REAL = ROOT / "scoring" / "demo" / "event_open_2018.json"
#: Session and table of a sheet with sixteen hands whose totals agree.
PLACE = (2, 7)
MOST_KEYS = 16 * 6


@pytest.fixture
def real(live_server, signed_in: Callable[[Account], None]) -> dict[str, Any]:
    """Return the real table's hands and totals; the event has its session with empty sheets; a scorekeeper types."""
    document = json.loads(REAL.read_text(encoding="utf-8"))
    session = document["sessions"][PLACE[0] - 1]
    table = json.loads(json.dumps(session["tables"][PLACE[1] - 1]))
    unplay(session)
    for described in session["tables"]:
        described["state"] = "open"
    document["sessions"] = [session | {"number": 1}]
    document["event"]["sessions"] = 1
    import_event(SYSTEM, document=document)
    account = Account.objects.create_user("scorekeeper", name="王 录入")
    grant_role(SYSTEM, Sheet.objects.first().table.session.event, account=account, name="scorekeeper")
    signed_in(account)
    return table


class Keys:
    """A keyboard that counts its keys."""

    def __init__(self, page: Page) -> None:
        self.page, self.pressed = page, 0

    def type(self, text: str) -> None:
        for sign in text:
            self.page.keyboard.press(sign)
            self.pressed += 1

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.pressed += 1


def typed_hands(keys: Keys, table: dict[str, Any], mode: str) -> None:
    """Type all hands; press Enter where the field does not advance."""
    page = keys.page
    for hand in table["hands"]:
        field = page.locator(f"#id_h{hand['no']}")
        expect(field).to_be_focused()
        played = PlayedHand(hand["no"], hand["winner"], hand.get("discarder"), hand.get("points"))
        keys.type(type_hand(played, mode))
        if field.evaluate("(one) => document.activeElement === one"):
            keys.press("Enter")


def test_real_sheet_is_typed_in_both_modes(real, page: Page, axe) -> None:
    page.goto("/e/open-2018/desk/tray/")
    assert axe(page) == []
    expect(page.locator("#sheet")).to_be_focused()
    keys = Keys(page)
    for table, mode in zip((1, 2), (WORDS, SCORES), strict=True):
        # A scanner types the URL of the sheet's QR code and Enter; saving leads to the next sheet.
        if table == 1:
            keys.type("http://pinju.example/e/open-2018/tables/1/1/")
            keys.press("Enter")
        expect(page.locator("h1")).to_have_text(f"Session 1, table {table}")
        # Wait until the script of the page handles keys.
        expect(page.locator("#id_h1")).to_be_focused()
        if mode == SCORES:
            page.keyboard.press("F2")
            expect(page.locator("[name=mode]")).to_have_value("scores")
        keys.pressed = 0
        typed_hands(keys, real, mode)
        assert keys.pressed <= MOST_KEYS
        for seat in "ESWN":
            expect(page.locator(f"#id_total{seat}")).to_be_focused()
            keys.type(str(real["totals"][seat]))
            keys.press("Enter")
        if table == 1:
            assert axe(page) == []
            assert too_wide(page) == []
        keys.press("Enter")  # no table points
        if table == 1:
            keys.type("Zhao Min")
        keys.press("Enter")
        expect(page.locator("#sign")).to_be_focused()
        expect(page.locator("#findings li")).to_have_count(0)
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text(f"Session 1, table {table + 1}")
        expect(page.locator(".next-line")).to_have_count(0)  # typing is the next step
    sheets = Sheet.objects.filter(table__number__in=(1, 2)).order_by("table__number")
    assert [sheet.state for sheet in sheets] == ["signed", "signed"]
    for sheet in sheets:
        hands = [hand_value(hand) for hand in Hand.objects.current().filter(sheet=sheet).order_by("no")]
        assert hands == real["hands"]
        assert dict(SignedTotal.objects.current().filter(sheet=sheet).values_list("seat", "points")) == real["totals"]


def test_error_is_shown_at_its_field_and_corrected(real, page: Page) -> None:
    page.goto("/e/open-2018/desk/tray/1/3/")
    keys = Keys(page)
    keys.type("1124")
    keys.press("Enter")
    expect(page.locator("#e-h1")).to_have_text("The winner and the discarder cannot be the same player.")
    expect(page.locator("#id_h1")).to_be_focused()
    keys.type("1324")
    keys.press("Enter")
    expect(page.locator("tr[data-no='1'] [data-column='0']")).to_have_text("+48+48")
    keys.type("0")
    expect(page.locator("#id_h3")).to_be_focused()
    keys.press("ArrowUp")
    expect(page.locator("#id_h2")).to_be_focused()
    keys.type("2116")
    keys.press("=")
    keys.type("24 32 -40 -10")
    keys.press("Enter")
    expect(page.locator("#id_h3")).to_be_focused()
    expect(page.locator("#findings")).to_have_text(
        "The written running totals differ from the hands from hand 2 on: North +6."
    )
    # A penalty within the hand, by key; the input is kept.
    keys.press("p")
    expect(page.locator("#id_fine_seat")).to_be_focused()
    page.locator("#id_fine_seat").press("W")
    page.locator("#id_fine_points").fill("10")
    page.locator("#id_fine_reason").fill("Moved a tile")
    page.locator("#id_fine_reason").press("Enter")
    expect(page.locator(".typing-penalty")).to_contain_text("Hand 3")
    expect(page.locator("#id_h2")).to_have_value("2116")


def test_what_was_refused_does_not_cover_the_field_to_correct(real, page: Page, faults: list[str]) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/e/open-2018/desk/tray/1/3/")
    page.locator("#id_h3").fill("1124")
    page.locator("button[value='save']").click()
    expect(page.locator("#id_h3")).to_be_focused()
    faults.clear()  # the page that refuses has the status 400
    alert, field = page.locator("#typing > .alert").bounding_box(), page.locator("#id_h3").bounding_box()
    assert alert
    assert field
    assert alert["y"] + alert["height"] <= field["y"]


def test_typed_hands_are_kept_in_the_browser_until_they_are_saved(
    real, page: Page, faults: list[str], axe: Callable[[Page], list[str]]
) -> None:
    page.set_viewport_size(SIZES["laptop"])
    sheet_page, draft = "/e/open-2018/desk/tray/1/4/", page.locator("#draft")
    page.goto(sheet_page)
    for hand in real["hands"]:
        played = PlayedHand(hand["no"], hand["winner"], hand.get("discarder"), hand.get("points"))
        page.locator(f"#id_h{hand['no']}").fill(type_hand(played, WORDS))
    page.locator("#id_totalE").fill("abc")
    page.get_by_role("button", name="Save", exact=True).click()
    # The refusal is in view, and the focus in its field.
    expect(page.locator("#typing > .alert")).to_contain_text("Nothing was saved yet.")
    expect(page.locator("#typing > .alert")).to_be_in_viewport()
    expect(page.locator("#id_totalE")).to_be_focused()
    assert axe(page) == []
    faults.clear()  # the page that refuses has the status 400
    page.goto("/e/open-2018/desk/tray/")
    page.goto(sheet_page)
    expect(draft).to_contain_text("It is not saved yet.")
    expect(page.locator("#id_h16")).not_to_have_value("")
    expect(page.locator("#id_totalE")).to_have_value("abc")
    assert axe(page) == []
    page.locator("#id_totalE").fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("The sheet of table 4 is saved.")).to_be_visible()
    page.goto(sheet_page)
    expect(page.locator("#id_h16")).not_to_have_value("")
    expect(draft).to_be_hidden()
    # A draft that differs from the saved sheet can be discarded.
    page.locator("#id_h1").fill("0")
    page.goto(sheet_page)
    expect(page.locator("#id_h1")).to_have_value("0")
    draft.get_by_role("button").click()
    expect(page.locator("#id_h1")).not_to_have_value("0")
    page.goto(sheet_page)
    expect(draft).to_be_hidden()


def test_draft_does_not_overwrite_what_another_typist_saved(real, page: Page, faults: list[str]) -> None:
    page.goto("/e/open-2018/desk/tray/1/5/")
    page.locator("#id_h1").fill("1324")
    record_hand(SYSTEM, Sheet.objects.get(table__number=5), seen=1, hand=HandFacts(no=1, winner="N", points=8))
    page.goto("/e/open-2018/desk/tray/1/5/")
    expect(page.locator("#id_h1")).to_have_value("1324")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Somebody else changed the same entry")).to_be_visible()
    faults.clear()  # the page with the conflict has the status 409


def test_sixteen_hands_and_the_totals_fit_a_window_900_pixels_high(real, page: Page) -> None:
    page.set_viewport_size(SIZES["laptop"])
    page.goto("/e/open-2018/desk/tray/1/6/")
    for no in range(1, 17):
        page.locator(f"#id_h{no}").fill("1324")
    expect(page.locator("tr[data-no='16'] [data-column='0']")).to_contain_text("+768")
    expect(page.locator("#id_pointsN")).to_be_in_viewport(ratio=1)
    expect(page.locator("#sign")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    page.set_viewport_size(SIZES["phone"])
    assert too_wide(page) == []
