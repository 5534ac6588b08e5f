"""A hand of the International Mahjong Rules as one line of text, for worked examples."""

from scoring.elements.rules.hand import Hand, hand_of
from scoring.tiles.rules.lines import line_in


def hand_in(text: str) -> Hand:
    """Return the hand of a line such as ``"123m EEE, 78m99p1s + 1s round=S kongs=2 flowers=B1R4 first=earth"``.

    A hand without tiles is written with its words alone: ``"special=seven-flowers"``.
    """
    line = line_in(text)
    more = dict(line.more)
    if "flowers" in more:
        titles = str(more["flowers"])
        more["flowers"] = tuple(titles[at : at + 2] for at in range(0, len(titles), 2))
    return hand_of(line.tiles, line.win, line.melds, **more)
