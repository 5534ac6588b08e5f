"""A real sheet of 2018 typed with the keyboard alone in both modes: the same sheet, in few keys."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from scoring.game.rules.hands import Hand as PlayedHand
from scoring.sheets.models.facts import Hand, SignedTotal
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.keying import SCORES, WORDS, type_hand
from scoring.sheets.selectors.facts.slots import hand_value
from tests.browser.reading import too_wide
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
    for described in session["tables"]:
        for key in ("hands", "totals", "table_points"):
            described.pop(key, None)
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
    expect(page.locator("#e-h1")).to_have_text("Who wins cannot be who discarded the tile.")
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
        "The written running totals part from the hands at hand 2: North +6."
    )
    # A penalty within the hand, by key; the input is kept.
    keys.press("p")
    expect(page.locator("#id_fine_seat")).to_be_focused()
    page.locator("#id_fine_seat").press("W")
    page.locator("#id_fine_points").fill("10")
    page.locator("#id_fine_reason").fill("Moved a tile")
    page.locator("#id_fine_reason").press("Enter")
    expect(page.locator("#fines + ul")).to_contain_text("Hand 3")
    expect(page.locator("#id_h2")).to_have_value("2116")
