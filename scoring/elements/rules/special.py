"""The special winning hands of IMJ 25, each counted alone."""

from collections.abc import Iterator

from scoring.elements.rules.hand import Hand
from scoring.tiles.rules.parts import SUIT_BITS, UNIT, pack
from scoring.tiles.rules.shapes import (
    is_honours_and_knitted,
    is_nine_gates,
    is_shifted_pairs,
    is_thirteen_orphans,
)
from scoring.tiles.rules.tiles import HONOURS

FIRSTS = {"heaven": "25.1(1)", "earth": "25.1(2)"}
SPECIALS = {"seven-flowers": "25.2(1)", "eight-flowers": "25.2(2)", "kong-to-fourth": "25.2(5)"}


def special_articles(hand: Hand, wins: bool) -> list[str]:
    """Return the articles of the special hands that the hand is, without All Hidden Pungs, which needs its sets.

    `wins`: it is also an ordinary winning hand.
    """
    articles = [SPECIALS[hand.special]] if hand.special else []
    if hand.has_tiles and not hand.melds:
        articles += _of_tiles(hand)
    if hand.first and (wins or articles or hand.win is None):
        articles.append(FIRSTS[hand.first])
    return articles


def _of_tiles(hand: Hand) -> Iterator[str]:
    """Yield the special hands that 14 concealed tiles make."""
    held = pack(hand.tiles)
    key = held + UNIT[hand.win or 0]
    if is_shifted_pairs(key):
        yield "25.1(4)"
    if is_nine_gates(held) and hand.win is not None and hand.win // 9 == hand.tiles[0] // 9:
        yield "25.1(5)"
    # All seven honours, so seven single tiles of the suits.
    if is_honours_and_knitted(key) and (key >> 3 * SUIT_BITS).bit_count() == len(HONOURS):
        yield "25.2(3)"
    if is_thirteen_orphans(key):
        yield "25.2(4)"
