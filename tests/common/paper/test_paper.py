"""The PDF kit: drawings stay in their boxes, in fonts with all characters, with the same bytes each time."""

import io

import pypdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.paper import Box, Furniture, Paper, printable
from common.paper.faces import runs, width
from common.paper.fitting import LEADING, fitted, wrapped
from common.paper.fonts import without_glyph
from common.paper.list_widths import with_fitting_widths
from common.paper.lists import lists_of, rows_of
from common.paper.qr_codes import qr_rows
from common.paper.rows import Column, Row, RowList
from tests.support.pdf_reading import assert_clear, runs_of

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


def test_paper_has_stable_bytes_and_furniture_on_every_page() -> None:
    for language in ("zh-hans", "en", "ja"):
        data = some_paper(language)
        assert data == some_paper(language)
        pages = texts(data)
        assert len(pages) == 3
        for page in pages:
            for words in ("品局杯", "Seats", "printed at noon", "abc123", "Rehearsal"):
                assert words in page
        for page in pages[:2]:
            assert "Name" in page
            assert "Part" in page
        assert pages[0].count("王伟") + pages[1].count("王伟") == 12


def test_missing_character_is_printed_in_compatible_form_or_as_geta() -> None:
    assert printable("髙橋 﨑 e\u0301\u202e\n👍") == "髙橋 﨑 é 〓"
    assert [run.face for run in runs("さくら", "en")] == ["MCRSansJP-Regular"]
    assert [run.face for run in runs("王伟", "ja")] == ["MCRSansJP-Regular"]
    # Rare characters of Chinese and Japanese names are included.
    assert without_glyph("髙﨑𠮷濵栁桒瀨槗曻邉𣘺喆堃祎玥翀淏垚镕瑀珺琛燚犇淼") == ""
    # Cyrillic letters of Ukrainian, Mongolian and Kazakh beyond the Russian alphabet.
    assert without_glyph("ҐґЄєІіЇї ӨөҮү ҚқҢңҒғҰұҺһӘә") == ""
    # Korean names, also in decomposed form.
    assert without_glyph("김민수 박서연 최윤희 ㄱㅎㅏㅣ") == ""
    assert printable("\u1100\u1175\u11b7") == "김"
    assert without_glyph("王𬭎👍") == "𬭎👍"


def test_character_beyond_the_first_plane_can_be_copied() -> None:
    paper = Paper("Title", language="ja")
    paper.text(Box(40, 50, 200, 10), "张𠮷祥 𣘺本", 10)
    paper.next_page()
    assert texts(paper.finished()) == ["张𠮷祥 𣘺本"]


def test_reading_back_detects_overlapping_and_outlying_texts() -> None:
    """The helper that reads papers back detects overlapping and outlying texts."""
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


def test_reading_back_detects_a_line_through_a_text() -> None:
    """A text that runs into the next cell or touches a rule is detected; one between the rules is not."""
    for rule, clear in (((39, 40, 39, 70), True), ((60, 40, 60, 70), False), ((30, 55, 300, 55), False)):
        paper = Paper("Title", language="en")
        paper.text(Box(40, 50, 200, 10), "髙橋 さくら and more", 10)
        paper.rule(*rule)
        paper.next_page()
        if clear:
            assert_clear(paper.finished())
        else:
            with pytest.raises(AssertionError):
                assert_clear(paper.finished())


LONG = "Équipe nationale de mah-jong de compétition de la République française et de ses territoires d’outre-mer"


def test_row_is_as_high_as_its_longest_text_needs() -> None:
    """No name is cut; later rows move down and stay above the foot of the page."""
    paper = Paper("Title", language="en", furniture=Furniture("Cup", "Teams", "now"))
    columns = [Column("Team", 1), Column("Players", 2), Column("Points", 1, "right")]
    rows = [Row([f"{LONG} {at}", "王伟", -1234], keep=1) for at in range(60)]
    rows_of(paper, columns, rows)
    data = paper.finished()
    assert_clear(data)
    text = "".join("".join(texts(data)).split())
    assert "…" not in text
    assert [at for at in range(60) if f"{''.join(LONG.split())}{at}" not in text] == []
    assert paper.cut == {}


