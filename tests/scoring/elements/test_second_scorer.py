"""The engine against a plain second scorer, and properties of every hand."""

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.elements.rules import ELEMENTS, Hand, explain, score
from scoring.elements.rules.hand import FLOWERS
from scoring.tiles.rules.tiles import EAST, tile_text
from tests.scoring.elements.second_scorer import Group, fans, paid
from tests.support.element_hands import element_hands

HANDS = 20_000


def plain(hand: Hand) -> dict[str, object]:
    """Return the hand as the second scorer takes it."""
    kinds = {"chow": "chow", "pung": "pung", "kong": "pung"}
    return {
        "tiles": [tile_text(tile) for tile in hand.tiles],
        "win": tile_text(hand.win or 0),
        "melds": [
            Group(kinds[meld.kind], tuple(map(tile_text, meld.tiles)), not meld.concealed) for meld in hand.melds
        ],
        "robbed": hand.kong and not hand.self_drawn,
        **{
            name: getattr(hand, name)
            for name in ("self_drawn", "wall_last", "kongs", "first", "seat", "round", "flowers")
        },
    }


def test_a_plain_second_scorer_agrees_on_20_000_hands() -> None:
    seen: Counter[str] = Counter()
    for hand in element_hands(77, HANDS):
        ours, theirs = score(hand), fans(plain(hand))
        if ours is None or theirs is None:
            assert ours is theirs is None, hand
            seen["no win"] += 1
            continue
        assert (ours.halves / 2, ours.points, ours.mados) == (theirs, *paid(theirs, hand.limit)), hand
        seen.update(line.element.article for line in ours.elements)
    # What a hand without tiles is won on is the only thing that no generated hand has.
    assert {article for article in ELEMENTS if not seen[article]} == {"25.2(1)", "25.2(2)", "25.2(5)"}
    assert 100 < seen["no win"] < 3_000


def test_the_explained_answer_equals_the_plain_one_and_no_reading_is_better() -> None:
    for hand in element_hands(31, 3_000):
        plain_score, explained = score(hand), explain(hand)
        if explained is None:
            assert plain_score is None
            continue
        assert explained.score == explained.best.score == plain_score
        times = Counter(line.element for line in explained.best.counted)
        assert times == {line.element: line.times for line in explained.score.elements}
        assert all(reading.halves <= explained.best.halves for reading in explained.other_readings), hand
        for reading in (explained.best, *explained.other_readings):
            assert reading.halves == sum(line.element.halves for line in reading.counted)
            tiles = sorted(tile for view in reading.sets for tile in view.tiles)
            assert tiles == sorted((*hand.tiles, hand.win, *(tile for meld in hand.melds for tile in meld.tiles)))
            assert reading.win_at is not None
            assert hand.win in reading.sets[reading.win_at].tiles
            places = [at for line in (*reading.counted, *reading.dropped) for at in line.sets]
            assert all(at < len(reading.sets) for at in places)
            assert all(line.by and line.element.group == line.by[0].group for line in reading.dropped)


def test_the_sets_of_an_element_have_its_tiles() -> None:
    """Chows for 27.4, pungs of a suit for 27.3, honours for 27.2."""
    for hand in element_hands(32, 2_000):
        explained = explain(hand)
        for line in (*explained.best.counted, *explained.best.dropped) if explained else ():
            views = [explained.best.sets[at] for at in line.sets]  # type: ignore[union-attr]
            if line.element.group == "27.4":
                assert {view.kind for view in views} == {"chow"}
            if line.element.group == "27.3":
                assert {view.kind for view in views} <= {"pung", "kong"}
                assert all(view.tiles[0] < EAST for view in views)
            if line.element.group == "27.2":
                assert all(view.tiles[0] >= EAST for view in views)


@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_the_order_of_tiles_melds_and_flowers_does_not_matter(seed: int, chance: random.Random) -> None:
    (hand,) = element_hands(seed, 1)
    tiles, melds, flowers = list(hand.tiles), list(hand.melds), list(hand.flowers)
    for items in (tiles, melds, flowers):
        chance.shuffle(items)  # type: ignore[arg-type]
    assert score(replace(hand, tiles=tuple(tiles), melds=tuple(melds), flowers=tuple(flowers))) == score(hand)


@given(st.integers(0, 10_000), st.sampled_from(list(permutations(range(3)))))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_exchanging_suits_changes_nothing(seed: int, suits: tuple[int, ...]) -> None:
    (hand,) = element_hands(seed, 1)

    def other(tile: int) -> int:
        return tile if tile >= EAST else 9 * suits[tile // 9] + tile % 9

    melds = tuple(meld._replace(tile=other(meld.tile)) for meld in hand.melds)
    exchanged = replace(hand, tiles=tuple(map(other, hand.tiles)), win=other(hand.win or 0), melds=melds)
    assert score(exchanged) == score(hand)


@given(st.integers(0, 10_000), st.sets(st.sampled_from(FLOWERS), min_size=1), st.sampled_from(FLOWERS))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_an_idle_flower_beside_others_changes_nothing(seed: int, held: set[str], flower: str) -> None:
    (hand,) = element_hands(seed, 1)
    more = held | {flower}
    idle = flower[1] != str(hand.seat + 1) and sum(title[0] == flower[0] for title in more) < 4
    before = score(replace(hand, flowers=tuple(held)))
    after = score(replace(hand, flowers=tuple(more)))
    if idle:
        assert after == before
    elif before and after:
        assert after.halves >= before.halves
