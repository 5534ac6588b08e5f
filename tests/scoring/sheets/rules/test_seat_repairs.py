"""Wrong seats found late: who sat when, to whom results belong, and the real seats of a round."""

import pytest

from scoring.game.rules.hands import Hand
from scoring.game.rules.mcr.game import MCR
from scoring.game.rules.mcr.rotation import dealer_of, seat_order_fault, seating, wind_of
from scoring.game.rules.seats import SEATS, Seat
from scoring.sheets.rules.credits import Sitter, credits, moved_within
from scoring.sheets.rules.seat_repairs import exchange

A, B, C = ([Sitter(entry)] for entry in (1, 2, 3))
HANDS = (Hand(1, "E", "S", 20), Hand(2, "S", None, 8), Hand(5, "W", "E", 12), Hand(6, "E", "N", 30))


def sitting_of(sitters: list[Sitter]) -> list[tuple[int | None, int]]:
    return [(sitter.entry, sitter.from_hand) for sitter in sitters]


def test_an_exchange_left_as_played_keeps_chart_and_real_sitter() -> None:
    first, second = exchange(A, B, 1)
    assert (sitting_of(first), sitting_of(second)) == ([(1, 0), (2, 1)], [(2, 0), (1, 1)])


def test_an_exchange_found_at_hand_5_ends_there() -> None:
    first, second = exchange(A, B, 1, 5)
    assert (sitting_of(first), sitting_of(second)) == ([(1, 0), (2, 1), (1, 5)], [(2, 0), (1, 1), (2, 5)])


def test_a_second_exchange_at_the_same_hand_undoes_the_first() -> None:
    assert exchange(*exchange(A, B, 3), 3) == (A, B)


def test_three_players_in_a_ring_are_two_exchanges() -> None:
    first, second = exchange(A, B, 1)
    second, third = exchange(second, C, 1)
    assert [sitting_of(row)[-1][0] for row in (first, second, third)] == [2, 3, 1]


@pytest.mark.parametrize(
    ("first", "second", "since", "code"),
    [
        (A, [Sitter(1)], 1, "same-player"),
        ([Sitter(None)], B, 1, "no-number"),
        ([Sitter(1), Sitter(9, False, 7)], B, 1, "left"),
        (*exchange(A, B, 6), 2, "later"),
    ],
)
def test_an_impossible_exchange_is_refused(first: list[Sitter], second: list[Sitter], since: int, code: str) -> None:
    with pytest.raises(ValueError, match=code):
        exchange(first, second, since)


def people(**seats: list[Sitter]) -> dict[Seat, list[Sitter]]:
    return {seat: seats.get(seat, [Sitter(10 + at)]) for at, seat in enumerate(SEATS)}


def test_points_follow_players_exchanged_at_one_table() -> None:
    east, south = exchange([Sitter(10)], [Sitter(11)], 5)
    seats = people(E=east, S=south)
    scores = MCR.session_scores(HANDS)
    moved = moved_within(MCR, HANDS, seats)
    before, after = MCR.session_scores(HANDS[:2]), MCR.session_scores(HANDS[2:])
    assert sum(moved.values()) == 0
    # From hand 5 on player 11 sits on East's column, and 10 on South's.
    assert scores["E"] + moved["E"] == before["S"] + after["E"]
    assert scores["S"] + moved["S"] == before["E"] + after["S"]
    credited = {credit.entry: credit.seat for credit in credits(MCR, scores, seats)}
    assert credited == {11: "E", 10: "S", 12: "W", 13: "N"}


def test_points_at_another_table_stay_with_the_seat() -> None:
    east, _other = exchange([Sitter(10)], [Sitter(99)], 1, 5)
    seats = people(E=east)
    assert set(moved_within(MCR, HANDS, seats).values()) == {0}
    scores = MCR.session_scores(HANDS)
    mine = next(credit for credit in credits(MCR, scores, seats) if credit.seat == "E")
    assert (mine.entry, mine.holder, mine.competition_points) == (10, 10, scores["E"])


def test_an_exchange_for_the_session_credits_the_player_who_sat_there() -> None:
    east, _other = exchange([Sitter(10)], [Sitter(99)], 1)
    [mine] = [credit for credit in credits(MCR, MCR.session_scores(HANDS), people(E=east)) if credit.seat == "E"]
    assert (mine.entry, mine.holder) == (99, 99)


def test_a_player_who_leaves_after_an_exchange_has_left_the_session() -> None:
    east, _other = exchange([Sitter(10)], [Sitter(99)], 1)
    seats = people(E=[*east, Sitter(50, False, 9)])
    [mine] = [credit for credit in credits(MCR, MCR.session_scores(HANDS), seats) if credit.seat == "E"]
    assert (mine.entry, mine.table_points, mine.competition_points) == (99, 0, 0)


def test_dealer_and_winds_follow_the_real_seats_of_a_round() -> None:
    """Seats not changed after round 1 (A4): round 2 has the dealers of round 1."""
    real = {2: SEATS}
    assert [dealer_of(no, real) for no in range(5, 9)] == ["E", "S", "W", "N"]
    assert [dealer_of(no) for no in range(5, 9)] == ["S", "E", "N", "W"]
    assert seating(6, real) == seating(2)
    assert wind_of("E", 2, real) == "E"
    assert [dealer_of(no, real) for no in range(9, 13)] == [dealer_of(no) for no in range(9, 13)]


def test_the_empty_seat_of_three_keeps_its_place() -> None:
    assert seat_order_fault(2, "ESWN") == ""
    assert seat_order_fault(2, "EEWN") == seat_order_fault(2, "ESW") == "not-four"
    assert seat_order_fault(2, "ESNW", ("E", "S", "W")) == ""
    assert seat_order_fault(2, "ESWN", ("E", "S", "W")) == "empty-seat"
