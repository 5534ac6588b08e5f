"""A list of fans that the referee picks."""

from collections import Counter

import pytest

from scoring.fans.rules import FANS, RULE_SETS, score
from scoring.fans.rules.sets.fan_list import barred, listed
from tests.support.hands import hands

WMO = RULE_SETS["wmo-2014"]


def test_points_and_flowers_of_a_list_are_summed() -> None:
    picked = listed({28: 1, 63: 1, 81: 2}, WMO)
    assert (picked.points, picked.flowers, picked.minimum_met) == (20, 2, True)
    assert picked.conflicts == picked.too_often == ()


def test_a_picked_fan_bars_the_fans_that_it_excludes() -> None:
    rows = barred({22: 1, 69: 0}, WMO)
    assert set(rows) == {75, 76}
    assert rows[76].article == "App. 1 no. 22"
    assert {row.name for row in listed({22: 1, 76: 1}, WMO).conflicts} == {"22 excludes 76"}


def test_three_winds_allow_one_more_pung() -> None:
    assert 73 not in barred({38: 1}, WMO)
    assert 73 in barred({9: 1}, WMO)


def test_impossible_counts_of_a_fan_are_named() -> None:
    assert listed({73: 5, 22: 2, 81: 8}, WMO).too_often == (22, 73)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=list(RULE_SETS))
def test_the_fans_of_every_generated_hand_are_compatible(rules) -> None:
    numbers = {id(fan): no for no, fan in FANS.items()}
    for hand in hands(41, 3_000):
        scored = score(hand, rules)
        assert scored is not None
        picked = listed(Counter({numbers[id(line.fan)]: line.times for line in scored.fans}), rules)
        assert (picked.points, picked.conflicts, picked.too_often) == (scored.points, (), ()), hand
