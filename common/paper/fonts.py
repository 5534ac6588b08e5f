"""Which characters the bundled fonts can show."""

from functools import cache

from django.conf import settings
from reportlab.pdfbase.ttfonts import TTFontFile


@cache
def _shown() -> frozenset[int]:
    """Every character of the fonts that go into PDFs; what a page shows has the same faces."""
    fonts = sorted((settings.BASE_DIR / "static" / "fonts").glob("*.ttf"))
    return frozenset(code for font in fonts for code in TTFontFile(str(font)).charToGlyph)


def without_glyph(text: str) -> str:
    """The characters of ``text`` that no bundled font has, each once, in their order; empty: all can be printed."""
    return "".join(dict.fromkeys(sign for sign in text if ord(sign) not in _shown() and not sign.isspace()))
