"""The course of a table under the International Mahjong Rules."""

import pytest

from scoring.game.rules.course import TableSeating
from scoring.game.rules.hands import Hand
from scoring.game.rules.imj.course import changed_deals, course_of
from scoring.game.rules.imj.game import IMJ, SPARE_LINES
from scoring.game.rules.seats import SEATS
from tests.scoring.game.rules.imj.tables import played

A, B, C, D = SEATS
#: The course of the issue: order A B C D, starter B.
HANDS = [
    Hand(1, B, None, 6),
    Hand(2, None, aborted=True),
    Hand(3, D, A, 8),
    Hand(4, A, D, 6, robbed=True),
    Hand(5, None, false_wins=(B,)),
    Hand(6, C, None, 16, bound=B),
]
SEATING = TableSeating(rounds={1: (B, C, D, A)})


def test_the_course_of_the_issue() -> None:
    course = IMJ.course(HANDS, SEATING)
    assert [deal.dealer for deal in course.deals.values()] == [B, B, B, C, D, A, B]
    assert [deal.round for deal in course.deals.values()] == [1, 1, 1, 1, 1, 1, 2]
    assert course.next == course.deals[7]
    assert not course.over
    totals = IMJ.running_totals(HANDS)[-1][2]
    assert totals == {A: 21_000, B: 16_256, C: 21_760, D: 20_984}
    assert sum(totals.values()) == IMJ.expected_sum(HANDS) == 80_000


def test_seat_numbers_count_from_the_dealer() -> None:
    deal = IMJ.course(HANDS, SEATING).deals[4]
    assert deal.winds == {C: "E", D: "S", A: "W", B: "N"}
    assert deal.order == (B, C, D, A)


def test_the_second_period_waits_for_its_seats() -> None:
    hands = [Hand(no, SEATS[no % 4], SEATS[(no + 1) % 4], 2) for no in range(1, 17)]
    course = course_of(hands, TableSeating(rounds={1: SEATS}))
    assert course.next is not None
    assert (course.next.period, course.next.round, course.unseated) == (2, 1, 2)
    assert IMJ.faults(Hand(17, A, B, 2), course) == ["period-not-seated"]
    seated = course_of(hands, TableSeating(rounds={1: SEATS, 2: (C, A, B, D)}))
    assert seated.next is not None
    assert (seated.next.dealer, seated.unseated) == (C, 0)
    assert IMJ.faults(Hand(17, A, B, 2), seated) == []


def test_a_table_is_over_after_eight_rounds() -> None:
    table = played(3)
    course = IMJ.course(table.hands, TableSeating(rounds=table.orders))
    assert course.over
    assert course.next is None
    assert IMJ.faults(Hand(len(table.hands) + 1, A, B, 2), course) == ["after-the-end"]


def test_deals_have_no_gaps() -> None:
    course = IMJ.course(HANDS, SEATING)
    assert IMJ.faults(Hand(9, A, B, 2), course) == ["deal-too-early"]
    assert course.missing == (7,)
    assert course.gaps == ()


def test_a_correction_names_the_deals_whose_dealer_or_round_it_changes() -> None:
    corrected = [HANDS[0], Hand(2, C, D, 4), *HANDS[2:]]
    assert changed_deals(IMJ.course(HANDS, SEATING), IMJ.course(corrected, SEATING)) == (3, 4, 5, 6)
    assert changed_deals(IMJ.course(HANDS, SEATING), IMJ.course([Hand(1, B, A, 2), *HANDS[1:]], SEATING)) == ()


@pytest.mark.parametrize("seed", range(60))
def test_random_tables_replay_to_the_same_dealer_round_and_sum(seed: int) -> None:
    table = played(seed, deals=None if seed % 2 else seed)
    course = IMJ.course(table.hands, TableSeating(rounds=table.orders))
    deals = [course.deals[hand.no] for hand in table.hands]
    assert [(deal.period, deal.round, deal.dealer) for deal in deals] == table.places
    scores = IMJ.session_scores(table.hands)
    assert {seat: 20_000 + score for seat, score in scores.items()} == table.totals
    assert sum(scores.values()) == 0


@pytest.mark.parametrize(
    ("period", "order", "fault"),
    [(1, "ESWN", ""), (2, "NSEW", ""), (3, "ESWN", "no-period"), (1, "ESWW", "not-four"), (1, "ESW", "not-four")],
)
def test_an_order_has_each_seat_once(period: int, order: str, fault: str) -> None:
    assert IMJ.seat_order_fault(period, order) == fault


def test_a_sheet_has_the_lines_of_its_deals_spare_ones_and_those_that_were_added() -> None:
    course = IMJ.course(HANDS, SEATING)
    assert IMJ.lines(course) == tuple(range(1, len(course.due) + SPARE_LINES + 1))
    assert IMJ.lines(course, 40) == tuple(range(1, 41))
    assert IMJ.lines(course, 1_000)[-1] == IMJ.terms.last_hand


def test_a_dead_hand_cannot_win() -> None:
    course = IMJ.course(HANDS, SEATING)
    assert IMJ.faults(Hand(7, A, B, 2), course, {A}) == ["dead-hand-wins"]
    assert IMJ.faults(Hand(7, A, B, 2), course, {B}) == []
