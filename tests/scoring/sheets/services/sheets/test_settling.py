"""Reopened sheets, and settled contradictions."""

import pytest

from common.actions.errors import Refused, WrongState
from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.facts import Signature
from scoring.sheets.models.results import Comparison, CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.versions import facts_at, versions
from scoring.sheets.services.checking.confirming import confirm_sheet, reopen_sheet
from scoring.sheets.services.checking.settling import settle
from scoring.sheets.services.checking.signing import sign_corrected, sign_on_paper
from scoring.sheets.services.facts.disputes import dispute_hand
from scoring.sheets.services.facts.whole import type_sheet
from tests.scoring.sheets.services.sheets.writing import ANNA, do, full, results, write
from tests.support.cup import cup, taken_in
from tests.support.events import small_event
from tests.support.sheets import made_sheet

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_reopened_sheet_is_not_public_until_confirmed_again() -> None:
    event = taken_in(cup(), release=2)
    sheet = Sheet.objects.get(table__session__number=1, table__number=1)
    event.ledger.refresh_from_db()
    public = event.ledger.public
    reopen_sheet(ANNA, sheet, reason="hand 4 was Anna's")
    event.ledger.refresh_from_db()
    assert event.ledger.public == public + 1
    assert set(CountedResult.objects.filter(sheet=sheet).values_list("provisional", flat=True)) == {True}
    write(sheet, 5, winner="W", points=8)
    event.ledger.refresh_from_db()
    assert event.ledger.public == public + 1
    do(sign_on_paper, sheet, referee="赵敏", acknowledged=["short"])
    do(confirm_sheet, sheet, acknowledged=["contradiction"])
    assert set(CountedResult.objects.filter(sheet=sheet).values_list("provisional", flat=True)) == {False}


def test_a_session_with_a_reopened_sheet_is_not_released() -> None:
    sheet = made_sheet(small_event(), "confirmed")
    reopen_sheet(ANNA, sheet, reason="wrong")
    with pytest.raises(Refused, match="not confirmed"):
        release_session(ANNA, sheet.table.session)


@pytest.mark.parametrize("way", ["take-hands", "keep-totals", "sign-again"])
def test_a_contradiction_is_settled_in_three_ways(way: str) -> None:
    taken_in(cup())
    sheet = Sheet.objects.get(table__session__number=2, table__number=1)
    comparison = Comparison.objects.get(sheet=sheet)
    assert comparison.contradicts
    by_totals = results(sheet)
    with pytest.raises(Refused, match="changed in the meantime"):
        do(settle, sheet, way=way, order_changes=not comparison.order_changes, reason="looked at the paper")
    do(settle, sheet, way=way, order_changes=comparison.order_changes, reason="looked at the paper")
    assert not Comparison.objects.filter(sheet=sheet, contradicts=True).exists()
    sheet.refresh_from_db()
    assert sheet.state == ("open" if way == "sign-again" else "confirmed")
    assert (results(sheet) == by_totals) == (way == "keep-totals")
    change = next(change for change in versions(sheet)[0].changes if change.kind == "settlement")
    assert change.after == {"way": way, "reason": "looked at the paper", "name": "Anna"}
    assert len(facts_at(sheet, 1).totals) == 4  # the signed totals stay readable


@pytest.mark.parametrize(
    ("way", "state"), [("take-hands", "signed"), ("keep-totals", "signed"), ("sign-again", "open")]
)
def test_settling_replaces_missing_signatures(way: str, state: str) -> None:
    sheet = full()
    do(type_sheet, sheet, totals={"E": 0, "S": 0, "W": 0, "N": 0})
    assert do(settle, sheet, way=way, order_changes=True, reason="agreed")["state"] == state
    provisional = set(CountedResult.objects.filter(sheet=sheet).values_list("provisional", flat=True))
    assert provisional == {state == "open"}


def test_a_disputed_hand_keeps_a_settled_sheet_open() -> None:
    sheet = full()
    do(type_sheet, sheet, totals={"E": 0, "S": 0, "W": 0, "N": 0})
    do(dispute_hand, sheet, no=3)
    assert do(settle, sheet, way="keep-totals", order_changes=True, reason="agreed")["state"] == "open"


def test_settlement_ends_when_settled_facts_change() -> None:
    sheet = full()
    do(type_sheet, sheet, totals={"E": 0, "S": 0, "W": 0, "N": 0})
    do(settle, sheet, way="keep-totals", order_changes=True, reason="agreed")
    with pytest.raises(WrongState):
        write(sheet, 1, winner="W", points=8)
    reopen_sheet(ANNA, sheet, reason="hand 1 was West's")
    write(sheet, 1, winner="W", points=8)
    assert Comparison.objects.get(sheet=sheet).contradicts


def test_only_a_reopened_sheet_is_signed_without_the_players() -> None:
    sheet = made_sheet(small_event(), "open")
    with pytest.raises(Refused, match="Only a reopened sheet can be signed without the players."):
        sign_corrected(system_actor("chief"), sheet, seen=1, reason="x")
    signed = made_sheet(sheet.table.session.event, "signed")
    reopen_sheet(system_actor("chief"), signed, reason="hand 16")
    signed.refresh_from_db()
    with pytest.raises(Refused):
        sign_corrected(system_actor("chief"), signed, seen=signed.version)
    assert sign_corrected(system_actor("chief"), signed, seen=signed.version, reason="hand 16")["state"] == "signed"
    current = Signature.objects.current().filter(sheet=signed)
    assert list(current.values_list("signer", "how")) == [("referee", "account")]
