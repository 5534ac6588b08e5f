"""Points of fouls on the sheets: with which hand, player and signatures."""

from typing import Any

import pytest

from common.actions.errors import Refused
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import cancel_foul, record_foul
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import reopen_sheet
from scoring.sheets.services.facts.penalties import remove_penalty
from scoring.sheets.services.facts.session_penalties import remove_session_penalty
from tests.support.foul_judging import ANNA, FALSE_WIN, judge, moved, scores, write
from tests.support.sheets import at, made_sheet

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("result", [{"winner": "E", "points": 8}, {}, {"aborted": True}, None])
def test_a_penalty_remains_when_the_hand_changes(sheet: Sheet, result: dict[str, Any] | None) -> None:
    write(sheet, 2, winner="E", discarder="S", points=8)
    before = scores(sheet)
    judge(sheet, "violation", "N", effects=["points"], points=20)
    if result is not None:
        write(sheet, 1, **result)
    gained = 0 if not result or "winner" not in result else -16
    assert scores(sheet)["N"] == before["N"] - 20 + gained


def test_a_penalty_of_a_session_follows_the_player(sheet: Sheet) -> None:
    write(sheet, 1, winner="E", discarder="S", points=8)
    event, late = sheet.table.session.event, at(sheet, "N")
    before = scores(sheet)
    recorded = FoulReport(kind="late", outcome="up-to-15", session=sheet.table.session, entry=late)
    answer = record_foul(ANNA, event, foul=recorded)
    assert scores(sheet) == before | {"N": before["N"] - 20}
    with pytest.raises(Refused, match="foul 1"):
        remove_session_penalty(ANNA, sheet.table.session, order=0, reason="x")
    cancel_foul(ANNA, event.fouls.get(number=answer["foul"]), reason="看错了")
    assert scores(sheet) == before


def test_points_of_a_foul_are_removed_only_with_the_foul(sheet: Sheet) -> None:
    judge(sheet, "false-win")
    sheet.refresh_from_db()
    with pytest.raises(Refused, match="foul 1"):
        remove_penalty(ANNA, sheet, seen=sheet.version, hand_no=1, order=0, reason="x")
    assert moved(sheet) == FALSE_WIN


def test_a_foul_with_points_on_a_signed_sheet_is_refused(sheet: Sheet) -> None:
    signed = made_sheet(sheet.table.session.event, "signed")
    with pytest.raises(Refused, match="reopen it first"):
        judge(signed, "false-win")
    assert judge(signed, "talk").effects == ["warning"]  # changes no signed fact
    signed.refresh_from_db()
    assert (signed.state, signed.version) == ("signed", 1)
    reopen_sheet(ANNA, signed, reason="错和漏记")
    assert moved(judge(signed, "false-win").sheet) == FALSE_WIN


def test_signatures_end_with_points_and_not_with_a_warning(sheet: Sheet) -> None:
    checked = made_sheet(sheet.table.session.event, "checked")
    judge(checked, "talk")
    checked.refresh_from_db()
    assert checked.state == "checked"
    judge(checked, "violation")
    checked.refresh_from_db()
    assert (checked.state, checked.version) == ("open", 2)


def test_penalties_count_before_the_table_points(sheet: Sheet) -> None:
    """Rulings, "Penalties": hand and session penalties are in CP before table points."""
    write(sheet, 1, winner="E", discarder="S", points=8)  # E +32, W and N -8, S -16
    session = sheet.table.session
    recorded = FoulReport(kind="late", outcome="up-to-15", session=session, entry=at(sheet, "N"))
    record_foul(ANNA, session.event, foul=recorded)
    judge(sheet, "violation", "E", effects=["points"], points=60)
    results = CountedResult.objects.filter(sheet=sheet).values_list("seat", "competition_points", "table_points")
    assert {seat: (points, twelfths // 12) for seat, points, twelfths in results} == {
        "W": (-8, 4),
        "S": (-16, 2),
        "E": (-28, 0),  # equal with North: they share
        "N": (-28, 0),
    }
