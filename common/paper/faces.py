"""The bundled faces in PDFs: which one shows a character, and how wide a text is."""

import re
import unicodedata
from functools import cache, lru_cache
from itertools import groupby
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

SC, SC_BOLD, JP = "MCRSansSC-Regular", "MCRSansSC-Bold", "MCRSansJP-Regular"
RARE, HANGUL = "MCRSansRare-Regular", "MCRSansHangul-Regular"
_ALL = (SC, JP, SC_BOLD, RARE, HANGUL)
#: What stands for a character that no face has; Japanese printers know it as 下駄.
MISSING = "〓"
_KANA = ("\u3041", "\u30ff")
#: From here on Chinese and Japanese faces differ.
CJK = "\u2e80"


class Run(NamedTuple):
    """A part of a text in one face; ``heavy``: there is no bold of it, so it is drawn with a stroke."""

    face: str
    text: str
    heavy: bool


#: A character beyond the first plane in the table by which a reader copies text.
_BEYOND = re.compile(r"<([0-9A-F]{5,6})>$", re.MULTILINE)


class Face(TTFont):  # type: ignore[misc]  # reportlab has no types
    """A face of which characters beyond the first plane (𠮷) can be copied and searched too: in UTF-16, as PDFs ask."""

    def addObjects(self, doc: Any) -> None:
        """Add the face to a document, and mend its tables of characters."""
        super().addObjects(doc)
        for name, held in doc.idToObject.items():
            if str(name).startswith("toUnicodeCMap:"):
                held.content = _BEYOND.sub(_pair, held.content)


def _pair(found: re.Match[str]) -> str:
    return f"<{chr(int(found[1], 16)).encode('utf-16-be').hex().upper()}>"


_REGISTERING = Lock()


@cache
def _glyphs(face: str) -> dict[int, int]:
    """The characters of a face; reportlab knows all faces from then on."""
    with _REGISTERING:
        # A face registered twice would break a paper that another thread is drawing.
        for name in set(_ALL) - set(pdfmetrics.getRegisteredFontNames()):
            pdfmetrics.registerFont(Face(name, str(settings.BASE_DIR / "static" / "fonts" / f"{name}.ttf")))
    return pdfmetrics.getFont(face).face.charToGlyph


@cache
def _any_face() -> frozenset[int]:
    return frozenset(code for face in _ALL for code in _glyphs(face))


@lru_cache(maxsize=8192)
def printable(text: str) -> str:
    """The text as it is printed: composed, without control and direction signs, every character one that a face has."""
    composed = unicodedata.normalize("NFC", text)
    signs = (" " if sign.isspace() else sign for sign in composed)
    return "".join(_shown(sign) for sign in signs if unicodedata.category(sign) not in {"Cc", "Cf", "Cs", "Mn"})


def _shown(sign: str) -> str:
    for form in (sign, unicodedata.normalize("NFKC", sign)):
        if all(ord(part) in _any_face() for part in form):
            return form
    return MISSING


@lru_cache(maxsize=8192)
def runs(text: str, language: str, bold: bool = False) -> tuple[Run, ...]:
    """A printable text in parts of one face each: that of the language, of kana if it has any, another where needed."""
    japanese = language.startswith("ja") or any(_KANA[0] <= sign <= _KANA[1] for sign in text)
    order: tuple[str, ...] = (JP, SC, RARE, HANGUL) if japanese else (SC, JP, RARE, HANGUL)
    drawn_alike = not japanese or all(sign < CJK for sign in text)
    if bold and drawn_alike and all(ord(sign) in _glyphs(SC_BOLD) for sign in text):
        order = (SC_BOLD, *order)

    def face(sign: str) -> str:
        return next((one for one in order if ord(sign) in _glyphs(one)), SC_BOLD)

    return tuple(Run(one, "".join(signs), bold and one != SC_BOLD) for one, signs in groupby(text, key=face))


@lru_cache(maxsize=32768)
def width(text: str, language: str, bold: bool = False) -> float:
    """How wide a printable text is at size 1."""
    return sum(pdfmetrics.stringWidth(run.text, run.face, 1) for run in runs(text, language, bold))
