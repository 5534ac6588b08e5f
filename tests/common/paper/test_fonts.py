"""The bundled faces in browsers: each is for what its file has, and what is rare costs only who needs it."""

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
    """What a face's file has."""
    return frozenset(TTFontFile(str(settings.BASE_DIR / "static" / "fonts" / f"{name}.ttf")).charToGlyph)


def ranges() -> dict[str, list[range]]:
    """By file the characters for which a browser may fetch it."""
    style = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text()
    found = {}
    for face in _FACE.findall(style):
        file, written = _FILE.search(face), _RANGES.search(face)
        if file and written:
            ends = (one.strip().removeprefix("U+").split("-") for one in written[1].split(","))
            found[file[1]] = [range(int(end[0], 16), int(end[-1], 16) + 1) for end in ends]
    return found


def test_a_browser_fetches_a_face_for_all_that_its_file_has() -> None:
    fetched = ranges()
    for name in (SC, SC_BOLD, JP, RARE, HANGUL):
        # Cyrillic letters of the rare face are for papers: browsers have them in the Latin one. FFFF ends a table.
        asked = characters_of(name) - {0xFFFF, *range(0x600)}
        lost = {one for one in asked if not any(one in within for within in fetched[name])}
        assert not lost, (name, sorted(map(chr, lost))[:20])


def test_a_korean_name_is_in_one_small_face_alone() -> None:
    fetched = ranges()
    for sign in KOREAN:
        assert [name for name, within in fetched.items() if any(ord(sign) in one for one in within)] == [HANGUL]
        assert [name for name in (SC, SC_BOLD, JP, RARE, HANGUL) if ord(sign) in characters_of(name)] == [HANGUL]
    assert (settings.BASE_DIR / "static" / "fonts" / f"{HANGUL}.woff2").stat().st_size < 200_000
    assert [run.face for run in runs("김민수喆", "en")] == [HANGUL, RARE]
