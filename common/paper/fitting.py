"""Fit a text into its box: shrink it, wrap it, and finally cut it with an ellipsis."""

import re
from functools import lru_cache
from typing import NamedTuple

from common.paper.faces import width

#: The distance of two lines, in font sizes.
LEADING = 1.25
STEP = 0.5
#: Factor by which one step narrows lines to make them even.
NARROWER = 0.94
#: Positions within a word where a line may break: not those of a range or a date.
_BREAK = r"(?<=[^\W\d])-(?=[^\W\d])|(?<!\d)/|/(?!\d)"
#: Chinese, Japanese and Korean characters; signs that may not end a line, and signs that may not begin one.
_WIDE = r"\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef"
_BEFORE = r"（「『【〈《〔“‘(\["
_AFTER = r"、。，．：；！？）」』】〉》〕”’)\]…·ー・々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
#: Unbreakable pieces: a character with such signs, or a word in an alphabet; with the space after it.
_PIECES = re.compile(
    rf"[{_BEFORE}]*(?![{_BEFORE}])[{_WIDE}][{_AFTER}]*\s*"
    rf"|[{_BEFORE}]*(?:(?!{_BREAK}|[{_BEFORE}]+[{_WIDE}])[^\s{_WIDE}])+[/-]?[{_AFTER}]*\s*"
    r"|\S\s*"
    r"|\s+"
)


class Fitted(NamedTuple):
    """The lines to print, their size, and whether they hold the whole text."""

    lines: tuple[str, ...]
    size: float
    whole: bool = True


@lru_cache(maxsize=16384)
def fitted(
    text: str,
    language: str,
    *,
    across: float,
    down: float = 1e6,
    size: float,
    smallest: float = 6,
    lines: int = 1,
    bold: bool = False,
    even: bool = False,
) -> Fitted:
    """Fit a printable text into ``across`` x ``down`` points: at most ``size``, at least ``smallest``.

    A text that does not fit at the smallest size in the allowed lines ends in "…"; no line is ever wider than the box.
    A box that is too low makes the size smaller than ``smallest``. ``even``: make the lines about equally long.
    """
    current_size = min(size, down)
    smallest = min(smallest, current_size)
    while True:
        most_lines = max(1, min(lines, int((down / current_size - 1) / LEADING + 1 + 1e-9)))
        split = wrapped(text, language, across / current_size, bold)
        if len(split) <= most_lines and all(width(line, language, bold) * current_size <= across for line in split):
            if even:
                split = _even(text, split, language, across / current_size, bold)
            return Fitted(tuple(split), current_size)
        if current_size <= smallest:
            split = wrapped(text, language, across / current_size, bold, breaking=most_lines > 1)
            kept = _cut(split, most_lines, language, across / current_size, bold)
            return Fitted(tuple(kept), current_size, kept == split)
        current_size = max(smallest, current_size - STEP)


def wrapped(text: str, language: str, across: float, bold: bool = False, *, breaking: bool = False) -> list[str]:
    """Split the text into lines of at most ``across`` sizes.

    Lines break at spaces, after "/" and "-", and between Chinese characters. A single wider word gets a line of its
    own, or with ``breaking`` is broken anywhere.
    """
    lines, line = [], ""
    for piece in _PIECES.findall(text):
        while breaking and len(piece) > 1 and width(piece.rstrip(), language, bold) > across:
            most = _within(piece, language, across - width(line, language, bold), bold) or (0 if line else 1)
            lines.append(line + piece[:most])
            line, piece = "", piece[most:]
        if line and width((line + piece).rstrip(), language, bold) > across:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]


def _even(text: str, lines: list[str], language: str, across: float, bold: bool) -> list[str]:
    """Return the text in the same number of lines, as narrow as possible: the last line is not a single character."""
    while len(lines) > 1:
        across *= NARROWER
        narrower = wrapped(text, language, across, bold)
        if len(narrower) > len(lines) or any(width(line, language, bold) > across for line in narrower):
            break
        lines = narrower
    return lines


def _within(word: str, language: str, across: float, bold: bool) -> int:
    """Return how many of the word's first characters are no wider than ``across``."""
    for count in range(1, len(word) + 1):
        if width(word[:count], language, bold) > across:
            return count - 1
    return len(word)


def _cut(lines: list[str], room: int, language: str, across: float, bold: bool) -> list[str]:
    """Return the first lines, each within its width; "…" marks a cut."""
    kept = [_shortened(line, language, across, bold) for line in lines[:room]]
    if len(lines) > room and not kept[-1].endswith("…"):
        kept[-1] = _shortened(kept[-1] + "…", language, across, bold)
    return kept


def _shortened(line: str, language: str, across: float, bold: bool) -> str:
    if width(line, language, bold) <= across:
        return line
    words = line.rstrip("…")
    while words and width(words.rstrip() + "…", language, bold) > across:
        words = words[:-1]
    return words.rstrip() + "…"
