"""False wins, and who cannot win the hand after a foul."""

import pytest

from common.actions.errors import Refused
from scoring.fouls.models import Foul
from scoring.sheets.models.sheets import Sheet
from tests.support.foul_judging import judge, moved, scores, set_reading, write

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "regime", "expected"),
    [
        ("false-win", "paid", {"W": -30, "E": 10, "S": 10, "N": 10}),
        ("false-win-not-ready", "paid", {"W": -60, "E": 20, "S": 20, "N": 20}),
        ("win-not-taken", "paid", {"W": -30, "E": 10, "S": 10, "N": 10}),
        ("false-win", "burnt", {"W": -40}),
        ("false-win-not-ready", "burnt", {"W": -80}),
        ("win-not-taken", "burnt", {"W": -40}),
    ],
)
def test_false_wins_under_both_regimes(sheet: Sheet, kind: str, regime: str, expected: dict[str, int]) -> None:
    set_reading(sheet.table.session.event, false_win=regime)
    judge(sheet, kind)
    assert moved(sheet) == expected


def test_several_false_wins_and_a_win_in_one_hand(sheet: Sheet) -> None:
    judge(sheet, "false-win", "W")
    judge(sheet, "false-win-not-ready", "N")
    for dead in "WN":
        with pytest.raises(Refused) as refused:
            write(sheet, 1, winner=dead, discarder="E", points=24)
        assert refused.value.where == "winner"
    write(sheet, 1, winner="E", discarder="W", points=24)
    # E +10 +20 +48, S +10 +20 -8, W -30 +20 -32, N +10 -60 -8
    assert scores(sheet) == {"E": 78, "S": 22, "W": -42, "N": -58}


def test_a_dead_hand_is_refused_for_the_winner_of_the_hand(sheet: Sheet) -> None:
    write(sheet, 1, winner="W", discarder="E", points=24)
    with pytest.raises(Refused, match="Correct the hand first"):
        judge(sheet, "wrong-count")
    assert not Foul.objects.exists()


def test_a_discarded_flower_is_judged_by_the_setting(sheet: Sheet) -> None:
    assert judge(sheet, "flower-discarded").effects == []
    set_reading(sheet.table.session.event, flower_discard="refused")
    assert judge(sheet, "flower-discarded").effects == ["dead-hand"]
