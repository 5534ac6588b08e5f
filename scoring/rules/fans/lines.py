"""Hands as one line of text, for worked examples: ``"123m EEE (1111p), 78m99p + 9m self_drawn round=S flowers=2"``.

Melds stand before the comma, a concealed kong in brackets; then what stands concealed, the winning tile, flags.
"""

from scoring.rules.fans.hand import Hand, hand_of
from scoring.rules.fans.tiles import WINDS, tile_text, tiles_text

FLAGS = ("self_drawn", "last_of_kind", "wall_last", "kong")


def hand_in(text: str) -> Hand:
    """The hand of a line."""
    melds, _, own = text.rpartition(",")
    tiles, _, rest = own.partition("+")
    win, *words = rest.split()
    flags: dict[str, object] = {}
    for word in words:
        key, _, value = word.partition("=")
        flags[key] = int(value) if value.isdigit() else WINDS.index(value) if value else True
    return hand_of(tiles, win, melds.split(), **flags)


def text_of(hand: Hand) -> str:
    """The line of a hand."""
    melds = " ".join(f"({tiles_text(one.tiles)})" if one.concealed else tiles_text(one.tiles) for one in hand.melds)
    words = [flag for flag in FLAGS if getattr(hand, flag)]
    words += [f"{name}={WINDS[getattr(hand, name)]}" for name in ("seat", "round") if getattr(hand, name)]
    words += [f"flowers={hand.flowers}"] if hand.flowers else []
    return " ".join([f"{melds}," if melds else "", tiles_text(hand.tiles), "+", tile_text(hand.win), *words]).strip()
