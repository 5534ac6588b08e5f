"""A table calls a referee once and a referee takes the call; a ruling on a disputed hand names the referee."""

import pytest

from common.actions.errors import Forbidden, Refused, WrongState
from common.actions.models.audit import AuditEntry
from common.actions.permissions import Actor, system_actor
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.codes.table_codes import phone_actor
from scoring.sheets.selectors.referee_calls import answered, disputes, rulings_of, waiting
from scoring.sheets.services.checking.signing import check_sheet, sign_on_paper
from scoring.sheets.services.facts.disputes import decide_hand, dispute_hand
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from scoring.sheets.services.referee_calls import answer_call, call_referee, take_call, uncall_referee
from scoring.sheets.services.rulings import enter_ruling
from tests.support.events import small_event
from tests.support.sheets import made_sheet, new_card, new_phone

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ZHAO = system_actor("赵敏")
WU = system_actor("吴")


@pytest.fixture
def sheet() -> Sheet:
    return made_sheet(small_event())


def phone_at(sheet: Sheet, *, writes: bool) -> Actor:
    card, _access = new_card(sheet.table.session.event)
    new_phone(card)
    return phone_actor(new_phone(card, writes=writes), "Table 1, phone 2", "", sheet)


def calls(sheet: Sheet) -> int:
    ledger = sheet.ledger
    ledger.refresh_from_db()
    return ledger.calls


def test_repeated_call_does_not_queue_twice(sheet: Sheet) -> None:
    phone = phone_at(sheet, writes=False)  # without the pen
    call_referee(phone, sheet, for_what="foul", key="a")
    call_referee(phone, sheet, for_what="foul", key="a")
    call_referee(phone, sheet, for_what="question", key="b")
    [row] = waiting(sheet.table.session.event)
    assert (row.about, row.state, calls(sheet)) == ("foul", "waiting", 1)


def test_table_withdraws_and_repeats_call(sheet: Sheet) -> None:
    call_referee(ZHAO, sheet)
    uncall_referee(ZHAO, sheet)
    uncall_referee(ZHAO, sheet)
    assert not waiting(sheet.table.session.event)
    assert not answered(sheet.table.session.event)  # a cancelled call was not answered
    call_referee(ZHAO, sheet)
    assert waiting(sheet.table.session.event).count() == 1


def test_referee_takes_and_answers_call(sheet: Sheet) -> None:
    call_referee(phone_at(sheet, writes=True), sheet, for_what="person")
    row = RefereeCall.objects.get()
    take_call(ZHAO, row)
    RefereeCall.objects.update(taken_ref="account:0")  # by another referee
    take_call(WU, row)
    row.refresh_from_db()
    assert (row.state, row.taken_by) == ("taken", "吴")
    with pytest.raises(Refused, match="few words"):
        answer_call(ZHAO, row, outcome=" ")
    answer_call(ZHAO, row, outcome="急救员来了")
    [call] = answered(sheet.table.session.event)
    assert (call.outcome, call.state) == ("急救员来了", "ended")
    with pytest.raises(WrongState):
        take_call(ZHAO, call)


def test_outsider_cannot_call_referee(sheet: Sheet) -> None:
    other = made_sheet(sheet.table.session.event)
    with pytest.raises(Forbidden):
        call_referee(phone_at(sheet, writes=True), other)


def test_calls_without_referee_come_first() -> None:
    event = small_event()
    rows = []
    for _ in range(2):
        first_sheet = made_sheet(event)
        call_referee(ZHAO, first_sheet)
        rows.append(RefereeCall.objects.get(table=first_sheet.table))
    take_call(ZHAO, rows[0])
    assert list(waiting(event)) == [rows[1], rows[0]]


def test_disputed_hand_blocks_signing_but_not_entry(sheet: Sheet) -> None:
    """Rulings, "Scores": a disputed hand is marked and play goes on; signing waits (3.9.1.4)."""
    Hand.objects.filter(sheet=sheet, no=16).delete()
    dispute_hand(ZHAO, sheet, seen=1, no=3)
    assert [hand.no for hand in disputes(sheet.table.session.event)] == [3]
    assert waiting(sheet.table.session.event).get().about == "dispute"  # the dispute also calls the referee
    record_hand(ZHAO, sheet, seen=2, hand=HandFacts(no=16, winner="W", points=8))
    for service, facts in ((check_sheet, {"seats": "ESWN"}), (sign_on_paper, {"referee": "赵敏"})):
        with pytest.raises(Refused, match="disputed"):
            service(ZHAO, sheet, seen=3, **facts)
    decide_hand(ZHAO, sheet, seen=3, no=3, decision="和牌有效", article="3.9.1.4", reason="四家确认")
    [ruling] = rulings_of(sheet)
    assert (ruling.hand_no, ruling.version, ruling.by, ruling.reason) == (3, 4, "赵敏", "四家确认")
    assert answered(sheet.table.session.event)[0].outcome == "和牌有效"  # the ruling answers the call
    sign_on_paper(ZHAO, sheet, seen=4, referee="赵敏")
    sheet.refresh_from_db()
    assert sheet.state == "signed"


def test_ruling_may_change_hand(sheet: Sheet) -> None:
    dispute_hand(ZHAO, sheet, seen=1, no=3)
    with pytest.raises(Refused) as refused:
        decide_hand(ZHAO, sheet, seen=2, no=3, value={"no": 3, "winner": "E", "points": 7})
    assert refused.value.where == "points"
    assert not Ruling.objects.exists()
    value = {"no": 3, "winner": "W", "discarder": "N", "points": 24}
    decide_hand(ZHAO, sheet, seen=2, no=3, decision="西家和", value=value)
    hand = Hand.objects.current().get(sheet=sheet, no=3)
    assert (hand.winner, hand.discarder, hand.points, hand.disputed) == ("W", "N", 24, False)
    entry = AuditEntry.objects.filter(action="sheet.decide_hand").get()
    assert entry.before["hand"]["3"]["winner"] == "E"
    assert entry.after["hand"]["3"] == value


def test_undisputed_hand_takes_no_ruling(sheet: Sheet) -> None:
    decide_hand(ZHAO, sheet, seen=1, no=3, decision="x")
    assert not Ruling.objects.exists()


def test_other_rulings_do_not_change_sheet_and_are_numbered(sheet: Sheet) -> None:
    with pytest.raises(Refused, match="what was decided"):
        enter_ruling(ZHAO, sheet, decision=" ")
    other = made_sheet(sheet.table.session.event, "signed")
    assert enter_ruling(ZHAO, sheet, decision="口头提醒")["ruling"] == 1
    assert enter_ruling(ZHAO, other, decision="换牌", article="3.6.4")["ruling"] == 2
    sheet.refresh_from_db()
    assert sheet.version == 1
