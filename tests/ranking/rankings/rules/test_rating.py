"""The rating: a case of openskill 6.2.0 (BradleyTerryFull), and what holds for every table."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.rankings.rules.rating import NEW, Strength, after_table, chance_ahead, rate


def test_a_table_with_shared_places_as_openskill_rates_it():
    """Made by ``BradleyTerryFull(mu=0, sigma=.6, beta=1, tau=0, kappa=1e-4).rate(…, scores=…)``."""
    before = [
        (0.6440923765777314, 0.47007604043713763),
        (0.7247228043498855, 0.19028796415668192),
        (-0.5460866075520707, 0.40837613499751957),
        (0.015667258415858434, 0.48379784312453217),
    ]
    after = [
        (0.4618059092479436, 0.46529736938018973),
        (0.7409471780563317, 0.19015231483866288),
        (-0.6039390892876381, 0.4057580376048319),
        (0.18507084092340942, 0.4783802350822513),
    ]
    found = after_table([Strength(mean, deviation**2) for mean, deviation in before], [-50, 10, -50, 10])
    assert [one.mean for one in found] == pytest.approx([mean for mean, _deviation in after], abs=1e-12)
    assert [math.sqrt(one.variance) for one in found] == pytest.approx([sigma for _mean, sigma in after], abs=1e-12)


def test_everybody_begins_at_1500_less_three_deviations():
    assert NEW.points == pytest.approx(1500 - 3 * 240)
    assert chance_ahead(NEW, NEW) == 0.5
    assert chance_ahead(Strength(1, 0), Strength(0, 0)) == pytest.approx(1 / (1 + math.exp(-math.sqrt(0.5))))


def test_players_are_rated_in_place_and_others_stay():
    strengths = {9: Strength(1.0, 0.1)}
    rate(strengths, {1: 50, 2: 10, 3: -20, 4: -40})
    assert strengths[9] == Strength(1.0, 0.1)
    means = [strengths[player].mean for player in (1, 2, 3, 4)]
    assert means == sorted(means, reverse=True)
    assert sum(means) == pytest.approx(0)


strength = st.builds(Strength, st.floats(-2, 2), st.floats(0.001, 0.36))


@given(st.lists(st.tuples(strength, st.integers(-400, 400)), min_size=2, max_size=4))
def test_the_winner_rises_the_last_one_falls_and_nobody_gets_less_certain(seats):
    strengths, scores = [one for one, _score in seats], [score for _one, score in seats]
    found = after_table(strengths, scores)
    for at, (before, after) in enumerate(zip(strengths, found, strict=True)):
        others = scores[:at] + scores[at + 1 :]
        assert after.variance <= before.variance
        if scores[at] > max(others):
            assert after.mean > before.mean
        if scores[at] < min(others):
            assert after.mean < before.mean
