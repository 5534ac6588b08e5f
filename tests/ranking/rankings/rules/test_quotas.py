"""Quotas of countries: a worked case, and what holds for every case."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ranking.rankings.rules.quotas import Country, quotas

FOUR = [Country("NL", 50, 6), Country("DK", 30, 2), Country("FR", 15, 0), Country("AT", 5, 0)]


def test_a_worked_case_of_twenty_spots():
    # A: 3 + 4 + 2 = 9; 11 spots of B by the means of (50, 30, 15, 5) % and (75, 25, 0, 0) %.
    found = quotas(FOUR, 20)
    assert [(one.code, one.a1, one.a2, one.a3, one.share, one.b, one.spots) for one in found] == [
        ("NL", 1, 1, 1, Fraction(5, 8), 7, 10),
        ("DK", 1, 1, 1, Fraction(11, 40), 3, 6),
        ("FR", 1, 1, 0, Fraction(3, 40), 1, 3),
        ("AT", 0, 1, 0, Fraction(1, 40), 0, 1),
    ]


def test_without_a_player_above_700_only_the_ranked_players_count():
    found = quotas([Country("NL", 3, 0), Country("DK", 1, 0)], 8)
    assert [(one.share, one.b) for one in found] == [(Fraction(3, 4), 3), (Fraction(1, 4), 1)]


def test_part_a_is_given_even_if_the_spots_do_not_suffice_and_nobody_ranked_is_no_best_country():
    found = quotas([Country("NL", 2, 1), Country("LV", 0, 0)], 1)
    assert [(one.a1, one.a2, one.a3, one.b) for one in found] == [(1, 1, 1, 0), (0, 1, 0, 0)]
    assert quotas([], 5) == []
    assert [one.spots for one in quotas([Country("LV", 0, 0)], 3)] == [3]


countries = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=1, max_size=12)


@given(countries, st.integers(0, 120))
def test_every_spot_of_part_b_is_given_once(figures, spots):
    rows = [Country(str(at), players, min(players, above)) for at, (players, above) in enumerate(figures)]
    found = quotas(rows, spots)
    part_a = sum(one.spots - one.b for one in found)
    assert sum(one.b for one in found) == max(0, spots - part_a)
    assert sum(one.share for one in found) == 1
