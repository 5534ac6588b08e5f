"""Characters that the bundled fonts can show."""

from functools import cache

from django.conf import settings
from reportlab.pdfbase.ttfonts import TTFontFile


@cache
def _printable_codes() -> frozenset[int]:
    """Return every character of the fonts used in PDFs; pages on screen use the same fonts."""
    fonts = sorted((settings.BASE_DIR / "static" / "fonts").glob("*.ttf"))
    return frozenset(code for font in fonts for code in TTFontFile(str(font)).charToGlyph)


def without_glyph(text: str) -> str:
    """Return the characters of ``text`` in no bundled font, each once, in order; empty: all can be printed."""
    return "".join(dict.fromkeys(sign for sign in text if ord(sign) not in _printable_codes() and not sign.isspace()))
