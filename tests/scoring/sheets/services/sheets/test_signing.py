"""Signatures, checks and confirmation of sheets."""

import pytest

from common.actions.errors import Refused, Unusual, WrongState
from common.actions.models.audit import AuditEntry
from scoring.sheets.models.facts import Hand, Signature
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_session, confirm_sheet
from scoring.sheets.services.checking.signing import check_sheet, sign_as_referee, sign_on_paper, sign_sheet
from scoring.sheets.services.codes.cards import issue_player_codes
from scoring.sheets.services.facts.disputes import decide_hand, dispute_hand
from scoring.sheets.services.facts.whole import type_sheet
from tests.scoring.sheets.services.sheets.writing import ANNA, do, full, write
from tests.support.events import small_event
from tests.support.sheets import at, give_code, made_sheet, sheet_at

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_four_players_sign_with_codes_then_referee_and_chief_referee() -> None:
    sheet = full()
    for seat in "ESWN":
        give_code(at(sheet, seat), f"000{'ESWN'.index(seat)}")
        do(check_sheet, sheet, seats=[seat])
    sheet.refresh_from_db()
    assert sheet.state == "checked"
    for seat in "ESWN":
        assert do(sign_sheet, sheet, seat=seat, code=f"000{'ESWN'.index(seat)}")["signed"] is True
    assert do(sign_as_referee, sheet)["state"] == "signed"
    with pytest.raises(WrongState):
        write(sheet, 1, winner="W", points=8)
    assert do(confirm_sheet, sheet)["state"] == "confirmed"
    assert set(CountedResult.objects.values_list("provisional", flat=True)) == {False}
    assert Signature.objects.current().filter(step="sign").count() == 6


def test_five_wrong_codes_delay_the_player_until_a_new_code() -> None:
    sheet = made_sheet(small_event(), "checked")
    give_code(at(sheet, "S"), "4711")
    tries = [do(sign_sheet, sheet, seat="S", code=f"{guess:04}") for guess in range(5)]
    assert [answer["tries"] for answer in tries] == [4, 3, 2, 1, 0]
    with pytest.raises(Refused, match="You can try again at"):
        do(sign_sheet, sheet, seat="S", code="4711")
    assert AuditEntry.objects.filter(action="sheet.sign").count() == 5
    event = sheet.table.session.event
    issue_player_codes(ANNA, event, codes={at(sheet, "S").number: "0815"})
    assert do(sign_sheet, sheet, seat="S", code="0815")["signed"]


def test_change_ends_checks() -> None:
    sheet = made_sheet(small_event(), "checked")
    write(sheet, 5, winner="W", points=30)
    sheet.refresh_from_db()
    assert sheet.state == "open"
    assert not Signature.objects.current().exists()
    with pytest.raises(Refused, match="changed in the meantime"):
        check_sheet(ANNA, sheet, seen=1, seats=["E"])


def test_signing_an_empty_short_or_disputed_sheet_must_be_confirmed(sheet: Sheet) -> None:
    with pytest.raises(Refused, match="Nothing is entered"):
        do(check_sheet, sheet, seats="ESWN")
    write(sheet, 1)
    with pytest.raises(Unusual) as unusual:
        do(check_sheet, sheet, seats="ESWN")
    assert list(unusual.value.questions) == ["short"]
    do(dispute_hand, sheet, no=1)
    with pytest.raises(Refused, match="disputed"):
        do(check_sheet, sheet, seats="ESWN", acknowledged=["short"])
    write(sheet, 1, winner="W", points=8)
    assert Hand.objects.current().get().disputed  # a correction decides nothing
    do(decide_hand, sheet, no=1)
    do(sign_on_paper, sheet, referee="赵敏", acknowledged=["short"])
    sheet.refresh_from_db()
    assert sheet.state == "signed"


def test_signatures_on_paper_may_be_added_in_steps() -> None:
    sheet = full()
    assert do(sign_on_paper, sheet, seats=["E", "S"])["state"] == "open"
    assert do(sign_on_paper, sheet, seats=["W", "N"])["state"] == "checked"
    assert do(sign_on_paper, sheet, seats=[], referee="赵敏")["state"] == "signed"


def test_all_sheets_without_contradiction_are_confirmed_together() -> None:
    first = made_sheet(small_event(), "signed")
    session = first.table.session
    second, third = sheet_at(session, 2), sheet_at(session, 3)
    for sheet, totals in ((second, {"E": 1, "S": 2, "W": 3, "N": -6}), (third, {"E": 1, "S": 2, "W": 3, "N": 4})):
        do(type_sheet, sheet, totals=totals, acknowledged=["totals-sum"])
        do(sign_on_paper, sheet, referee="赵敏")
    assert confirm_session(ANNA, session) == {"confirmed": [1, 2], "left": [3]}
    with pytest.raises(Unusual):
        do(confirm_sheet, third)
    do(confirm_sheet, third, acknowledged=["contradiction"])
