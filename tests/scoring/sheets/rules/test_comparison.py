import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.game.rules.contradictions import Cause
from scoring.game.rules.hands import Hand
from scoring.game.rules.mcr.game import MCR
from scoring.game.rules.seats import SEATS
from scoring.game.rules.table_points import agrees, rounded, table_points
from scoring.sheets.rules.comparison import TableRecord, compare, marks, result_of
from tests.scoring.rules.strategies import hand_lists
from tests.support.paths import DATA

FALSE_WIN = {"E": 10, "S": 10, "W": -30, "N": 10}
# Sixteen hands: E +40, S +124, W -164, N 0.
SHEET = (
    Hand(1, "E", "S", 10),
    Hand(2, "S", "W", 24),
    Hand(3, "W", points=9),
    Hand(4, None),
    Hand(5, "N", "E", 17),
    Hand(6, "E", "N", 12),
    Hand(7, "S", points=13),
    Hand(8, "S", "N", 31),
    Hand(9, "W", "E", 8),
    Hand(10, "N", "S", 22),
    Hand(11, "E", points=11),
    Hand(12, "S", "E", 19),
    Hand(13, "E", "W", 43),
    Hand(14, "N", "W", 14),
    Hand(15, "S", "W", 38),
    Hand(16, "N", "S", 15),
)


def moved(e, s, w, n):
    return {"E": e, "S": s, "W": w, "N": n}


def differing(hands, difference, **more):
    """Return a table whose totals are its hands plus the difference."""
    scores = MCR.session_scores(hands, more.get("penalties"))
    return TableRecord(MCR, SEATS, hands, {seat: scores[seat] + difference[seat] for seat in SEATS}, **more)


def only(record):
    (discrepancy,) = compare(record)
    return discrepancy


def cause(hands, *difference, **more):
    return only(differing(hands, moved(*difference), **more)).cause


def read_as(no, played):
    """Return the totals of SHEET if the hand of that number was really `played`; the sheet records it wrongly."""
    truth = tuple(played if hand.no == no else hand for hand in SHEET)
    return only(TableRecord(MCR, SEATS, SHEET, MCR.session_scores(truth))).cause


@pytest.fixture(scope="module")
def open_2018():
    path = DATA / "event_open_2018.json"
    return {
        (session["number"], table["number"]): TableRecord(
            MCR,
            tuple(table["seats"]),
            tuple(Hand(**hand) for hand in table.get("hands", ())),
            table["totals"],
            table["table_points"],
        )
        for session in json.loads(path.read_text("utf-8"))["sessions"]
        for table in session["tables"]
    }


def test_a_real_event_has_exactly_these_discrepancies(open_2018):
    discrepancies = [discrepancy for record in open_2018.values() for discrepancy in compare(record)]
    assert len(open_2018) == 84
    assert Counter(kind for discrepancy in discrepancies for kind in discrepancy.kinds) == {
        "hands-totals": 37,
        "totals-sum": 3,
    }
    assert len(discrepancies) == 37


def test_a_real_event_has_exactly_these_marks(open_2018):
    quiet = [record for record in open_2018.values() if not compare(record)]
    assert Counter(mark for record in quiet for mark in marks(record)) == {"totals-only": 4, "shorter": 19}
    gaps = {key for key, record in open_2018.items() if "gaps" in marks(record)}
    assert gaps == {(7, 1), (7, 2), (7, 4), (7, 9), (7, 11)}