@pytest.mark.parametrize(
    ("rows", "pages"),
    [
        ((4, 3, 5), [["List 0", "List 1", "List 2"]]),
        ((25, 8, 3), [["List 0", "List 1"], ["List 2"]]),  # the third has too little room to be whole
        ((25, 40), [["List 0", "List 1"], ["List 1"]]),  # a long list begins on the page and goes on
        ((38, 60), [["List 0"], ["List 1"], ["List 1"]]),  # no room for its first rows
        ((0, 2), [["List 0", "List 1"]]),
    ],
)
def test_lists_follow_each_other_on_a_page(rows: tuple[int, ...], pages: list[list[str]]) -> None:
    paper = Paper("Title", language="en", furniture=Furniture("Cup", "Teams", "now"))
    lists = [
        RowList([Column("Name", 1)], [Row([f"王伟 {at}"]) for at in range(count)], f"List {number}", "A note")
        for number, count in enumerate(rows)
    ]
    lists_of(paper, lists)
    data = paper.finished()
    assert_clear(data)
    found = texts(data)
    titles = [f"List {number}" for number in range(len(rows))]
    assert [[title for title in titles if title in page] for page in found] == pages
    assert sum(page.count("王伟") for page in found) == sum(rows)


def test_section_is_repeated_on_the_next_page() -> None:
    paper = Paper("Title", language="en", furniture=Furniture("Cup", "Teams", "now"))
    rows = [Row(["龙队", ""], strong=True), *(Row(["", f"王伟 {at}"], of="龙队") for at in range(60))]
    rows_of(paper, [Column("Team", 1), Column("Player", 1)], rows)
    first, second = texts(paper.finished())
    assert [page.count("龙队") for page in (first, second)] == [1, 1]
    assert second.index("龙队") < second.index("王伟")


@pytest.mark.parametrize(
    ("rows", "pages"),
    [
        (40, [40]),
        (48, [48]),  # a little lower on one page
        (52, [40, 12]),  # too many for one page
        (60, [40, 20]),  # not few on the last page
        (84, [42, 42]),  # two pages instead of three
    ],
)
def test_rows_are_lower_where_a_few_would_be_left_on_the_last_page(rows: int, pages: list[int]) -> None:
    paper = Paper("Title", language="en", furniture=Furniture("Cup", "Seats", "now"))
    rows_of(
        paper, [Column("Name", 1)], [Row(section="Part"), *(Row([f"王伟 {at}"]) for at in range(rows))], title="Seats"
    )
    data = paper.finished()
    assert_clear(data)
    assert [page.count("王伟") for page in texts(data)] == pages


def test_rows_to_write_on_keep_their_height() -> None:
    paper = Paper("Title", language="en", furniture=Furniture("Cup", "Seats", "now"))
    rows_of(paper, [Column("Name", 1)], [Row([f"王伟 {at}"], ruled=True) for at in range(48)], title="Seats")
    assert len(texts(paper.finished())) == 2


def test_cell_extends_over_following_none_cells() -> None:
    paper = Paper("Title", language="en")
    rows_of(paper, [Column("Team", 1), Column("No.", 1), Column("Player", 3)], [Row([LONG, None, None], strong=True)])
    data = paper.finished()
    assert_clear(data)
    [page] = pypdf.PdfReader(io.BytesIO(data)).pages
    assert max(run.end - run.start for run in runs_of(page)) > 0.6 * paper.body.width


def test_paper_records_cut_texts() -> None:
    paper = Paper("Title", language="en")
    for words in (LONG, "王伟"):
        paper.text(Box(40, 50, 60, 10), words)
    assert list(paper.cut) == [LONG]


