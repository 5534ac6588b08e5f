"""A hand as one line of text, for worked examples: ``"123m EEE (1111p), 78m99p + 9m self_drawn round=S flowers=2"``.

Melds stand before the comma, a concealed kong in brackets; then what stands concealed, the winning tile, flags.
"""

from scoring.fans.rules.hands.hand import Hand, hand_of
from scoring.fans.rules.hands.tiles import WINDS


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
