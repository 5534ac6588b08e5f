"""The bundled fonts in PDFs: the font for each character, and the width of a text."""

import re
import unicodedata
from functools import cache, lru_cache, partial
from itertools import groupby
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

SC, SC_BOLD, JP = "MCRSansSC-Regular", "MCRSansSC-Bold", "MCRSansJP-Regular"
RARE, HANGUL = "MCRSansRare-Regular", "MCRSansHangul-Regular"
_ALL = (SC, JP, SC_BOLD, RARE, HANGUL)
#: Printed for a character in no font; Japanese printers know it as 下駄 (geta).
MISSING = "〓"
_KANA = ("\u3041", "\u30ff")
#: First character from which Chinese and Japanese fonts differ.
CJK = "\u2e80"


class Run(NamedTuple):
    """A part of a text in one font; ``heavy``: the font has no bold, so it is drawn with a stroke."""

    face: str
    text: str
    heavy: bool


#: A character beyond the first plane in the table with which a PDF reader copies text.
_BEYOND = re.compile(r"<([0-9A-F]{5,6})>$", re.MULTILINE)


class Face(TTFont):  # type: ignore[misc]  # reportlab has no types
    """A font whose characters beyond the first plane (𠮷) can be copied and searched: in UTF-16, as PDFs require."""

    def addObjects(self, doc: Any) -> None:  # noqa: N802 (reportlab's name)
        """Add the font to a document and correct its character tables."""
        super().addObjects(doc)
        for name, held in doc.idToObject.items():
            if str(name).startswith("toUnicodeCMap:"):
                held.content = _BEYOND.sub(_pair, held.content)


def _pair(match: re.Match[str]) -> str:
    return f"<{chr(int(match[1], 16)).encode('utf-16-be').hex().upper()}>"


_REGISTERING = Lock()


@cache
def _glyphs(face: str) -> dict[int, int]:
    """Return the characters of a font; registers all fonts with reportlab."""
    with _REGISTERING:
        # Registering a font twice would break a paper that another thread is drawing.
        for name in set(_ALL) - set(pdfmetrics.getRegisteredFontNames()):
            pdfmetrics.registerFont(Face(name, str(settings.BASE_DIR / "static" / "fonts" / f"{name}.ttf")))
    return pdfmetrics.getFont(face).face.charToGlyph


@cache
def _printable_codes() -> frozenset[int]:
    return frozenset(code for face in _ALL for code in _glyphs(face))


@lru_cache(maxsize=8192)
def printable(text: str) -> str:
    """Return the text as printed: composed, without control characters, every character one that a font has."""
    if text.isascii() and text.isprintable():
        return text
    composed = unicodedata.normalize("NFC", text)
    signs = (" " if sign.isspace() else sign for sign in composed)
    dropped = {"Cc", "Cf", "Cs", "Mn"}
    return "".join(_printable_form(sign) for sign in signs if unicodedata.category(sign) not in dropped)


def _printable_form(sign: str) -> str:
    for form in (sign, unicodedata.normalize("NFKC", sign)):
        if all(ord(part) in _printable_codes() for part in form):
            return form
    return MISSING


@lru_cache(maxsize=8192)
def runs(text: str, language: str, bold: bool = False) -> tuple[Run, ...]:
    """Split a printable text into parts of one font each.

    The order of fonts follows the language, or Japanese if the text has kana.
    """
    _glyphs(SC)  # registers the fonts
    if text and text.isascii():
        # Every font has these characters.
        return (Run(SC_BOLD if bold else JP if language.startswith("ja") else SC, text, heavy=False),)
    japanese = language.startswith("ja") or any(_KANA[0] <= sign <= _KANA[1] for sign in text)
    order: tuple[str, ...] = (JP, SC, RARE, HANGUL) if japanese else (SC, JP, RARE, HANGUL)
    drawn_alike = not japanese or all(sign < CJK for sign in text)
    if bold and drawn_alike and all(ord(sign) in _glyphs(SC_BOLD) for sign in text):
        order = (SC_BOLD, *order)

    parts = groupby(text, key=partial(_face, order=order))
    return tuple(Run(name, "".join(signs), bold and name != SC_BOLD) for name, signs in parts)


@lru_cache(maxsize=8192)
def _face(sign: str, *, order: tuple[str, ...]) -> str:
    """Return the first font that has the character."""
    return next((name for name in order if ord(sign) in _glyphs(name)), SC_BOLD)


@lru_cache(maxsize=32768)
def width(text: str, language: str, bold: bool = False) -> float:
    """Return the width of a printable text at size 1."""
    return sum(pdfmetrics.stringWidth(run.text, run.face, 1) for run in runs(text, language, bold))
