"""A hand of the Chinese rule sets as one line of text, for worked examples."""

from scoring.fans.rules.hands.hand import Hand, hand_of
from scoring.tiles.rules.lines import line_in


def hand_in(text: str) -> Hand:
    """Return the hand of a line such as ``"123m EEE (1111p), 78m99p + 9m self_drawn round=S flowers=2"``."""
    line = line_in(text)
    return hand_of(line.tiles, line.win, line.melds, **line.more)
