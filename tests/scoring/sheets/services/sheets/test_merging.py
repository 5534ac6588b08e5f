"""Versions of a sheet: corrections, concurrent changes and repeated keys."""

from functools import partial

import pytest

from common.actions.errors import Conflict, KeyReused, Refused
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.versions import facts_at, versions
from scoring.sheets.services.facts.hands import HandFacts, record_hand, remove_hand
from tests.scoring.sheets.services.sheets.writing import ANNA, BORIS, WON, do, results, write

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_correction_and_undo_stay_in_versions(sheet: Sheet) -> None:
    write(sheet, 1)
    write(sheet, 1, actor=BORIS, winner="W", points=8)
    do(remove_hand, sheet, no=1)
    lines = versions(sheet)
    assert [(line.number, line.made.by_name, line.made.action) for line in lines if line.made] == [
        (3, "Anna", "sheet.remove_hand"),
        (2, "Boris", "sheet.hand"),
        (1, "Anna", "sheet.hand"),
    ]
    changed = [(change.before, change.after) for line in lines for change in line.changes]
    first, second = {"no": 1} | WON, {"no": 1, "winner": "W", "points": 8}
    assert changed == [(second, None), (first, second), (None, first)]
    assert [len(facts_at(sheet, version).hands) for version in range(4)] == [0, 1, 1, 0]
    assert not results(sheet)


def test_changes_of_other_hands_are_merged(sheet: Sheet) -> None:
    write(sheet, 1)
    write(sheet, 2, seen=0, actor=BORIS, winner="W", points=9)
    assert [hand.no for hand in Hand.objects.current().order_by("no")] == [1, 2]


def test_concurrent_change_of_one_hand_is_conflict_with_both_values(sheet: Sheet) -> None:
    write(sheet, 1)
    with pytest.raises(Conflict) as conflict:
        write(sheet, 1, seen=0, actor=BORIS, winner="W", points=9)
    assert conflict.value.theirs == {"hand": {"1": {"no": 1} | WON}}
    assert conflict.value.yours == {"hand": {"1": {"no": 1, "winner": "W", "points": 9}}}
    assert "Anna" in str(conflict.value.message)
    # An author who saw the other value may replace it.
    assert write(sheet, 1, actor=BORIS, winner="W", points=9)["version"] == 2


def test_equal_concurrent_values_make_no_conflict_and_no_version(sheet: Sheet) -> None:
    write(sheet, 1)
    assert write(sheet, 1, seen=0, actor=BORIS) == {"version": 1, "state": "open"}
    with pytest.raises(Refused, match="Reload the page"):
        write(sheet, 2, seen=9)


def test_removing_hand_corrected_meanwhile_is_conflict(sheet: Sheet) -> None:
    write(sheet, 1)
    write(sheet, 1, winner="W", points=9)
    with pytest.raises(Conflict) as conflict:
        remove_hand(BORIS, sheet, seen=1, no=1)
    assert conflict.value.yours == {"hand": {"1": None}}


def test_repeated_key_writes_once_and_refuses_other_body(sheet: Sheet) -> None:
    send = partial(record_hand, ANNA, sheet, key="k", seen=0, hand=HandFacts(no=1, winner="E", points=8))
    # A device that got no answer may read the sheet again before it repeats the request.
    assert send() == send() == send(seen=1) == {"version": 1, "state": "open"}
    with pytest.raises(KeyReused):
        send(hand=HandFacts(no=1, winner="E", points=9))
    assert Hand.objects.count() == 1
