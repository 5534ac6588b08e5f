"""The bundled fonts in browsers: each is declared for the characters of its file, and rare ones load only on demand."""

import re
from functools import cache

from django.conf import settings
from reportlab.pdfbase.ttfonts import TTFontFile

from common.paper.faces import HANGUL, JP, RARE, SC, SC_BOLD, runs

_FACE = re.compile(r"@font-face \{(.*?)\n\}", re.DOTALL)
_FILE = re.compile(r'url\("\.\./fonts/(\S+)\.woff2"\)')
_RANGES = re.compile(r"unicode-range: (.*?);")
KOREAN = frozenset("김민수박서연최윤희ㄱㅏ")


@cache
def characters_of(name: str) -> frozenset[int]:
    """Return the characters in a font file."""
    return frozenset(TTFontFile(str(settings.BASE_DIR / "static" / "fonts" / f"{name}.ttf")).charToGlyph)


def ranges() -> dict[str, list[range]]:
    """Return file -> characters for which a browser may fetch it."""
    style = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text()
    characters_by_file = {}
    for face in _FACE.findall(style):
        file, written = _FILE.search(face), _RANGES.search(face)
        if file and written:
            ends = (part.strip().removeprefix("U+").split("-") for part in written[1].split(","))
            characters_by_file[file[1]] = [range(int(end[0], 16), int(end[-1], 16) + 1) for end in ends]
    return characters_by_file


def test_unicode_ranges_cover_the_characters_of_each_font_file() -> None:
    fetched = ranges()
    for name in (SC, SC_BOLD, JP, RARE, HANGUL):
        # Cyrillic letters of the rare font are for papers: browsers have them in the Latin one. FFFF ends a table.
        needed = characters_of(name) - {0xFFFF, *range(0x600)}
        lost = {code for code in needed if not any(code in within for within in fetched[name])}
        assert not lost, (name, sorted(map(chr, lost))[:20])


def test_korean_name_needs_a_single_small_font() -> None:
    fetched = ranges()
    for sign in KOREAN:
        assert [name for name, within in fetched.items() if any(ord(sign) in part for part in within)] == [HANGUL]
        assert [name for name in (SC, SC_BOLD, JP, RARE, HANGUL) if ord(sign) in characters_of(name)] == [HANGUL]
    assert (settings.BASE_DIR / "static" / "fonts" / f"{HANGUL}.woff2").stat().st_size < 200_000
    assert [run.face for run in runs("김민수喆", "en")] == [HANGUL, RARE]
