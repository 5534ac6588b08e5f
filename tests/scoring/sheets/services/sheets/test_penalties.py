"""Penalties, leavers and forfeits on a sheet."""

import pytest

from common.actions.errors import Refused, Unusual
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.versions import versions
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.penalties import TablePenalty, give_penalty, remove_penalty
from scoring.sheets.services.facts.session_penalties import give_session_penalty, remove_session_penalty
from scoring.sheets.services.people.persons import forfeit, seat_person, unforfeit, unseat_person
from tests.scoring.sheets.services.sheets.writing import ANNA, do, results, write
from tests.support.sheets import at, player

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_penalties_are_paid_to_none_all_or_one_and_need_no_hand(sheet: Sheet) -> None:
    write(sheet, 1)
    first = do(
        give_penalty,
        sheet,
        penalty=TablePenalty(seat="W", points=10, hand_no=1, payee="each", article="3.11.6.1"),
        reason="false\nwin",
    )
    do(give_penalty, sheet, penalty=TablePenalty(seat="N", points=5, hand_no=2), reason="late pung")
    do(give_penalty, sheet, penalty=TablePenalty(seat="S", points=20, payee="E"), reason="tiles knocked over")
    assert {seat: result[0] for seat, result in results(sheet).items()} == {
        "E": 48 + 10 + 20,
        "S": -32 + 10 - 20,
        "W": -8 - 30,
        "N": -8 + 10 - 5,
    }
    assert set(Adjustment.objects.filter(hand_no=1).values_list("reason", flat=True)) == {"false win"}
    do(remove_penalty, sheet, reason="overruled", hand_no=1, order=first["penalty"])
    assert results(sheet)["W"] == (-8, 2)
    with pytest.raises(Refused) as refused:
        do(give_penalty, sheet, penalty=TablePenalty(seat="W", points=10))
    assert refused.value.where == "reason"
    with pytest.raises(Unusual):
        do(give_penalty, sheet, penalty=TablePenalty(seat="W", points=7), reason="odd")


@pytest.mark.parametrize(
    ("points", "setting", "asked"),
    [(15, "paid", True), (60, "paid", False), (65, "paid", True), (80, "paid", True), (80, "burnt", False)],
)
def test_points_that_the_rules_do_not_have_are_asked_about(
    sheet: Sheet, points: int, setting: str, asked: bool
) -> None:
    """3.11.2.2 has seven penalties, not every multiple of five."""
    settings = sheet.table.session.event.penalties_settings
    settings.false_win = setting
    settings.save()
    penalty = TablePenalty(seat="W", points=points, hand_no=1)
    if asked:
        with pytest.raises(Unusual, match="no penalty of this number of points"):
            do(give_penalty, sheet, penalty=penalty, reason="odd")
    assert do(give_penalty, sheet, penalty=penalty, reason="odd", acknowledged=["off-tariff"] if asked else [])


def test_a_penalty_of_the_session_follows_the_player(sheet: Sheet) -> None:
    write(sheet, 1)
    session, late = sheet.table.session, at(sheet, "W")
    answer = give_session_penalty(ANNA, session, entry=late, points=10, article="3.11.2.1", reason="late")
    assert results(sheet)["W"] == (-18, 1)
    with pytest.raises(Refused, match="has no seat in this session"):
        give_session_penalty(ANNA, session, entry=player(session.event), points=10, reason="late")
    remove_session_penalty(ANNA, session, order=answer["penalty"], reason="the clock was wrong")
    assert results(sheet)["W"] == (-8, 1)
    do(sign_on_paper, sheet, referee="赵敏", acknowledged=["short"])
    with pytest.raises(Refused, match="reopen it first"):
        give_session_penalty(ANNA, session, entry=late, points=10, reason="late")


def test_by_default_a_leaver_replaced_at_hand_nine_scores_nothing(sheet: Sheet) -> None:
    write(sheet, 1)
    filler = player(sheet.table.session.event, kind="filler", name="陪打")
    do(seat_person, sheet, reason="ill", seat="E", from_hand=9, entry=filler)
    assert results(sheet)["E"] == (0, 0)
    details = versions(sheet)[0].made.details
    assert (details["before"]["plays"], details["after"]["plays"]) == (None, filler.number)
    stranger = player(sheet.table.session.event)
    with pytest.raises(Refused, match="neither"):
        do(seat_person, sheet, reason="ill", seat="E", from_hand=10, entry=stranger)
    do(unseat_person, sheet, reason="came back at once", seat="E", from_hand=9)
    assert results(sheet)["E"] == (48, 4)


def test_a_forfeited_seat_does_not_play_until_the_forfeit_is_undone(sheet: Sheet) -> None:
    write(sheet, 1)
    with pytest.raises(Refused, match="already used in a hand"):
        do(forfeit, sheet, reason="16 minutes late", seat="S")
    do(forfeit, sheet, reason="16 minutes late", seat="N")
    assert results(sheet)["N"] == (0, 0)
    with pytest.raises(Refused, match="This seat has no player"):
        write(sheet, 2, winner="N", points=8)
    do(unforfeit, sheet, reason="the clock was wrong", seat="N")
    write(sheet, 2, winner="N", points=8)
