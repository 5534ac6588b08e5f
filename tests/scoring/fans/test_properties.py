"""Properties of every hand: plain and explained answers agree, and irrelevant changes have no effect."""

import random
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.fans.rules import FANS, RULE_SETS, Hand, explain, score
from scoring.fans.rules.counting.combining import candidates, chow_fans, four_chows, three_chows, two_chows
from scoring.tiles.rules.tiles import EAST
from tests.support.hands import hands

SOME = 2_500
# These fans name a suit, or tiles that only some suits have.
OF_A_SUIT = {3, 40}
by_rules = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=list(RULE_SETS))


@by_rules
def test_the_explained_answer_equals_the_plain_one(rules) -> None:
    """In addition no decomposition scores more, and no fan of the answer excludes another one."""
    for hand in hands(31, SOME):
        plain, explained = score(hand, rules), explain(hand, rules)
        assert plain is not None
        assert explained is not None
        counted = [line.fan.no for line in plain.fans for _ in range(line.times) if line.fan.no != 81]
        assert explained.best.numbers == sorted(counted), hand
        assert explained.best.points == plain.without_flowers, hand
        assert all(
            (-explained.best.points, explained.best.numbers) <= (-other.points, other.numbers)
            for other in explained.other_readings
        ), hand
        present = {no for no, fan in FANS.items() if any(line.fan is fan for line in plain.fans)}
        both = [
            row.name for row in rules.exclusions if present.issuperset((*row.fans, row.excluded)) and row.scope == "all"
        ]
        assert both == [], hand


@by_rules
def test_every_line_names_sets_of_its_reading(rules) -> None:
    for hand in hands(32, 500):
        explained = explain(hand, rules)
        assert explained is not None
        for reading in (explained.best, *explained.other_readings):
            tiles = sorted(tile for tile_set in reading.sets for tile in tile_set.tiles)
            assert tiles == sorted((*hand.tiles, hand.win, *(tile for meld in hand.melds for tile in meld.tiles)))
            assert hand.win in reading.sets[reading.win_at].tiles
            assert not reading.sets[reading.win_at].declared
            places = [at for tile_set in (*reading.counted, *reading.left) for at in tile_set.sets]
            assert all(0 <= at < len(reading.sets) for at in places)
            assert all(left.article for left in reading.left)


@given(st.integers(0, 10_000), st.sampled_from(list(RULE_SETS)))
@settings(max_examples=150, deadline=None)
def test_flowers_add_their_number(seed: int, key: str) -> None:
    (hand,) = hands(seed, 1)
    without = score(replace(hand, flowers=0), RULE_SETS[key])
    assert without is not None
    for flowers in range(9):
        scored = score(replace(hand, flowers=flowers), RULE_SETS[key])
        assert scored is not None
        assert (scored.points, scored.without_flowers) == (without.points + flowers, without.points)


@given(st.integers(0, 10_000), st.sampled_from(list(RULE_SETS)), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_the_order_of_tiles_and_melds_does_not_matter(seed: int, key: str, chance: random.Random) -> None:
    (hand,) = hands(seed, 1)
    tiles, melds = list(hand.tiles), list(hand.melds)
    chance.shuffle(tiles)
    chance.shuffle(melds)
    assert score(replace(hand, tiles=tuple(tiles), melds=tuple(melds)), RULE_SETS[key]) == score(hand, RULE_SETS[key])


def _exchanged(hand: Hand, suits: tuple[int, ...]) -> Hand:
    def other(tile: int) -> int:
        return tile if tile >= EAST else 9 * suits[tile // 9] + tile % 9

    melds = tuple(meld._replace(tile=other(meld.tile)) for meld in hand.melds)
    return replace(hand, tiles=tuple(map(other, hand.tiles)), win=other(hand.win), melds=melds)


@given(st.integers(0, 10_000), st.sampled_from(list(RULE_SETS)), st.permutations(range(3)))
@settings(max_examples=200, deadline=None)
def test_exchanging_suits_changes_nothing(seed: int, key: str, suits: list[int]) -> None:
    """All Green and Reversible Tiles are exceptions, because they name suits."""
    (hand,) = hands(seed, 1)
    mine, theirs = score(hand, RULE_SETS[key]), score(_exchanged(hand, tuple(suits)), RULE_SETS[key])
    assert mine is not None
    assert theirs is not None
    if not OF_A_SUIT & {line.fan.no for line in (*mine.fans, *theirs.fans)}:
        assert mine == theirs


def test_using_a_set_once_per_fan_never_costs_a_point() -> None:
    """For all hands of three and four chows 3.9.1.6(3) decides only which names count, not how many."""
    chows = [tile for tile in range(EAST) if tile % 9 < 7]
    chance = random.Random(5)
    for _ in range(3_000):
        some = tuple(sorted(chance.choices(chows[: chance.choice([7, 14, 21])], k=chance.choice([3, 4]))))
        counted = chow_fans(some).counted
        if any(len(fan.sets) > 2 for fan in counted):
            continue
        links = candidates(some, 2, two_chows)
        groups = {place: {place} for place in range(len(some))}
        for fan in links:
            first, second = (groups[place] for place in fan.sets)
            if first is not second:
                first |= second
                for place in second:
                    groups[place] = first
        trees = len({id(group) for group in groups.values()})
        assert len(counted) == len(some) - trees, some


def test_fans_of_chows_follow_their_definitions() -> None:
    """Every suit and every order of suits."""
    for suits in permutations((0, 9, 18)):
        first, second, third = suits
        assert {two_chows((first + low, first + low)) for low in range(7)} == {69}
        assert {two_chows((first + low, second + low)) for low in range(7)} == {70}
        assert {two_chows((first + low, first + low + 3)) for low in range(4)} == {71}
        assert two_chows((first, first + 6)) == 72
        assert two_chows((first, second + 3)) is None
        assert three_chows((first, second + 3, third + 6)) == 39
        assert {three_chows((first + low, second + low, third + low)) for low in range(7)} == {41}
        assert {three_chows((first + low, second + low + 1, third + low + 2)) for low in range(5)} == {51}
        assert three_chows((first, second + 2, third + 4)) is None
        assert three_chows((first, first + 3, first + 6)) == 28
        assert {three_chows((first + low, first + low + 1, first + low + 2)) for low in range(5)} == {30}
        assert {three_chows((first + low, first + low + 2, first + low + 4)) for low in range(3)} == {30}
        assert {four_chows(tuple(first + low + at for at in range(4))) for low in range(4)} == {16}
        assert four_chows((first, first + 2, first + 4, first + 6)) == 16
        assert four_chows((first, first + 3, first + 6, first + 6)) is None
