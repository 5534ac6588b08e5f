"""A hand as one line of text, for worked examples: ``"123m EEE (1111p), 78m99p + 9m self_drawn round=S flowers=2"``.

Melds come before the comma, a concealed kong in brackets; then concealed tiles, the winning tile, and words.
"""

from typing import NamedTuple

from scoring.tiles.rules.tiles import WINDS


class HandLine(NamedTuple):
    """The parts of a line; `more`: its words, as ``{"self_drawn": True, "round": 1, "flowers": 2}``.

    `win` is empty in a line of words alone.
    """

    tiles: str
    win: str
    melds: tuple[str, ...]
    more: dict[str, object]


def line_in(text: str) -> HandLine:
    """Return the parts of a line."""
    melds, _, own = text.rpartition(",")
    tiles, plus, rest = own.partition("+")
    if not plus:
        return HandLine("", "", (), dict(map(_word, own.split())))
    win, *words = rest.split()
    return HandLine(tiles, win, tuple(melds.split()), dict(map(_word, words)))


def _word(word: str) -> tuple[str, object]:
    key, equals, value = word.partition("=")
    if not equals:
        return key, True
    if value.isdigit():
        return key, int(value)
    return key, WINDS.index(value) if value in WINDS else value
