"""A list of fans as the referee picks it."""

from collections import Counter

import pytest

from scoring.fans.rules import FANS, RULE_SETS, score
from scoring.fans.rules.sets.fan_list import barred, listed
from tests.support.hands import hands

WMO = RULE_SETS["wmo-2014"]


def test_a_list_adds_up() -> None:
    found = listed({28: 1, 63: 1, 81: 2}, WMO)
    assert (found.points, found.flowers, found.minimum_met) == (20, 2, True)
    assert found.conflicts == found.too_often == ()


def test_what_is_picked_bars_others() -> None:
    rows = barred({22: 1, 69: 0}, WMO)
    assert set(rows) == {75, 76}
    assert rows[76].article == "App. 1 no. 22"
    assert {row.name for row in listed({22: 1, 76: 1}, WMO).conflicts} == {"22 excludes 76"}


def test_three_winds_leave_another_pung() -> None:
    assert 73 not in barred({38: 1}, WMO)
    assert 73 in barred({9: 1}, WMO)


def test_what_a_hand_cannot_have_so_often() -> None:
    assert listed({73: 5, 22: 2, 81: 8}, WMO).too_often == (22, 73)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=list(RULE_SETS))
def test_the_fans_of_every_hand_may_stand_together(rules) -> None:
    numbers = {id(fan): no for no, fan in FANS.items()}
    for hand in hands(41, 3_000):
        scored = score(hand, rules)
        assert scored is not None
        found = listed(Counter({numbers[id(line.fan)]: line.times for line in scored.fans}), rules)
        assert (found.points, found.conflicts, found.too_often) == (scored.points, (), ()), hand