@pytest.mark.parametrize(("table", "seat", "points"), [((4, 9), "S", -30), ((6, 12), "E", -30), ((6, 6), "W", -60)])
def test_false_wins_only_in_real_totals_are_recognised(open_2018, table, seat, points):
    assert only(open_2018[table]).cause == Cause("false-win-in-totals", seat, points=points)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ((2, 9), Cause("recorded-as-self-drawn", "S", "N", 12, 11, (12,))),
        ((3, 10), Cause("points-of-hand", "S", None, 13, 1, (13,))),
        ((3, 12), Cause("discarder-exchanged", "N", "S", 3, 23, (3,))),
        ((4, 5), Cause("wrong-winner", "W", "S", 10, 17, (10,))),
        ((6, 10), Cause("penalty-in-totals", "W", points=-10)),
        ((1, 6), Cause("sum-not-burnt", points=-6)),
        ((2, 2), Cause("unknown")),
    ],
)
def test_other_causes_in_a_real_event_are_recognised(open_2018, table, expected):
    assert only(open_2018[table]).cause == expected


def test_the_hands_would_change_the_order_of_these_real_tables(open_2018):
    changing = {key for key, record in open_2018.items() for result in compare(record) if result.order_changes}
    assert changing == {(1, 9), (2, 9), (4, 5), (7, 1), (7, 2), (7, 4), (7, 7), (7, 11)}


def test_a_consistent_table_has_no_discrepancy_and_no_mark():
    record = differing(SHEET, moved(0, 0, 0, 0), table_points=moved("2", "4", "0", "1"))
    assert compare(record) == []
    assert marks(record) == set()
    assert result_of(record) == moved(40, 124, -164, 0)


def test_the_difference_is_totals_minus_hands_and_kinds_are_unique():
    discrepancy = only(differing(SHEET, moved(0, 3, 0, -170), table_points=moved("2", "4", "0", "1")))
    assert discrepancy.kinds == ("hands-totals", "totals-sum", "table-points")
    assert discrepancy.difference == moved(0, 3, 0, -170)
    assert discrepancy.order_changes


def test_the_order_stays_when_the_places_stay():
    assert not only(differing(SHEET, moved(1, -1, 0, 0))).order_changes
    assert only(differing(SHEET, moved(-20, 0, 0, 21))).order_changes


def test_a_tie_made_by_the_totals_changes_the_order():
    assert only(differing(SHEET, moved(-20, 0, 0, 20))).order_changes


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        ((10, 10, -30, 10), Cause("false-win-in-totals", "W", points=-30)),
        ((20, 20, 20, -60), Cause("false-win-in-totals", "N", points=-60)),
        ((-40, 0, 0, 0), Cause("false-win-in-totals", "E", points=-40)),
        ((0, -80, 0, 0), Cause("false-win-in-totals", "S", points=-80)),
        ((-20, -20, 20, 20), Cause("two-false-wins-in-totals", "E", "S", points=-60)),
        ((-10, -50, 30, 30), Cause("two-false-wins-in-totals", "E", "S", points=-90)),
        ((-40, 0, 0, -40), Cause("two-false-wins-in-totals", "E", "N", points=-80)),
        ((0, 0, 0, -120), Cause("two-false-wins-in-totals", "N", None, points=-120)),
        ((30, 30, -90, 30), Cause("penalty-in-totals", "W", points=-90)),
        ((0, 0, -20, 0), Cause("penalty-in-totals", "W", points=-20)),
        ((0, 100, 0, 0), Cause("running-total-slip", "S", points=100)),
        ((0, -9, 0, 0), Cause("running-total-slip", "S", points=-9)),
        ((0, 1, -8, 1), Cause("sum-not-burnt", points=-6)),
        ((7, 1, -3, -5), Cause("unknown")),
    ],
)
def test_causes_in_the_totals_are_recognised(difference, expected):
    assert cause(SHEET, *difference) == expected


@pytest.mark.parametrize("points", [5, 10, 20, 30, 50, 60])
def test_a_tariff_difference_in_one_column_is_a_penalty_only_in_the_totals(points):
    assert cause(SHEET, 0, -points, 0, 0) == Cause("penalty-in-totals", "S", points=-points)


@pytest.mark.parametrize("points", [5, 10, 20, 30, 40, 50, 60, 80])
def test_totals_without_hands_that_lack_a_tariff_hide_a_burnt_penalty(points):
    assert only(TableRecord(MCR, SEATS, (), moved(50, 10, -20, -40 - points))).cause == Cause(
        "penalty-in-totals", points=-points
    )


