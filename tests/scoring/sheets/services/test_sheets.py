"""Writing on a sheet: refusals, questions, merging, conflicts, states, settling and versions."""

import re
from collections.abc import Collection
from functools import partial
from typing import Any

import pytest

from common.actions.errors import Conflict, Forbidden, KeyReused, Refused, Unusual, WrongState
from common.actions.models.audit import AuditEntry
from common.actions.permissions import Actor, system_actor
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.codes import TableCode
from scoring.sheets.models.facts import Adjustment, Hand, Signature
from scoring.sheets.models.results import Comparison, CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import new_table_access
from scoring.sheets.selectors.codes.table_codes import code_of_letters, code_of_token, opened_by, phone_actor
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.versions import facts_at, versions
from scoring.sheets.services.checking.confirming import confirm_session, confirm_sheet, reopen_sheet
from scoring.sheets.services.checking.settling import settle
from scoring.sheets.services.checking.signing import (
    check_sheet,
    sign_as_referee,
    sign_corrected,
    sign_on_paper,
    sign_sheet,
)
from scoring.sheets.services.codes.cards import (
    issue_player_codes,
    issue_table_codes,
    open_table,
    revoke_table_code,
    take_pen,
)
from scoring.sheets.services.facts.disputes import decide_hand, dispute_hand
from scoring.sheets.services.facts.hands import HandFacts, record_hand, remove_hand
from scoring.sheets.services.facts.penalties import TablePenalty, give_penalty, remove_penalty
from scoring.sheets.services.facts.session_penalties import give_session_penalty, remove_session_penalty
from scoring.sheets.services.facts.whole import type_sheet
from scoring.sheets.services.people.persons import forfeit, seat_person, unforfeit, unseat_person
from tests.support.cup import cup, taken_in
from tests.support.events import small_event
from tests.support.recompute import scores_of
from tests.support.sheets import at, empty_sheet, give_code, made_sheet, new_card, new_phone, player, sheet_at
from tests.support.snapshots import everything
from tournament.events.models.events import Event
from tournament.events.models.settings import PlaySettings
from tournament.events.models.stages import Session

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ANNA, BORIS = system_actor("Anna"), system_actor("Boris")
WON = {"winner": "E", "discarder": "S", "points": 24}


@pytest.fixture
def sheet() -> Sheet:
    return empty_sheet(small_event())


def write(
    sheet: Sheet,
    no: int,
    *,
    seen: int | None = None,
    actor: Actor = ANNA,
    acknowledged: Collection[str] = (),
    **facts: Any,
) -> dict[str, Any]:
    """Record a hand with the current version of the sheet (or the version ``seen``)."""
    sheet.refresh_from_db()
    hand = HandFacts(no, **(facts or WON))
    return record_hand(actor, sheet, seen=sheet.version if seen is None else seen, hand=hand, acknowledged=acknowledged)


def do(service: Any, sheet: Sheet, actor: Actor = ANNA, **facts: Any) -> dict[str, Any]:
    sheet.refresh_from_db()
    return service(actor, sheet, seen=sheet.version, **facts)


def results(sheet: Sheet) -> dict[str, tuple[int, int]]:
    rows = CountedResult.objects.filter(sheet=sheet)
    return {row.seat: (row.competition_points, row.table_points // 12) for row in rows}


# Hands


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


# Concurrent writers


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
    assert send() == send() == {"version": 1, "state": "open"}
    with pytest.raises(KeyReused):
        send(hand=HandFacts(no=1, winner="E", points=9))
    assert Hand.objects.count() == 1


# A whole sheet from paper

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


# Penalties


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


# Persons


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


# Checking, signing, confirming, reopening


def full(event: Event | None = None) -> Sheet:
    return made_sheet(event or small_event())


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


# Settling


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


# Cards of tables


def phone_of(sheet: Sheet, **columns: Any) -> Actor:
    code, _access = new_card(sheet.table.session.event, sheet.table.number, **columns)
    return phone_actor(new_phone(code), "phone", "test", opened_by(code).sheet)


def test_table_phone_writes_but_cannot_give_penalties_or_sign_on_paper(sheet: Sheet) -> None:
    phone = phone_of(sheet)
    assert write(sheet, 1, actor=phone)["version"] == 1
    sheet.refresh_from_db()
    with pytest.raises(Forbidden):
        give_penalty(phone, sheet, seen=1, penalty=TablePenalty(seat="E", points=10), reason="?")
    with pytest.raises(Forbidden):
        sign_on_paper(phone, sheet, seen=1, acknowledged=["short"])
    with pytest.raises(Forbidden):
        confirm_sheet(phone, sheet, seen=1)


def test_a_phone_writes_at_no_other_table_and_not_with_an_old_card(sheet: Sheet) -> None:
    other = sheet_at(sheet.table.session, 2)
    phone = phone_of(sheet)
    with pytest.raises(Forbidden):
        write(other, 1, actor=phone)
    TableCode.objects.update(expires="2024-05-01T00:00:00Z")
    with pytest.raises(Forbidden):
        write(sheet, 1, actor=phone)
    assert opened_by(TableCode.objects.get()).sheet is None


def test_only_the_phone_with_the_pen_writes(sheet: Sheet) -> None:
    event = sheet.table.session.event
    code, _access = new_card(event)
    bearer = Actor(ref="card", name="card", shown=code)
    first, second = (open_table(bearer, code)["phone"] for _phone in range(2))
    phones = {phone.pk: phone for phone in code.phones.all()}
    first_phone, second_phone = (phone_actor(phones[pk], "phone", "", sheet) for pk in (first, second))
    write(sheet, 1, actor=first_phone)
    with pytest.raises(Forbidden, match="Another phone"):
        write(sheet, 2, actor=second_phone)
    take_pen(bearer, code, phone=phones[second])
    write(sheet, 2, actor=second_phone)
    with pytest.raises(Forbidden, match="Another phone"):
        write(sheet, 3, actor=first_phone)
    code.refresh_from_db()
    revoke_table_code(ANNA, code)
    with pytest.raises(Forbidden, match="Another phone"):
        write(sheet, 3, actor=second_phone)


def test_a_card_opens_the_running_session_until_it_is_signed() -> None:
    event = small_event()
    first = made_sheet(event, "open")
    second = empty_sheet(event, starts="2999-01-01T10:00:00Z")
    code, access = new_card(event)
    assert opened_by(code).sheet == first
    # It stays open until it is signed, even if the next session has begun by the timetable.
    Session.objects.filter(pk=second.table.session_id).update(starts="2024-01-01T10:00:00Z")
    assert (opened_by(code).sheets, opened_by(code).sheet) == ((first, second), second)
    Session.objects.filter(pk=second.table.session_id).update(starts="2999-01-01T10:00:00Z")
    Sheet.objects.filter(pk=first.pk).update(state="signed")
    waiting = opened_by(code)
    assert (waiting.sheet, waiting.waiting) == (None, second)
    assert code_of_token(access.token) == code == code_of_letters(f" {access.code[:3].lower()}-{access.code[3:]} ")


def test_new_cards_revoke_the_old_and_only_digests_are_kept(sheet: Sheet) -> None:
    event = sheet.table.session.event
    old = new_table_access([1, 2])
    issue_table_codes(ANNA, event, codes=old, key="first")
    issue_table_codes(ANNA, event, codes=(new := new_table_access([1])), key="second")
    states = [code_of_token(access.token).state for access in (old[1], old[2], new[1])]
    assert states == ["revoked", "valid", "valid"]
    held = str(everything())
    assert not any(re.search(rf"\b{secret}\b", held) for access in (*old.values(), *new.values()) for secret in access)


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
