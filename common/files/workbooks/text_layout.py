"""Lay out texts in the cells of workbooks: shrink or wrap them, and count their lines."""

import re
import unicodedata
from functools import lru_cache
from math import ceil
from typing import Any

from openpyxl.styles import Alignment

#: A word in an alphabet, which a line does not break.
WORD = re.compile(r"[^\s\u2e80-\uffef]+")
#: Pieces between which a line may break.
PIECES = re.compile(r"[^\s\u2e80-\uffef]+\s*|\S\s*|\s+")
NUMBER = Alignment(vertical="center")
#: Alignment of texts that fit, that are shrunk, and that are wrapped.
PLAIN = Alignment(horizontal="left", vertical="center", indent=1)
SHRUNK_TEXT = Alignment(horizontal="left", vertical="center", indent=1, shrink_to_fit=True)
WRAPPED = Alignment(horizontal="left", vertical="center", indent=1, wrap_text=True)
#: In points.
LINE_HEIGHT = 15
#: In characters.
INDENT = 2
#: How much longer than its column a shrunk text may be.
MOST_SHRUNK = 1.25
#: Excel allows no higher row.
MOST_LINES = 27


def fit_text(cell: Any, width: float, *, wrap: bool = False) -> int:
    """Keep a cell's text within its column, ``width`` characters wide; return the number of lines the row needs."""
    if not isinstance(cell.value, str):
        cell.alignment = NUMBER
        return 1
    lines = lines_in(cell.value, width - INDENT)
    smaller = not wrap and lines_in(cell.value, MOST_SHRUNK * (width - INDENT)) == 1
    if wrap:
        cell.alignment = WRAPPED
    elif lines == 1:
        cell.alignment = PLAIN
    else:
        cell.alignment = SHRUNK_TEXT if smaller else WRAPPED
    return 1 if smaller else lines


@lru_cache(maxsize=8192)
def lines_in(text: str, width: float) -> int:
    """Return about how many lines a text takes in a column, broken between words as programs do."""
    return min(MOST_LINES, sum(_lines_of(line, width) for line in text.split("\n")))


def _lines_of(text: str, width: float) -> int:
    lines, used = 1, 0.0
    for piece in PIECES.findall(text):
        wide = _text_width(piece.rstrip())
        if used and used + wide > width:
            lines, used = lines + 1, 0.0
        # A word that is wider than the column is broken anywhere.
        further = max(0, ceil(wide / max(width, 1)) - 1)
        lines, used = lines + further, used + _text_width(piece) - further * width
    return lines


def _text_width(text: str) -> float:
    """Return the width of a text in characters.

    Chinese and Japanese characters count 2, capitals and Cyrillic letters 1.15.
    """
    return sum(map(_character_width, text))


def _character_width(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 2
    return 1.15 if character.isupper() or character > "\u0370" else 1