@pytest.mark.parametrize(
    ("no", "played", "expected"),
    [
        (2, Hand(2, "S", "N", 24), Cause("discarder-exchanged", "W", "N", 2, 24, (2,))),
        (5, Hand(5, "E", "N", 17), Cause("winner-and-discarder-exchanged", "N", "E", 5, 17, (5,))),
        (10, Hand(10, "W", "S", 22), Cause("wrong-winner", "N", "W", 10, 22, (10,))),
        (11, Hand(11, "W", points=11), Cause("wrong-winner", "E", "W", 11, 11, (11,))),
        (12, Hand(12, "S", points=19), Cause("recorded-as-discard", "S", "E", 12, 19, (12,))),
        (7, Hand(7, "S", "W", 13), Cause("recorded-as-self-drawn", "S", "W", 7, 13, (7,))),
        (13, Hand(13, "E", "W", 34), Cause("points-of-hand", "W", "E", None, 9, (9, 13))),
        (11, Hand(11, "E", points=10), Cause("points-of-hand", "E", None, 11, -1, (11,))),
        (2, Hand(2, "S", "W", 25), Cause("points-of-hand", "S", "W", None, 1, (2, 15))),
        (4, Hand(4, "W", "N", 26), Cause("win-recorded-as-drawn", "W", "N", 4, 26, (4,))),
        (4, Hand(4, "W", points=30), Cause("win-recorded-as-drawn", "W", None, 4, 30, (4,))),
        (8, Hand(8, None), Cause("hand-not-in-totals", hand_no=8, candidates=(8,))),
    ],
)
def test_causes_in_one_hand_are_recognised(no, played, expected):
    assert read_as(no, played) == expected


def test_a_hand_summed_twice_is_recognised():
    once = MCR.session_scores(SHEET)
    again = MCR.session_scores([SHEET[7]])
    totals = {seat: once[seat] + again[seat] for seat in SEATS}
    assert only(TableRecord(MCR, SEATS, SHEET, totals)).cause == Cause(
        "hand-twice-in-totals", hand_no=8, candidates=(8,)
    )


def test_a_hand_recorded_twice_is_recognised():
    hands = (*SHEET[:3], replace(SHEET[2], no=4), *SHEET[4:])
    assert only(TableRecord(MCR, SEATS, hands, MCR.session_scores(SHEET))).cause == Cause(
        "hand-twice-recorded", hand_no=4, candidates=(4,)
    )


@pytest.mark.parametrize(("left_out", "code"), [(6, "hand-not-recorded"), (15, "hand-not-recorded")])
def test_a_hand_missing_in_the_record_is_recognised(left_out, code):
    hands = tuple(hand for hand in SHEET if hand.no != left_out)
    missed = SHEET[left_out - 1]
    assert only(TableRecord(MCR, SEATS, hands, MCR.session_scores(SHEET))).cause == Cause(
        code, missed.winner, missed.discarder, left_out, missed.points, (left_out,)
    )


def test_one_missing_hand_of_several_is_recognised():
    hands = tuple(hand for hand in SHEET if hand.no not in (4, 6, 16))
    totals = MCR.session_scores([*hands, SHEET[5]])
    assert only(TableRecord(MCR, SEATS, hands, totals)).cause == Cause(
        "hand-not-recorded", "E", "N", None, 12, (4, 6, 16)
    )


def test_exchanged_columns_are_recognised():
    assert cause(SHEET, 84, -84, 0, 0) == Cause("columns-exchanged", "E", "S")
    assert cause(SHEET, 84, -288, 204, 0) == Cause("columns-exchanged")


def test_a_recorded_false_win_missing_in_the_totals_is_recognised():
    hands = (*SHEET[:3], Hand(4, None, adjustments=FALSE_WIN), *SHEET[4:])
    assert cause(hands, -10, -10, 30, -10) == Cause("penalty-not-in-totals", "W", hand_no=4, points=-30)


