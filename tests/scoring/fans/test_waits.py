"""The waits of 13 tiles, their distance from ready, and the kind of a false win."""

import pytest

from scoring.fans.rules import distance, judged, score, waits
from scoring.fans.rules.lines import hand_in
from scoring.tiles.rules.errors import HandError
from scoring.tiles.rules.sets import meld
from scoring.tiles.rules.tiles import parse_tiles, tile_text
from tests.support.hands import exchanged


@pytest.mark.parametrize(
    ("melds", "text", "tiles"),
    [
        ((), "1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ((), "19m19p19sESWNCFP", "1m 9m 1p 9p 1s 9s E S W N C F P"),
        ((), "147m258p36sESWNC", "9s F P"),
        ((), "147m258p36sCCCNN", "9s"),
        ((), "1133557799m224p", "4p"),
        (("CCC", "456p", "789s", "FFF"), "4p", "4p"),
        (("CCC", "456p", "789s"), "1233m", "3m"),
        (("CCC", "456p", "789s"), "4567m", "4m 7m"),
        (("CCC", "456p", "789s"), "147m4p", ""),
    ],
)
def test_the_waits_of_a_hand_are_found(melds: tuple[str, ...], text: str, tiles: str) -> None:
    declared = tuple(meld("chow" if len(set(shown)) > 2 else "pung", parse_tiles(shown)) for shown in melds)
    assert " ".join(tile_text(wait.tile) for wait in waits(parse_tiles(text), declared)) == tiles


def test_too_few_tiles_wait_for_nothing() -> None:
    with pytest.raises(HandError, match="hand: 12 tiles; with 0 melds it takes 13"):
        waits(parse_tiles("111234567899m"))


def test_each_wait_has_its_score_by_discard_and_self_drawn() -> None:
    (edge,) = waits(parse_tiles("12m99p"), hand_in("CCC 456p 789s, 12m99p + 3m").melds)
    assert (tile_text(edge.tile), edge.left) == ("3m", 4)
    assert edge.by_discard == score(hand_in("CCC 456p 789s, 12m99p + 3m"))
    assert edge.self_drawn == score(hand_in("CCC 456p 789s, 12m99p + 3m self_drawn"))
    assert edge.self_drawn.points == edge.by_discard.points + 1


def test_a_tile_held_four_times_is_no_wait() -> None:
    hand = hand_in("777m 123p CCC, 4567m + 4m")
    assert [tile_text(wait.tile) for wait in waits(hand.tiles, hand.melds)] == ["4m"]
    assert distance(hand.tiles, hand.melds).tiles == 0


@pytest.mark.parametrize(
    ("text", "tiles", "shapes"),
    [
        ("1112345678999m", 0, ("basic",)),
        ("1133557799m224p", 0, ("seven_pairs",)),
        ("19m19p19sESWNCF5m", 1, ("thirteen_orphans",)),
        ("147m258p36sESWN5m", 1, ("honours_and_knitted",)),
        ("147m258p36sCCN11p", 1, ("knitted_straight",)),
    ],
)
def test_distance_and_nearest_shapes_are_found(text: str, tiles: int, shapes: tuple[str, ...]) -> None:
    assert distance(parse_tiles(text)) == (tiles, shapes)


def test_a_hand_that_waits_is_ready() -> None:
    ready = 0
    for at, (tiles, melds) in enumerate(exchanged(8)):
        if at == 150:
            break
        if waits(tiles, melds):
            ready += 1
            assert distance(tiles, melds).tiles == 0
    assert ready > 20


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("123m 456m 789m, 3499m + 5m", "won"),
        ("123m 789m 456p, 34sNN + 5s flowers=8", "below_minimum"),
        ("123m 456m 789m, 3499m + 6m", "wrong_tile"),
        ("123m 456m 789m, 3699m + 9m", "not_ready"),
    ],
)
def test_the_kind_of_a_false_win_is_found(text: str, claim: str) -> None:
    """3.11.6.6: too few points and the wrong tile are 错和, a hand that was not ready is 诈和."""
    assert judged(hand_in(text)) == claim
