"""The kit of papers: what is drawn stays in its box, in faces that have it, the same bytes each time."""

import io

import pypdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.fonts import without_glyph
from common.paper import Box, Furniture, Paper, printable
from common.paper.canvas import qr_rows
from common.paper.faces import runs, width
from common.paper.fitting import LEADING, fitted
from common.paper.lists import Column, Row, rows_of
from tests.support.pdf_reading import assert_clear

NAMES = ["王伟", "髙橋さくら", "Łukasz van der Vegt", "آلاء", "欧阳娜娜" * 9, "x" * 200, "é e\u0301 \u202e\x07!"]


def texts(data: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]


def some_paper(language: str) -> bytes:
    furniture = Furniture("品局杯", "Seats", "printed at noon", seal="abc123", watermark="Rehearsal")
    paper = Paper("Title", language=language, furniture=furniture)
    rows = [Row(section="Part", keep=1)]
    rows += [Row([number, name]) for number in range(12) for name in NAMES]
    rows_of(paper, [Column("No.", 1, "right"), Column("Name", 4, bold=True)], rows, title="By name")
    paper.stamp("frame", lambda: paper.frame(paper.body))
    paper.qr(Box(100, 100, 90, 90), "http://192.168.1.3:8000/e/cup/")
    paper.next_page()
    return paper.finished()


def test_a_paper_has_the_same_bytes_each_time_and_says_what_it_is_on_every_page() -> None:
    for language in ("zh-hans", "en", "ja"):
        data = some_paper(language)
        assert data == some_paper(language)
        pages = texts(data)
        assert len(pages) == 4
        for page in pages:
            for words in ("品局杯", "Seats", "printed at noon", "abc123", "Rehearsal"):
                assert words in page
        for page in pages[:3]:
            assert "Name" in page
            assert "Part" in page
        assert pages[0].count("王伟") + pages[1].count("王伟") + pages[2].count("王伟") == 12


def test_what_no_face_has_is_printed_in_its_usual_form_or_as_a_sign_for_it() -> None:
    assert printable("髙橋 﨑 e\u0301\u202e\n👍") == "髙橋 﨑 é 〓"
    assert [run.face for run in runs("さくら", "en")] == ["MCRSansJP-Regular"]
    assert [run.face for run in runs("王伟", "ja")] == ["MCRSansJP-Regular"]
    # What names have beside the characters of everyday, in China and in Japan, is there.
    assert without_glyph("髙﨑𠮷濵栁桒瀨槗曻邉𣘺喆堃祎玥翀淏垚镕瑀珺琛燚犇淼") == ""
    assert without_glyph("王𬭎👍") == "𬭎👍"


def test_a_character_beyond_the_first_plane_can_be_copied() -> None:
    paper = Paper("Title", language="ja")
    paper.text(Box(40, 50, 200, 10), "张𠮷祥 𣘺本", 10)
    paper.next_page()
    assert texts(paper.finished()) == ["张𠮷祥 𣘺本"]


def test_reading_back_finds_a_text_over_another_and_one_outside_its_page() -> None:
    """The helper by which all papers are read back sees what it is for."""
    for box, clear in ((Box(40, 61, 200, 10), True), (Box(60, 52, 200, 10), False), (Box(-30, 90, 200, 10), False)):
        paper = Paper("Title", language="en")
        paper.text(Box(40, 50, 200, 10), "髙橋 さくら and more", 10)
        paper.text(box, "over it", 10)
        paper.next_page()
        if clear:
            assert_clear(paper.finished())
        else:
            with pytest.raises(AssertionError):
                assert_clear(paper.finished())


@settings(max_examples=60)
@given(
    text=st.one_of(st.sampled_from(NAMES), st.text(st.sampled_from("aW王 ，さé。x"), max_size=60)),
    across=st.floats(8, 300),
    down=st.floats(4, 80),
    lines=st.integers(1, 4),
    bold=st.booleans(),
    even=st.booleans(),
)
def test_no_text_leaves_its_box(text: str, across: float, down: float, lines: int, bold: bool, even: bool) -> None:
    words = printable(text)
    fit = fitted(words, "en", across=across, down=down, size=12, lines=lines, bold=bold, even=even)
    assert 1 <= len(fit.lines) <= lines
    assert fit.size <= 12
    for line in fit.lines:
        assert line in ("", "…") or width(line, "en", bold) * fit.size <= across + 1e-6
    assert fit.size * (1 + LEADING * (len(fit.lines) - 1)) <= down + 1e-6
    whole = "".join(fit.lines)
    assert whole.endswith("…") or "".join(words.split()) == "".join(whole.split())


def test_a_qr_code_is_as_wide_as_its_version() -> None:
    rows = qr_rows("http://192.168.1.3:8000/e/cup/")
    assert len(rows) == 29
    assert all(row[-1][0] + row[-1][1] <= 29 for row in rows if row)
    assert rows[0][0] == (0, 7)


def test_lines_in_the_middle_are_even_and_leave_no_character_alone() -> None:
    name = "第二十三届中国国际麻将公开赛（四川·成都）"
    alone = fitted(name, "zh-hans", across=200, size=10, smallest=10, lines=2)
    even = fitted(name, "zh-hans", across=200, size=10, smallest=10, lines=2, even=True)
    assert [len(line) for line in alone.lines] == [19, 2]
    assert len(even.lines) == 2
    assert "".join(even.lines) == name
    assert abs(len(even.lines[0]) - len(even.lines[1])) <= 3
    words = fitted("Ada Lovelace of London", "en", across=100, size=10, smallest=10, lines=3, even=True)
    assert " ".join(words.lines) == "Ada Lovelace of London"