def test_a_session_penalty_missing_in_the_totals_is_recognised():
    record = differing(SHEET, moved(0, 0, 10, 0), penalties={"W": -10})
    assert only(record).kinds == ("hands-totals", "totals-sum")
    assert only(record).cause == Cause("penalty-not-in-totals", "W", points=-10)


def test_few_or_missing_hands_without_explanation_are_incomplete():
    totals = MCR.session_scores(SHEET)
    assert only(TableRecord(MCR, SEATS, SHEET[:11], totals)).cause == Cause(
        "hands-incomplete", candidates=(12, 13, 14, 15, 16)
    )
    assert only(TableRecord(MCR, SEATS, SHEET[:12], totals)).cause == Cause("unknown")
    gappy = tuple(hand for hand in SHEET if hand.no not in (6, 10))
    assert only(TableRecord(MCR, SEATS, gappy, totals)).cause == Cause("hands-incomplete", candidates=(6, 10))
    assert only(TableRecord(MCR, SEATS, SHEET[:14], totals)).cause == Cause("unknown")


def test_burnt_points_are_no_error_of_the_sum():
    burning = (*SHEET[:3], Hand(4, None, adjustments={"N": -40}), *SHEET[4:])
    assert compare(differing(burning, moved(0, 0, 0, 0))) == []
    assert compare(differing(SHEET, moved(0, 0, 0, 0), penalties={"E": -20})) == []


@pytest.mark.parametrize(
    ("totals", "penalties", "expected"),
    [
        (moved(50, 10, -20, -40), {}, []),
        (moved(50, 10, -20, -60), {"N": -20}, []),
        (moved(50, 10, -20, -60), {}, [Cause("penalty-in-totals", points=-20)]),
        (moved(50, 10, -20, -39), {}, [Cause("sum-not-burnt", points=1)]),
    ],
)
def test_totals_without_hands_must_sum_up(totals, penalties, expected):
    record = TableRecord(MCR, SEATS, (), totals, penalties=penalties)
    assert [result.cause for result in compare(record)] == expected
    assert [(result.kinds, result.difference) for result in compare(record)] == [(("totals-sum",), {})] * len(expected)
    assert marks(record) == {"totals-only"}


@pytest.mark.parametrize(
    ("scores", "stated", "expected"),
    [
        ((50, 50, -40, -60), "4 2 1 0", Cause("tie-not-shared", "E", "S")),
        ((50, 50, -40, -60), "4 4 1 0", Cause("tie-not-shared", "E", "S")),
        ((30, -10, -10, -10), "4 2 1 0", Cause("tie-not-shared", "S", "N")),
        ((40, -10, -10, -20), "4 2 2 0", Cause("tie-not-shared", "S", "W")),
        ((10, 10, 10, -30), "4 2 1 0", Cause("tie-not-shared", "E")),
        ((50, 10, -20, -40), "4 2 1 1", Cause("table-points-slip", "N")),
        ((50, 10, -20, -40), "2 4 1 0", Cause("table-points-exchanged", "E", "S")),
        ((50, 10, -20, -40), "0 1 2 4", Cause("table-points-order")),
        ((50, 10, -20, -40), "4 3 3 0", Cause("unknown")),
        ((50, 50, -40, -60), "0 3 1 3", Cause("table-points-exchanged", "E", "N")),
    ],
)
def test_causes_of_wrong_table_points_are_recognised(scores, stated, expected):
    record = TableRecord(MCR, SEATS, (), moved(*scores), moved(*stated.split()))
    discrepancy = only(record)
    assert (discrepancy.kinds, discrepancy.cause, discrepancy.order_changes) == (("table-points",), expected, False)


