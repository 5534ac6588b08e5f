import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.rules.games import game_of
from scoring.game.rules.hands import Hand, burnt, repeated_numbers
from scoring.game.rules.mcr.game import MCR
from scoring.game.rules.mcr.hands import impossible, payments
from tests.scoring.rules.strategies import hand_lists

FALSE_WIN = {"E": 10, "S": 10, "W": -30, "N": 10}


def by_seat(e, s, w, n):
    return {"E": e, "S": s, "W": w, "N": n}


def test_on_a_self_drawn_win_each_player_pays_eight_and_the_points():
    assert MCR.hand_scores(Hand(1, "E", points=9)) == by_seat(51, -17, -17, -17)


def test_on_a_win_by_discard_only_the_discarder_pays_the_points():
    assert MCR.hand_scores(Hand(1, "S", "W", 13)) == by_seat(-8, 37, -21, -8)


@pytest.mark.parametrize("hand", [Hand(2, None), Hand(2, None, aborted=True)])
def test_a_hand_without_a_winner_moves_no_points(hand):
    assert MCR.hand_scores(hand) == by_seat(0, 0, 0, 0)


def test_a_false_win_and_a_win_in_one_hand_are_summed():
    assert MCR.hand_scores(Hand(3, "E", points=9, adjustments=FALSE_WIN)) == by_seat(61, -7, -47, -7)


def test_the_empty_seat_pays_but_is_not_listed():
    assert MCR.hand_scores(Hand(1, "E", points=9), ("E", "S", "W")) == {"E": 51, "S": -17, "W": -17}
    assert MCR.hand_scores(Hand(1, "E", "S", 9), ("E", "S", "W")) == {"E": 33, "S": -17, "W": -8}
    assert payments(Hand(1, "E", "S", 9))["N"] == -8


def test_a_session_sums_its_hands_and_penalties():
    hands = [Hand(1, "S", "W", 13), Hand(2, None), Hand(3, "E", points=9, adjustments=FALSE_WIN)]
    assert MCR.session_scores(hands, {"N": -20}) == by_seat(53, 30, -68, -35)
    assert MCR.session_scores(hands, {"N": -20}, ("E", "N")) == {"E": 53, "N": -35}
    assert MCR.session_scores([]) == by_seat(0, 0, 0, 0)


def test_running_totals_follow_the_hand_numbers():
    first, second = Hand(1, "S", "W", 13), Hand(2, "E", points=9)
    assert MCR.running_totals([second, first]) == [
        (first, by_seat(-8, 37, -21, -8), by_seat(-8, 37, -21, -8)),
        (second, by_seat(51, -17, -17, -17), by_seat(43, 20, -38, -25)),
    ]


@pytest.mark.parametrize(
    ("adjustments", "penalties", "lost"),
    [
        ({}, {}, 0),
        (FALSE_WIN, {}, 0),
        ({"W": -40}, {}, 40),
        (FALSE_WIN, {"N": -10}, 10),
        ({"W": -5}, {"W": -20}, 25),
    ],
)
def test_burnt_points_are_paid_to_no_player(adjustments, penalties, lost):
    assert burnt([Hand(1, None, adjustments=adjustments)], penalties) == lost


@given(hand_lists(), st.dictionaries(st.sampled_from("ESWN"), st.integers(-60, 0)))
def test_a_sheet_sums_to_minus_its_burnt_points(hands, penalties):
    assert sum(MCR.session_scores(hands, penalties).values()) == -burnt(hands, penalties)


@given(hand_lists(), st.dictionaries(st.sampled_from("ESWN"), st.integers(-60, 0)))
def test_running_totals_end_at_the_session_score(hands, penalties):
    last = MCR.running_totals(hands)[-1][2] if hands else by_seat(0, 0, 0, 0)
    assert {seat: last[seat] + penalties.get(seat, 0) for seat in last} == MCR.session_scores(hands, penalties)


@pytest.mark.parametrize(
    ("hand", "codes"),
    [
        (Hand(1, "E", "S", 8), []),
        (Hand(16, "E", points=8), []),
        (Hand(2, None, aborted=True, adjustments=FALSE_WIN), []),
        (Hand(0, None), ["hand-number"]),
        (Hand(17, None), ["hand-number"]),
        (Hand(1, "E", "E", 8), ["winner-discards"]),
        (Hand(1, "E", "S", 7), ["below-minimum"]),
        (Hand(1, "E", "S", -8), ["below-minimum"]),
        (Hand(1, None, points=8), ["points-without-winner"]),
        (Hand(1, "E"), ["winner-without-points"]),
        (Hand(1, None, "S"), ["discarder-without-winner"]),
        (Hand(1, "E", "S", 8, aborted=True), ["aborted-with-winner"]),
        (Hand(17, "E", "E", 7), ["hand-number", "winner-discards", "below-minimum"]),
    ],
)
def test_an_impossible_hand_gives_its_fault_codes(hand, codes):
    assert impossible(hand) == codes


@pytest.mark.parametrize("hand", [Hand(1, "N", points=8), Hand(1, "E", "N", 8), Hand(1, None, adjustments={"N": -10})])
def test_the_empty_seat_cannot_act(hand):
    assert impossible(hand, ("E", "S", "W")) == ["empty-seat"]


def test_repeated_hand_numbers_are_found():
    assert repeated_numbers([Hand(1, None), Hand(3, None), Hand(1, "E", "S", 8), Hand(3, None), Hand(2, None)]) == (
        1,
        3,
    )
    assert repeated_numbers([Hand(1, None), Hand(2, None)]) == ()


def test_hands_are_values():
    assert Hand(1, "E", "S", 8, adjustments={"E": 1}) == Hand(1, "E", "S", 8, adjustments={"E": 1})
    assert Hand(1, "E", "S", 8, adjustments={"E": 1}) != Hand(1, "E", "S", 8)
    assert len({Hand(1, "E", "S", 8), Hand(1, "E", "S", 8)}) == 1


def test_no_correction_changes_later_hands_where_seats_fix_dealer_and_round() -> None:
    assert game_of("wmo-2014").changed_deals(None, None) == ()
