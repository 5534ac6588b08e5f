"""The likely cause of totals that differ from the deals."""

from dataclasses import replace

import pytest

from scoring.game.rules.contradictions import Cause, Contradiction, likely_cause
from scoring.game.rules.course import TableSeating
from scoring.game.rules.hands import Hand
from scoring.game.rules.imj.game import IMJ
from scoring.game.rules.seats import SEATS
from tests.scoring.game.rules.imj.test_course import HANDS as OF_THE_ISSUE
from tests.scoring.game.rules.imj.test_course import SEATING

A, B, C, D = SEATS
#: With other ranks, so that no two columns and no two deals are close.
HANDS = [*OF_THE_ISSUE[:2], Hand(3, D, A, 14), *OF_THE_ISSUE[3:], Hand(7, B, A, 18)]


def cause(recorded: list[Hand], counted: list[Hand], **moved: int) -> Cause:
    """Return the cause if `counted` is what the totals hold, with `moved` added to single columns."""
    scores = IMJ.session_scores(counted)
    totals = {seat: 20_000 + scores[seat] + moved.get(seat, 0) for seat in SEATS}
    return likely_cause(Contradiction(IMJ, SEATING, tuple(recorded), totals, {}), sum(moved.values()) or None)


def changed(no: int, **values: object) -> list[Hand]:
    return [replace(hand, **values) if hand.no == no else hand for hand in HANDS]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("counted", "expected"),
    [
        (changed(4, robbed=False), Cause("kong-paid-once", D, A, 4, 6, (4,))),
        (changed(3, robbed=True), Cause("kong-not-recorded", A, D, 3, 14, (3,))),
        (changed(6, bound=None), Cause("binding-not-in-totals", B, C, 6, 16, (6,))),
        (changed(1, bound=C), Cause("binding-in-totals", C, B, 1, 6, (1,))),
        ([*HANDS, Hand(8, None, false_wins=(D,))], Cause("false-win-in-totals", D, points=-3_000)),
        ([hand for hand in HANDS if hand.no != 5], Cause("hand-not-in-totals", None, None, 5, None, (5,))),
        (changed(3, points=10), Cause("row-of-chart", D, A, 3, 10, (3,))),
        (changed(3, discarder=C), Cause("discarder-exchanged", A, C, 3, 14, (3,))),
        (changed(3, winner=A, discarder=D), Cause("winner-and-discarder-exchanged", D, A, 3, 14, (3,))),
        (changed(3, discarder=None), Cause("recorded-as-discard", D, A, 3, 14, (3,))),
    ],
)
def test_a_single_mistake_is_named(counted: list[Hand], expected: Cause) -> None:
    assert cause(HANDS, counted) == expected


def test_two_columns_exchanged() -> None:
    scores = IMJ.session_scores(HANDS)
    totals = {seat: 20_000 + score for seat, score in scores.items()}
    totals[A], totals[C] = totals[C], totals[A]
    case = Contradiction(IMJ, TableSeating(rounds=SEATING.rounds), tuple(HANDS), totals, {})
    assert likely_cause(case, None) == Cause("columns-exchanged", A, C)


def test_one_column_alone_is_a_slip() -> None:
    assert cause(HANDS, HANDS, S=10) == Cause("running-total-slip", B, points=10)


def test_what_nothing_explains() -> None:
    assert cause(HANDS, HANDS, E=7, S=-9) == Cause("sum-not-burnt", points=-2)
    assert cause(HANDS, HANDS, E=7, S=-7).code == "unknown"


def test_totals_without_deals_that_do_not_add_up() -> None:
    assert IMJ.cause_of_sum(-3_000) == Cause("sum-not-burnt", points=-3_000)
