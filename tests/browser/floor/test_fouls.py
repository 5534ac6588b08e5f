"""A referee with a phone: sixth foul of a kind, aborted hand, suspension, false wins in both regimes, a dead hand."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from common.actions.permissions import system_actor
from scoring.fouls.models import Foul, Measure
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import record_foul
from scoring.settings.models.penalties import PenaltySettings
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from tests.browser.conftest import SETTLED, SIZES
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def referee(event: Event, signed_in: Callable[[Account], None]) -> Account:
    account = Account.objects.create_user("referee", name="赵敏")
    Role.objects.create(account=account, event=event, name="chief-referee")
    signed_in(account)
    return account


@pytest.fixture
def sheet(event: Event) -> Sheet:
    """The open sheet of session 3."""
    return Sheet.objects.get(table__session__number=3)


def choose(page: Page, player: str, kind: str) -> None:
    """Choose the player, then the kind of foul."""
    page.goto(reverse("floor:foul-table", args=["1", 3, 1]))
    page.locator(".choice-link", has_text=player).click()
    page.get_by_role("link", name=kind, exact=True).click()


def take(page: Page, number: int) -> None:
    page.get_by_role("button", name="Use this penalty").click()
    expect(page.get_by_text(f"Foul {number} is recorded.")).to_be_visible()


def test_referee_records_sixth_foul_aborted_hand_and_suspension_on_a_phone(
    page: Page, referee: Account, sheet: Sheet, axe: Callable, faults: list[str]
) -> None:
    facts = {"kind": "late-pung", "sheet": sheet, "seat": "W", "hand_no": 1}
    for _time in range(5):
        record_foul(system_actor("赵敏"), sheet.table.session.event, foul=FoulReport(**facts))
    page.set_viewport_size(SIZES["phone"])
    choose(page, "选手6", "Late pung")
    form = page.locator(".foul-proposal")
    expect(form).to_contain_text("40 points")
    expect(form).to_contain_text("no. 6 of this kind")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    take(page, 6)
    assert list(Foul.objects.values_list("points", flat=True)) == [0, 5, 10, 20, 30, 40]
    # Tiles are pushed together: the referee ends the hand, and the penalty remains.
    choose(page, "选手8", "Tiles pushed together")
    expect(page.locator(".foul-proposal")).to_contain_text("enter it as aborted by the referee")
    take(page, 7)
    page.goto(reverse("table:page", args=["1", 3, 1]))
    page.get_by_label("Ended by the referee").check()
    page.locator("[data-at=save]").click()
    expect(page.locator("[data-at=past] li").first).to_contain_text("ended by the referee")
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 2")
    expect(page.locator("[data-at=network]")).to_be_hidden()
    scores = dict(CountedResult.objects.filter(sheet=sheet).values_list("seat", "competition_points"))
    assert scores == {"E": 30, "S": 30, "W": 30 - 105, "N": -90}
    # Cheating: a suspension by chief referee and referee, in force at once.
    choose(page, "选手6", "Cheating")
    page.get_by_role("textbox", name="Remark").fill("藏牌")
    page.get_by_role("button", name="Use this penalty").click()
    expect(page.get_by_text("Penalty: suspension. Is that right?")).to_be_visible()
    page.evaluate(SETTLED)
    take(page, 8)
    page.get_by_role("link", name="Suspend now").click()
    page.get_by_label("Referee who decides with you").fill("周芷若")
    assert axe(page) == []
    page.get_by_role("button", name="Suspend now").click()
    expect(page.get_by_text("in force").first).to_be_visible()
    assert Measure.objects.get().decided_by == "赵敏, 周芷若"
    faults[:] = [fault for fault in faults if "409" not in fault]  # the question


@pytest.mark.parametrize(
    ("regime", "scores"),
    [("paid", {"E": 78, "S": 22, "W": -42, "N": -58}), ("burnt", {"E": 48, "S": -8, "W": -72, "N": -88})],
)
def test_referee_records_false_wins_and_a_dead_hand_cannot_win(
    page: Page, referee: Account, sheet: Sheet, faults: list[str], regime: str, scores: dict[str, int]
) -> None:
    PenaltySettings.objects.update(false_win=regime)
    choose(page, "选手6", "False win: too few points or wrong tile")
    take(page, 1)
    choose(page, "选手8", "False win: not ready")
    take(page, 2)
    page.goto(reverse("table:page", args=["1", 3, 1]))
    page.locator(".at-seat").nth(2).click()
    page.locator("[data-from]").nth(0).click()
    for figure in "24":
        page.locator(f'[data-key="{figure}"]').click()
    page.locator("[data-at=save]").click()
    expect(page.get_by_text("This player's hand is dead: it cannot win.").first).to_be_visible()
    assert not Hand.objects.filter(sheet=sheet).exists()
    faults[:] = [fault for fault in faults if "400" not in fault]
    page.reload()
    page.locator(".at-seat").nth(0).click()
    page.locator("[data-from]").nth(2).click()
    for figure in "24":
        page.locator(f'[data-key="{figure}"]').click()
    page.locator("[data-at=save]").click()
    expect(page.locator("[data-at=save]")).to_have_text("Save hand 2")
    expect(page.locator("[data-at=network]")).to_be_hidden()
    assert dict(CountedResult.objects.filter(sheet=sheet).values_list("seat", "competition_points")) == scores
