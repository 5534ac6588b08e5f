"""Making a text fit its box: shrinking, wrapping, and at last an ellipsis."""

import re
from functools import lru_cache
from typing import NamedTuple

from common.paper.faces import width

#: The distance of two lines, in sizes.
LEADING = 1.25
STEP = 0.5
#: By how much lines are narrowed at once that shall be even.
NARROWER = 0.94
#: Signs within a word after which a line may end: not those of a range or a day.
_BREAK = r"(?<=[^\W\d])-(?=[^\W\d])|(?<!\d)/|/(?!\d)"
#: Chinese, Japanese and Korean characters; the signs that may not end a line before one, or begin a line after one.
_WIDE = r"\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef"
_BEFORE = r"（「『【〈《〔“‘(\["
_AFTER = r"、。，．：；！？）」』】〉》〕”’)\]…·ー・々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
#: What stays together: a character with such signs, or a word of an alphabet; with the space after it.
_PIECES = re.compile(
    rf"[{_BEFORE}]*[{_WIDE}][{_AFTER}]*\s*"
    rf"|(?:(?!{_BREAK}|[{_BEFORE}]+[{_WIDE}])[^\s{_WIDE}])+[/-]?\s*"
    r"|\S\s*"
    r"|\s+"
)


class Fitted(NamedTuple):
    """The lines that are printed, their size, and whether they hold the whole text."""

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
    """A printable text for a box of ``across`` x ``down`` points: at most ``size``, at least ``smallest``.

    What does not fit at the smallest size in the lines allowed ends in "…"; no line is ever wider than the box. A box
    that is too low makes the size smaller than ``smallest``. ``even``: the lines are about as long as each other.
    """
    at = min(size, down)
    smallest = min(smallest, at)
    while True:
        room = max(1, min(lines, int((down / at - 1) / LEADING + 1 + 1e-9)))
        found = wrapped(text, language, across / at, bold)
        if len(found) <= room and all(width(line, language, bold) * at <= across for line in found):
            return Fitted(tuple(_even(text, found, language, across / at, bold) if even else found), at)
        if at <= smallest:
            found = wrapped(text, language, across / at, bold, breaking=room > 1)
            kept = _cut(found, room, language, across / at, bold)
            return Fitted(tuple(kept), at, kept == found)
        at = max(smallest, at - STEP)


def wrapped(text: str, language: str, across: float, bold: bool = False, *, breaking: bool = False) -> list[str]:
    """The text in lines of at most ``across`` sizes: broken at spaces, after "/" and "-", between Chinese characters.

    A single word that is wider has a line of its own, or with ``breaking`` is broken anywhere.
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
    """The text in as many lines, as narrow as they go by steps: no single character is left for the last line."""
    while len(lines) > 1:
        across *= NARROWER
        found = wrapped(text, language, across, bold)
        if len(found) > len(lines) or any(width(line, language, bold) > across for line in found):
            break
        lines = found
    return lines


def _within(word: str, language: str, across: float, bold: bool) -> int:
    """How many of the word's first characters are no wider than ``across``."""
    return next((at - 1 for at in range(1, len(word) + 1) if width(word[:at], language, bold) > across), len(word))


def _cut(lines: list[str], room: int, language: str, across: float, bold: bool) -> list[str]:
    """The first lines, each within its width; "…" stands where something is left out."""
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