def test_table_points_follow_the_event_s_setting_for_ties():
    record = TableRecord(MCR, SEATS, (), moved(50, 50, -40, -60), moved("4", "4", "1", "0"), ties="higher")
    assert compare(record) == []


def test_shared_table_points_as_paper_rounds_them():
    assert compare(TableRecord(MCR, SEATS, (), moved(10, 10, 10, -30), moved("2.33", "7/3", "2.3", "0"))) == []


def test_without_totals_the_hands_are_the_result():
    record = TableRecord(MCR, SEATS, SHEET, penalties={"E": -100}, table_points=moved("1", "4", "0", "2"))
    assert result_of(record) == moved(-60, 124, -164, 0)
    assert compare(record) == []
    assert only(replace(record, penalties={})).kinds == ("table-points",)


def test_a_record_without_hands_and_totals_has_no_discrepancy():
    record = TableRecord(MCR, SEATS, table_points=moved("4", "2", "1", "0"))
    assert (compare(record), marks(record), result_of(record)) == ([], set(), None)


def test_the_totals_count_if_the_hands_contradict_them():
    assert result_of(differing(SHEET, moved(1, -1, 0, 0))) == moved(41, 123, -164, 0)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        (range(1, 17), set()),
        (range(1, 14), {"shorter"}),
        ((1, 2, 4), {"shorter", "gaps"}),
        ((16,), {"shorter", "gaps"}),
    ],
)
def test_hands_without_contradiction_get_their_marks(numbers, expected):
    hands = tuple(SHEET[no - 1] for no in numbers)
    assert marks(TableRecord(MCR, SEATS, hands)) == expected
    assert marks(TableRecord(MCR, SEATS, hands, MCR.session_scores(hands))) == expected


def test_a_shorter_table_that_contradicts_is_a_discrepancy_and_not_a_mark():
    record = TableRecord(MCR, SEATS, SHEET[:14], MCR.session_scores(SHEET))
    assert (len(compare(record)), marks(record)) == (1, set())


THREE = ("E", "S", "N")
THREE_HANDS = tuple(hand for hand in SHEET if hand.no in (1, 5, 6, 7, 10, 12, 16)) + (
    Hand(2, None), Hand(4, "S", "N", 9), Hand(11, "E", points=11), Hand(13, None), Hand(15, "E", "S", 20),
)  # fmt: skip


def test_a_three_player_table_is_complete_with_twelve_hands():
    record = TableRecord(MCR, THREE, THREE_HANDS, MCR.session_scores(THREE_HANDS, seats=THREE))
    assert (compare(record), marks(record)) == ([], set())
    assert sum(record.totals.values()) > 0
    assert marks(replace(record, hands=THREE_HANDS[:6] + THREE_HANDS[7:], totals=None)) == {"shorter"}


def test_a_three_player_table_is_compared_with_its_own_sum():
    totals = MCR.session_scores(THREE_HANDS, seats=THREE)
    discrepancy = only(TableRecord(MCR, THREE, THREE_HANDS, totals | {"E": totals["E"] + 7}))
    assert (discrepancy.kinds, discrepancy.cause) == (
        ("hands-totals", "totals-sum"),
        Cause("running-total-slip", "E", points=7),
    )
    judged = {"E": totals["E"] - 20, "S": totals["S"] + 10, "N": totals["N"] + 10}
    assert only(TableRecord(MCR, THREE, THREE_HANDS, judged)).cause == Cause("false-win-in-totals", "E", points=-20)


def test_totals_of_three_players_are_refused_only_when_points_are_lost():
    assert compare(TableRecord(MCR, THREE, (), {"E": 100, "S": 30, "N": -40})) == []
    assert only(TableRecord(MCR, THREE, (), {"E": 100, "S": 30, "N": -140})).kinds == ("totals-sum",)
    assert compare(TableRecord(MCR, THREE, (), {"E": 100, "S": 30, "N": -140}, penalties={"N": -10})) == []


