"""Hands of 14 tiles that are not sets and a pair."""

from scoring.tiles.rules.parts import pack
from scoring.tiles.rules.shapes import knitted_straight
from scoring.tiles.rules.tiles import parse_tiles


def test_a_knitted_straight_takes_another_group_from_each_suit() -> None:
    straight = pack(parse_tiles("147m258p369s", "hand"))
    assert knitted_straight(pack(parse_tiles("147m258p369s55mEEE", "hand"))) == straight
    assert knitted_straight(pack(parse_tiles("147m147p258s55mEEE", "hand"))) is None
    assert knitted_straight(pack(parse_tiles("147m258p55s66sEEEE", "hand"))) is None
