from itertools import permutations

import pytest

from scoring.game.rules.mcr.rotation import (
    dealer_of,
    hand_numbers,
    round_of,
    seating,
    starter_at,
    wind_of,
    winds_of_hand,
)
from scoring.game.rules.seats import SEATS

HANDS = range(1, 17)


def test_places_of_the_four_rounds_are_those_of_appendix_4():
    rounds = ["".join(starter_at(wind, no) for wind in SEATS) for no in range(1, 5)]
    assert [row.translate(str.maketrans("ESWN", "ABCD")) for row in rounds] == [
        "ABCD",
        "BADC",
        "CDBA",
        "DCAB",
    ]


@pytest.mark.parametrize(("starter", "places"), [("E", "ESNW"), ("S", "SEWN"), ("W", "WNES"), ("N", "NWSE")])
def test_each_starter_follows_the_winds_of_appendix_5(starter, places):
    assert "".join(wind_of(starter, no) for no in range(1, 5)) == places


def test_dealers_follow_the_places():
    assert "".join(dealer_of(no) for no in HANDS) == "ESWNSENWWNSENWES"


def test_each_player_deals_once_in_each_round():
    for first in (1, 5, 9, 13):
        assert {dealer_of(no) for no in range(first, first + 4)} == set(SEATS)


def test_each_player_sits_once_on_each_wind():
    for starter in SEATS:
        assert {wind_of(starter, no) for no in range(1, 5)} == set(SEATS)


def test_each_opponent_is_upper_neighbour_at_least_once():
    sitting = {(starter_at(SEATS[i - 1], no), starter_at(SEATS[i], no)) for no in range(1, 5) for i in range(4)}
    assert sitting == set(permutations(SEATS, 2))


@pytest.mark.parametrize(("hand", "round_no"), [(1, 1), (4, 1), (5, 2), (12, 3), (13, 4), (16, 4)])
def test_a_round_has_four_hands(hand, round_no):
    assert round_of(hand) == round_no


def test_the_dealer_is_east_and_the_others_follow_in_turn():
    assert seating(1) == {"E": "E", "S": "S", "W": "W", "N": "N"}
    assert seating(2) == {"S": "E", "W": "S", "N": "W", "E": "N"}
    assert seating(5) == {"S": "E", "E": "S", "N": "W", "W": "N"}
    assert seating(16) == {"S": "E", "N": "S", "W": "W", "E": "N"}
    assert all(seating(no)[dealer_of(no)] == "E" for no in HANDS)


@pytest.mark.parametrize("no", [0, -1, 17])
def test_a_hand_outside_the_session_is_refused(no):
    for ask in (round_of, dealer_of, seating):
        with pytest.raises(ValueError, match=f"hand number {no} "):
            ask(no)


@pytest.mark.parametrize("no", [0, 5])
def test_a_round_outside_the_session_is_refused(no):
    with pytest.raises(ValueError, match=f"round {no} "):
        starter_at("E", no)
    with pytest.raises(ValueError, match=f"round {no} "):
        wind_of("E", no)


def test_a_table_of_three_omits_the_deals_of_the_absent_player():
    assert hand_numbers() == tuple(HANDS)
    assert hand_numbers(("E", "S", "N")) == (1, 2, 4, 5, 6, 7, 10, 11, 12, 13, 15, 16)


@pytest.mark.parametrize(("hand", "winds"), [(1, ("E", "E")), (6, ("S", "S")), (15, ("N", "W")), (16, ("N", "N"))])
def test_a_hand_is_named_by_the_winds_of_its_round_and_its_place(hand, winds):
    assert winds_of_hand(hand) == winds