def test_a_penalty_of_an_absent_player_is_not_missing_in_the_totals():
    totals = {"E": 100, "S": 30, "N": -140}
    record = TableRecord(MCR, THREE, (), totals, penalties={"W": -20}, forfeited=frozenset("W"))
    assert only(record).cause == Cause("penalty-in-totals", points=-10)


def test_an_empty_seat_has_no_table_points():
    record = TableRecord(MCR, THREE, (), {"E": 100, "S": 30, "N": -40}, moved("4", "2", "0", "1"))
    assert compare(record) == []
    assert only(replace(record, table_points=moved("4", "2", "1", "1"))).cause == Cause("table-points-slip", "W")


def test_three_players_share_4_2_1_with_a_forfeited_empty_seat():
    record = TableRecord(
        MCR,
        THREE,
        totals={"E": 100, "S": 30, "N": -40},
        table_points=moved("4", "2", "0", "1"),
        forfeited=frozenset("W"),
    )
    assert compare(record) == []
    assert only(replace(record, table_points=moved("4", "2", "1", "0"))).cause.code == "table-points-exchanged"


def complete(hands):
    totals = MCR.session_scores(hands)
    stated = {seat: rounded(points) for seat, points in table_points(totals).items()}
    return TableRecord(MCR, SEATS, hands, totals, stated)


@given(hand_lists(), st.booleans())
def test_a_computed_record_has_no_discrepancy(hands, with_hands):
    record = complete(hands)
    if not with_hands and sum(record.totals.values()) == 0:
        record = replace(record, hands=())
    assert compare(record) == []


@given(hand_lists(16), st.integers(0, 15), st.integers(8, 200))
def test_other_points_in_one_hand_make_one_discrepancy(hands, place, points):
    hand = hands[place]
    assume(hand.winner is not None and hand.points != points)
    wrong = (*hands[:place], replace(hand, points=points), *hands[place + 1 :])
    discrepancy = only(replace(complete(hands), hands=wrong))
    assert discrepancy.kinds == ("hands-totals",)
    assert discrepancy.cause.code not in ("unknown", "sum-not-burnt", "hands-incomplete")


@given(hand_lists(16), st.integers(0, 15), st.data())
def test_another_discarder_in_one_hand_makes_one_discrepancy_with_a_cause(hands, place, data):
    hand = hands[place]
    assume(hand.winner is not None)
    other_discarders = [seat for seat in (*SEATS, None) if seat not in (hand.winner, hand.discarder)]
    played = replace(hand, discarder=data.draw(st.sampled_from(other_discarders)))
    discrepancy = only(replace(complete(hands), hands=(*hands[:place], played, *hands[place + 1 :])))
    assert discrepancy.kinds == ("hands-totals",)
    assert discrepancy.cause.code not in ("unknown", "sum-not-burnt", "hands-incomplete")


@given(hand_lists(16), st.sampled_from(SEATS), st.integers(-500, 500).filter(bool))
def test_another_total_makes_one_discrepancy(hands, seat, more):
    record = complete(hands)
    discrepancy = only(replace(record, totals=record.totals | {seat: record.totals[seat] + more}))
    assert discrepancy.kinds[:2] == ("hands-totals", "totals-sum")
    assert discrepancy.difference == moved(0, 0, 0, 0) | {seat: more}
    assert discrepancy.cause.code not in ("unknown", "sum-not-burnt")


STATED = st.sampled_from(["4", "2", "1", "0", "3", "1.5", "0.5", "2.33", "7/3", "1.75"])


@given(hand_lists(16), st.sampled_from(SEATS), STATED)
def test_another_table_point_makes_one_discrepancy(hands, seat, text):
    record = complete(hands)
    assume(not agrees(text, table_points(record.totals)[seat]))
    discrepancy = only(replace(record, table_points=record.table_points | {seat: text}))
    assert (discrepancy.kinds, discrepancy.difference) == (("table-points",), {})
    assert discrepancy.cause.code in ("tie-not-shared", "table-points-slip")
