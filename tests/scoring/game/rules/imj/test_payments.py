"""Payments, faults and questions under the International Mahjong Rules."""

from typing import Any

import pytest

from scoring.game.rules.course import TableSeating
from scoring.game.rules.hands import Hand
from scoring.game.rules.imj.chart import halves_of
from scoring.game.rules.imj.game import COMPETITION, IMJ, Imj, ImjTerms
from scoring.game.rules.seats import SEATS

A, B, C, D = SEATS


def gains(hand: Hand, game: Imj = IMJ) -> list[int]:
    paid = game.payments(hand)
    assert sum(paid.values()) == 0
    return [paid[seat] for seat in SEATS]


def agreed(**more: Any) -> Imj:
    values = {
        "start": 20_000,
        "last_hand": 500,
        "rounds": 4,
        "places": (0, 0, 0, 0),
        "steps": COMPETITION.steps,
        "periods": 2,
    }
    return Imj(ImjTerms(**(values | more)))


@pytest.mark.parametrize(
    ("hand", "moved"),
    [
        pytest.param(Hand(1, A, B, 1), [2, -2, 0, 0], id="a"),
        pytest.param(Hand(1, A, B, 10), [32, -32, 0, 0], id="b"),
        pytest.param(Hand(1, A, None, 26), [12_000, -4_000, -4_000, -4_000], id="c"),
        pytest.param(Hand(1, A, None, 12), [192, -64, -64, -64], id="d"),
        pytest.param(Hand(1, A, B, 6, robbed=True), [24, -24, 0, 0], id="e"),
        pytest.param(Hand(1, A, None, 16, bound=D), [768, 0, 0, -768], id="f"),
        pytest.param(Hand(1, A, None, 38, bound=D), [18_000, 0, 0, -18_000], id="g bound"),
        pytest.param(Hand(1, A, D, 38), [6_000, 0, 0, -6_000], id="g discarded"),
        pytest.param(Hand(1, A, C, 22), [2_000, 0, -2_000, 0], id="h"),
        pytest.param(Hand(1, A, None, 28), [15_000, -5_000, -5_000, -5_000], id="i"),
        pytest.param(Hand(1, B, C, 8, false_wins=(A,)), [-3_000, 1_016, 984, 1_000], id="j"),
    ],
)
def test_worked_example(hand: Hand, moved: list[int]) -> None:
    assert gains(hand) == moved


def test_example_j_with_an_agreed_highest_of_9_and_no_winner() -> None:
    assert gains(Hand(1, None, false_wins=(A,)), agreed(highest=9)) == [-1_536, 512, 512, 512]


def test_several_false_wins_in_one_deal() -> None:
    assert gains(Hand(1, None, false_wins=(A, B))) == [-2_000, -2_000, 2_000, 2_000]


def test_a_deal_without_payment_moves_nothing() -> None:
    assert gains(Hand(1, None)) == gains(Hand(1, None, aborted=True)) == [0, 0, 0, 0]


def test_a_rank_above_the_agreed_highest_pays_the_highest() -> None:
    assert gains(Hand(1, A, B, 24), agreed(highest=9)) == [512, -512, 0, 0]


def test_mados_may_fall_below_zero_and_sum_to_80_000() -> None:
    hands = [Hand(no, A, None, 30, bound=B) for no in (1, 2)]
    totals = IMJ.running_totals(hands)[-1][2]
    assert totals == {A: 56_000, B: -16_000, C: 20_000, D: 20_000}
    assert IMJ.expected_sum(hands) == 80_000


@pytest.mark.parametrize(
    ("hand", "codes"),
    [
        (Hand(1, A, B, 6), []),
        (Hand(1, B, C, 8, false_wins=(A, D)), []),
        (Hand(0, A, B, 6), ["hand-number"]),
        (Hand(501, A, B, 6), ["hand-number"]),
        (Hand(1, A, A, 6), ["winner-discards"]),
        (Hand(1, A, B), ["winner-without-points"]),
        (Hand(1, A, B, 0), ["no-rank"]),
        (Hand(1, A, B, 121), ["no-rank"]),
        (Hand(1, None, None, 6), ["points-without-winner"]),
        (Hand(1, None, B), ["discarder-without-winner"]),
        (Hand(1, A, B, 6, aborted=True), ["aborted-with-winner"]),
        (Hand(1, A, None, 6, robbed=True), ["robbed-without-discarder"]),
        (Hand(1, None, bound=B), ["bound-without-winner"]),
        (Hand(1, A, B, 6, bound=C), ["bound-with-discarder"]),
        (Hand(1, A, None, 6, bound=A), ["bound-wins"]),
        (Hand(1, A, B, 6, false_wins=(A,)), ["false-win-named"]),
        (Hand(1, A, B, 6, false_wins=(B,)), ["false-win-named"]),
        (Hand(1, A, None, 6, false_wins=(B,)), ["false-win-before-draw"]),
        (Hand(1, None, aborted=True, false_wins=(B,)), ["false-win-aborted"]),
        (Hand(1, None, false_wins=(B, B)), ["false-win-twice"]),
    ],
)
def test_faults(hand: Hand, codes: list[str]) -> None:
    assert IMJ.hand_faults(hand) == codes


def test_a_rank_below_the_agreed_lowest_is_refused_unless_a_special_hand_has_it() -> None:
    game = agreed(lowest=10)
    course = game.course([], TableSeating(rounds={1: SEATS}))
    assert game.faults(Hand(1, A, B, 8), course) == ["below-lowest"]
    assert game.faults(Hand(1, A, None, 6), course) == []
    assert game.questions(Hand(1, A, None, 6), course) == ["special-below-lowest"]


def test_the_limit_is_asked_back() -> None:
    course = IMJ.course([], TableSeating())
    assert IMJ.questions(Hand(1, A, B, 28), course) == []
    assert IMJ.questions(Hand(1, A, B, 30), course) == ["limit-reached"]


@pytest.mark.parametrize(("rank", "declared", "counted"), [(1, 0.5, 1), (2, 1, 1), (13, 6.5, 6), (30, 15, 15)])
def test_ranks_are_declared_in_fans_and_counted_whole(rank: int, declared: float, counted: int) -> None:
    assert (IMJ.declared(rank), IMJ.in_statistics(rank)) == (declared, counted)


def test_an_empty_seat_is_refused() -> None:
    assert IMJ.hand_faults(Hand(1, A, B, 6), (A, C, D)) == ["empty-seat"]


def test_the_result_is_the_mados_held_unless_places_are_agreed() -> None:
    scores = {A: 5, B: 0, C: -2, D: -3}
    assert IMJ.table_points(scores) == dict.fromkeys(SEATS, 0)
    assert agreed(places=(48, 24, 12, 0)).table_points(scores) == {A: 48, B: 24, C: 12, D: 0}


@pytest.mark.parametrize(
    ("text", "halves"),
    [
        *[("5", 10), ("½", 1), ("6½", 13), ("6h", 13), ("0.5", 1), ("6,5", 13), ("6.50", 13), ("15.0", 30), ("０", 0)],
        *[("", None), ("x", None), ("5.25", None), ("100", None), ("-1", None), (".", None)],
    ],
)
def test_a_rank_is_read_as_people_write_it(text: str, halves: int | None) -> None:
    assert halves_of(text) == halves
