"""Balances, runs, sitters and shares, worked by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.opponents.rules import Balance, Score, Sitter, balance, longest_run, share_ahead, sitter

FIRST, SHARED, LAST = Score(48, 90), Score(36, 40), Score(0, -70)


def test_a_balance_of_three_tables() -> None:
    found = balance([(FIRST, LAST), (SHARED, SHARED), (LAST, Score(24, -9))])
    assert found == Balance(ahead=1, level=1, behind=1, difference=160 + 0 - 61)
    assert (found.tables, found.mean_difference) == (3, 33)


@pytest.mark.parametrize(("difference", "mean"), [(5, 3), (-5, -3), (4, 2), (0, 0), (-1, -1)])
def test_a_mean_is_rounded_half_away_from_zero(difference: int, mean: int) -> None:
    assert Balance(1, 0, 1, difference).mean_difference == mean


@given(st.lists(st.tuples(*[st.builds(Score, st.just(0), st.integers(-500, 500))] * 2), min_size=1))
def test_the_balance_of_the_other_side_is_the_mirror(pairs) -> None:
    one, other = balance(pairs), balance([(second, first) for first, second in pairs])
    assert (one.ahead, one.level, one.difference) == (other.behind, other.level, -other.difference)
    assert one.mean_difference == -other.mean_difference


@given(*[st.lists(st.tuples(*[st.builds(Score, st.just(0), st.integers(-500, 500))] * 2))] * 2)
def test_two_balances_add_up_to_that_of_all_their_tables(first, second) -> None:
    assert balance(first) + balance(second) == balance([*first, *second])


def test_the_longest_run_is_the_earliest_of_equals_and_a_shared_first_place_ends_it() -> None:
    assert longest_run([]) is None
    assert longest_run([SHARED, LAST]) is None
    assert longest_run([FIRST, FIRST, SHARED, FIRST, FIRST]) == (0, 2)
    assert longest_run([FIRST, LAST, FIRST, FIRST, FIRST]) == (2, 3)


def test_a_seat_belongs_to_the_latest_sitter_of_the_hand() -> None:
    seat = [Sitter(5, 2), Sitter(0, 1)]
    assert [sitter(seat, hand) for hand in (1, 4, 5, 16)] == [1, 1, 2, 2]
    assert sitter([], 1) is None


def test_the_share_of_a_rank() -> None:
    assert [share_ahead(rank, 5) for rank in (1, 3, 5)] == [1, Fraction(1, 2), 0]
    assert (share_ahead(1, 1), share_ahead(9, 5)) == (1, 0)