def test_head_shows_the_complete_event_name() -> None:
    paper = Paper("Title", language="en", furniture=Furniture(LONG, "List of awards", "now"))
    paper.text(paper.body, "王伟")
    paper.next_page()
    data = paper.finished()
    assert_clear(data)
    [page] = texts(data)
    assert " ".join(LONG.split()) in " ".join(page.split())


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("ヴァシリエヴナ・ペトロヴァ", ["ヴァシリエヴナ・", "ペトロヴァ"]),
        ("トロヴァ", ["トロヴァ"]),
        ("佐藤翔太郎 (失格)", ["佐藤翔太郎", "(失格)"]),
        ("阿卜杜热合曼·买买提明", ["阿卜杜热合曼·", "买买提明"]),
        ("Saint-Germain-en-Laye", ["Saint-Germain-", "en-Laye"]),
        ("2026/11/20 – 2026/11/23", ["2026/11/20 –", "2026/11/23"]),
        ("2026-05-01 12:00", ["2026-05-01", "12:00"]),
        ("非常口がある（3.5.5.3）、二", ["非常口がある", "（3.5.5.3）、", "二"]),
    ],
)
def test_lines_break_by_the_rules_of_each_language(text: str, lines: list[str]) -> None:
    """No line begins with closing punctuation or ends with opening punctuation; dates stay whole."""
    assert wrapped(text, "ja", max(width(line, "ja") for line in lines) + 0.1) == lines


@settings(max_examples=60)
@given(
    text=st.one_of(st.sampled_from(NAMES), st.text(st.sampled_from("aW王 ，さé。x"), max_size=60)),
    across=st.floats(8, 300),
    down=st.floats(4, 80),
    lines=st.integers(1, 4),
    bold=st.booleans(),
    even=st.booleans(),
)
def test_text_never_leaves_its_box(text: str, across: float, down: float, lines: int, bold: bool, even: bool) -> None:
    words = printable(text)
    fit = fitted(words, "en", across=across, down=down, size=12, lines=lines, bold=bold, even=even)
    assert 1 <= len(fit.lines) <= lines
    assert fit.size <= 12
    for line in fit.lines:
        assert line in ("", "…") or width(line, "en", bold) * fit.size <= across + 1e-6
    assert fit.size * (1 + LEADING * (len(fit.lines) - 1)) <= down + 1e-6
    whole = "".join(fit.lines)
    assert whole.endswith("…") or "".join(words.split()) == "".join(whole.split())


def test_qr_code_is_as_wide_as_its_version() -> None:
    rows = qr_rows("http://192.168.1.3:8000/e/cup/")
    assert len(rows) == 29
    assert all(row[-1][0] + row[-1][1] <= 29 for row in rows if row)
    assert rows[0][0] == (0, 7)


def test_centred_lines_are_even_without_a_single_last_character() -> None:
    name = "第二十三届中国国际麻将公开赛（四川·成都）"
    alone = fitted(name, "zh-hans", across=200, size=10, smallest=10, lines=2)
    even = fitted(name, "zh-hans", across=200, size=10, smallest=10, lines=2, even=True)
    assert [len(line) for line in alone.lines] == [19, 2]
    assert len(even.lines) == 2
    assert "".join(even.lines) == name
    assert abs(len(even.lines[0]) - len(even.lines[1])) <= 3
    words = fitted("Ada Lovelace of London", "en", across=100, size=10, smallest=10, lines=3, even=True)
    assert " ".join(words.lines) == "Ada Lovelace of London"


def test_no_name_is_shrunk_beside_an_empty_column() -> None:
    paper, name = Paper("Title", language="en"), "Wolfeschlegelsteinhausen van der Bergerdorff"
    columns = [Column("Name", 1), Column("Team", 1), Column("Points", 1, "right")]
    fitted_columns = with_fitting_widths(paper, columns, [Row([name, "", "12"])], 9.0)
    shares = [column.share for column in fitted_columns]
    assert paper.body.width * shares[0] / sum(shares) > 9.0 * width(name, "en")
    assert shares[1] < shares[0] / 2
