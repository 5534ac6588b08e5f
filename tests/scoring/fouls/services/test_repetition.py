"""Repeated fouls: which occurrence a foul is, and what it costs."""

import pytest

from common.actions.errors import Refused
from scoring.fouls.services.recording import cancel_foul
from scoring.sheets.models.sheets import Sheet
from tests.support.foul_judging import ANNA, judge, moved, set_reading
from tests.support.sheets import at

pytestmark = pytest.mark.django_db


def test_repeated_fouls_cost_more_per_player_and_kind_in_the_hand(sheet: Sheet) -> None:
    fouls = [judge(sheet, "late-pung") for _time in range(9)]
    assert [foul.points for foul in fouls] == [0, 5, 10, 20, 30, 40, 50, 60, 60]
    assert [foul.times for foul in fouls] == list(range(1, 10))
    assert judge(sheet, "late-pung", "E").points == 0
    assert judge(sheet, "empty-call").points == 0
    assert judge(sheet, "late-pung", hand_no=2).points == 0
    assert moved(sheet) == {"W": -275}


def test_repeated_fouls_are_counted_over_the_session_by_setting(sheet: Sheet) -> None:
    set_reading(sheet.table.session.event, repetition="session")
    judge(sheet, "early-draw", hand_no=3)
    later = judge(sheet, "early-draw", hand_no=5)
    earlier = judge(sheet, "early-draw", hand_no=1)
    later.refresh_from_db()
    assert (earlier.times, earlier.points, later.times, later.points) == (1, 0, 3, 10)
    assert [moved(sheet, no) for no in (1, 3, 5)] == [{}, {"W": -5}, {"W": -10}]


def test_cancelling_recounts_later_fouls_but_keeps_the_referees_penalties(sheet: Sheet) -> None:
    first, second, third = (judge(sheet, "empty-call") for _time in range(3))
    own = judge(sheet, "empty-call", effects=["points"], points=60, reason="故意")
    cancel_foul(ANNA, first, reason="看错了")
    for foul in (second, third, own):
        foul.refresh_from_db()
    assert [(recounted.times, recounted.points) for recounted in (second, third, own)] == [(1, 0), (2, 5), (3, 60)]
    assert moved(sheet) == {"W": -65}


def test_an_inadmissible_foul_has_no_effect_and_is_not_counted(sheet: Sheet) -> None:
    late = judge(sheet, "empty-call", admissible=False)
    assert (late.state, late.effects, late.points, late.times) == ("inadmissible", [], 0, None)
    assert judge(sheet, "empty-call").times == 1
    assert judge(sheet, "false-win", admissible=False).effects == []
    assert moved(sheet) == {}


def test_recording_is_refused_when_the_occurrence_changed_since_the_form(sheet: Sheet) -> None:
    judge(sheet, "empty-call", occurrence=1)
    with pytest.raises(Refused, match=r"no\. 2"):
        judge(sheet, "empty-call", occurrence=1)


def test_a_filler_without_a_number_is_counted_by_seat(sheet: Sheet) -> None:
    sheet.table.sittings.create(seat="W", from_hand=2, name="路人甲")
    assert [judge(sheet, "late-pung", hand_no=2).points for _time in range(3)] == [0, 5, 10]
    foul = judge(sheet, "dress", hand_no=2)
    assert (foul.scope, foul.entry, foul.name) == ("hand", None, "路人甲")
    assert judge(sheet, "late-pung", hand_no=1).entry == at(sheet, "W")
