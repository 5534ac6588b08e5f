"""Hands on a sheet: provisional results, refusals and questions."""

from typing import Any

import pytest

from common.actions.errors import Refused, Unusual
from common.actions.models.audit import AuditEntry
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from scoring.sheets.services.facts.penalties import TablePenalty, give_penalty
from tests.scoring.sheets.services.sheets.writing import ANNA, WON, do, results, write
from tests.support.events import small_event
from tests.support.sheets import empty_sheet
from tournament.events.models.settings import PlaySettings

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_hand_counts_at_once_as_provisional(sheet: Sheet) -> None:
    assert write(sheet, 1) == {"version": 1, "state": "open"}
    assert results(sheet) == {"E": (48, 4), "S": (-32, 0), "W": (-8, 1), "N": (-8, 1)}
    assert set(CountedResult.objects.values_list("provisional", flat=True)) == {True}


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"no": 17, "winner": "E", "points": 8}, "no"),
        ({"no": 0, "winner": "E", "points": 8}, "no"),
        ({"no": 1, "winner": "E", "discarder": "E", "points": 8}, "discarder"),
        ({"no": 1, "winner": "E", "points": 7}, "points"),
        ({"no": 1, "winner": "E"}, "points"),
        ({"no": 1, "winner": "E", "points": 1000}, "points"),
        ({"no": 1, "points": 8}, "points"),
        ({"no": 1, "discarder": "S"}, "discarder"),
        ({"no": 1, "winner": "X", "points": 8}, "winner"),
        ({"no": 1, "winner": "E", "points": 8, "aborted": True}, "aborted"),
    ],
)
def test_impossible_hand_is_refused_with_its_field(sheet: Sheet, facts: dict[str, Any], where: str) -> None:
    with pytest.raises(Refused) as refused:
        record_hand(ANNA, sheet, seen=0, hand=HandFacts(**facts))
    assert refused.value.where == where
    assert not Hand.objects.exists()
    assert not AuditEntry.objects.exists()


def test_an_empty_seat_neither_wins_nor_deals() -> None:
    three = empty_sheet(small_event(), seats="ESW")
    with pytest.raises(Refused, match="This seat has no player"):
        write(three, 1, winner="N", points=8)
    with pytest.raises(Refused, match="the empty seat is the dealer"):
        write(three, 4)
    write(three, 1, winner="E", points=8)
    assert results(three) == {"E": (48, 4), "S": (-16, 1), "W": (-16, 1)}


def test_a_dead_hand_does_not_win(sheet: Sheet) -> None:
    do(
        give_penalty,
        sheet,
        penalty=TablePenalty(seat="E", points=10, hand_no=2, payee="each", dead=True),
        reason="false win",
    )
    with pytest.raises(Refused, match="dead"):
        write(sheet, 2, acknowledged=["gap"], **WON)
    write(sheet, 1)
    write(sheet, 2, winner="S", points=8)
    with pytest.raises(Refused, match="dead"):
        do(give_penalty, sheet, penalty=TablePenalty(seat="S", points=10, hand_no=2, dead=True), reason="false win")


@pytest.mark.parametrize(("no", "points", "code"), [(1, 89, "over-88"), (16, 8, "gap")])
def test_unlikely_hand_must_be_confirmed(sheet: Sheet, no: int, points: int, code: str) -> None:
    with pytest.raises(Unusual) as unusual:
        write(sheet, no, winner="E", points=points)
    assert list(unusual.value.questions) == [code]
    assert write(sheet, no, winner="E", points=points, acknowledged=[code])["version"] == 1


def test_replayed_hands_are_not_entered_as_aborted(sheet: Sheet) -> None:
    write(sheet, 1, aborted=True)
    PlaySettings.objects.update(aborted_hand="replayed")
    with pytest.raises(Refused, match="replayed"):
        write(sheet, 2, aborted=True)
