"""Whole sheets typed from paper."""

import pytest

from common.actions.errors import Conflict, Refused, Unusual
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.services.facts.whole import type_sheet
from tests.scoring.sheets.services.sheets.writing import BORIS, WON, do, results, write
from tests.support.recompute import scores_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PAPER = [
    {"no": 1, "winner": "E", "discarder": "S", "points": 20},
    {"no": 2, "winner": None},
    {"no": 3, "winner": "W", "points": 9, "adjustments": {"N": -10}},
]

TOTALS = {"E": 44 - 17, "S": -28 - 17, "W": -8 + 51, "N": -8 - 17 - 10}


def test_a_whole_sheet_is_typed_at_once_and_typed_again(sheet: Sheet) -> None:
    do(type_sheet, sheet, hands=PAPER, totals=TOTALS, table_points={"E": "2"})
    sheet.refresh_from_db()
    facts = sheet_facts(Sheet.objects.all())[0]
    assert (sheet.version, len(facts.hands), facts.totals, facts.stated) == (1, 3, TOTALS, {"E": "2"})
    assert scores_of({"seats": dict.fromkeys("ESWN", 1), "hands": PAPER}) == TOTALS
    assert not Comparison.objects.get().contradicts
    do(type_sheet, sheet, hands=PAPER[:2])
    facts = sheet_facts(Sheet.objects.all())[0]
    assert [hand.no for hand in facts.hands] == [1, 2]
    assert facts.totals == TOTALS  # untouched
    assert Comparison.objects.get().contradicts


def test_a_wrong_hand_of_many_is_named_and_nothing_is_written(sheet: Sheet) -> None:
    with pytest.raises(Refused) as refused:
        do(type_sheet, sheet, hands=[*PAPER, {"no": 4, "winner": "E", "points": 5}])
    assert refused.value.where == "hands-4-points"
    with pytest.raises(Refused) as refused:
        do(type_sheet, sheet, hands=[*PAPER, PAPER[1]])
    assert refused.value.where == "hands-2-no"
    assert not Hand.objects.exists()


def test_one_total_may_be_missing_and_wrong_sums_must_be_confirmed(sheet: Sheet) -> None:
    with pytest.raises(Unusual, match=r"\+60") as unusual:
        do(type_sheet, sheet, totals={"E": 10, "S": -50, "W": -20})
    assert "North" in str(unusual.value.message)
    do(type_sheet, sheet, totals={"E": 10, "S": -50, "W": -20}, acknowledged=["total-missing"])
    assert results(sheet)["N"] == (60, 4)
    with pytest.raises(Unusual) as unusual:
        do(type_sheet, sheet, totals={"E": 10, "S": -50, "W": -20, "N": 50})
    assert list(unusual.value.questions) == ["totals-sum"]
    with pytest.raises(Refused, match="More than one"):
        do(type_sheet, sheet, totals={"E": 10, "S": -50})
    do(type_sheet, sheet, totals={})
    assert not results(sheet)


def test_second_of_two_typists_sees_differences(sheet: Sheet) -> None:
    write(sheet, 1, winner="N", points=8)
    with pytest.raises(Conflict) as conflict:
        type_sheet(BORIS, sheet, seen=0, hands=PAPER)
    assert list(conflict.value.theirs["hand"]) == ["1"]
    # A hand that was entered meanwhile and is not on the paper stays.
    write(sheet, 4, acknowledged=["gap"], **WON)
    type_sheet(BORIS, sheet, seen=1, hands=PAPER)
    assert [hand.no for hand in Hand.objects.current().order_by("no")] == [1, 2, 3, 4]
