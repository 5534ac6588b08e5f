"""Written workbooks: texts stay texts, figures are numbers, and the page is ready to print."""

import io
from datetime import UTC, datetime
from fractions import Fraction

import openpyxl

from common.files.workbooks.text_layout import LINE_HEIGHT, lines_in
from common.files.workbooks.writing import Heading, Merged, Sheet, workbook
from tests.support.workbook_reading import assert_readable


def test_workbook_holds_the_given_values_and_no_formula() -> None:
    nine = datetime(2026, 5, 1, 9, tzinfo=UTC)
    rows = [[1, "=1+1\x07", Fraction(7, 4)], [None, "@王伟", Fraction(4)], [2.5, "+", nine]]
    sheet = Sheet("a/b", [Heading("N"), Heading("名", 30), Heading("Q")], rows, title="=cup", frozen=2, paper="A3")
    book = openpyxl.load_workbook(io.BytesIO(workbook([sheet, Sheet("A/B", [Heading("N")], [])], title="杯")))
    assert book.sheetnames == ["a-b", "A-B 2"]
    page = book.worksheets[0]
    assert [[cell.value for cell in row] for row in page.iter_rows(min_row=3)] == [
        ["N", "名", "Q"],
        [1, "=1+1", 1.75],
        [None, "@王伟", 4],
        [2.5, "+", datetime(2026, 5, 1, 9)],
    ]
    assert {cell.data_type for row in page.iter_rows() for cell in row if isinstance(cell.value, str)} == {"s"}
    assert (page.freeze_panes, page.print_title_rows, page.page_setup.orientation) == ("C4", "$3:$3", "landscape")
    assert page.print_area.endswith("!$A$1:$C$6")
    assert page.page_setup.paperSize == 8


def test_long_texts_are_shrunk_or_wrapped_within_their_cell() -> None:
    names = ["王伟", "欧阳娜娜司马", "Wolfeschlegelsteinhausenbergerdorff " * 3]
    rows = [[number, name] for number, name in enumerate(names, start=1)]
    sheet = Sheet("Names", [Heading("No.", 6), Heading("The name as it is written", 12)], rows, title="Cup")
    page = openpyxl.load_workbook(io.BytesIO(workbook([sheet]))).active
    cells = [page.cell(row, 2) for row in (4, 5, 6)]
    assert [(bool(cell.alignment.shrink_to_fit), bool(cell.alignment.wrap_text)) for cell in cells] == [
        (False, False),
        (True, False),
        (False, True),
    ]
    lines = lines_in(names[2], 10)
    assert (page.row_dimensions[6].height, page.row_dimensions[5].height) == (LINE_HEIGHT * lines, None)
    assert page.row_dimensions[3].height == 3 * LINE_HEIGHT


def test_headings_align_with_figures_and_keep_their_words_whole() -> None:
    rows = [["王伟", 1, None], ["李娜", Fraction(7, 4), "x"]]
    sheet = Sheet("Points", [Heading("Name", 20), Heading("Competition points", 6), Heading("Note")], rows)
    page = openpyxl.load_workbook(io.BytesIO(workbook([sheet]))).active
    assert [page.cell(1, column).alignment.horizontal for column in (1, 2, 3)] == ["left", "right", "left"]
    assert page.column_dimensions["B"].width >= len("Competition")
    assert page.oddFooter.center.text == "&P / &N"


def test_wide_sheet_is_printed_on_larger_paper_and_several_pages_with_names_on_each() -> None:
    for columns, paper, pages in ((20, 9, 1), (40, 8, 1), (100, 8, 3)):
        sheet = Sheet("Wide", [Heading(str(at), 8) for at in range(columns)], [[1] * columns], frozen=3)
        page = openpyxl.load_workbook(io.BytesIO(workbook([sheet]))).active
        assert (page.page_setup.paperSize, page.page_setup.fitToWidth) == (paper, pages)
        assert page.print_title_cols == "$A:$C"
        assert page.print_title_rows == "$1:$1"


def test_merged_cells_share_the_height_of_their_text() -> None:
    name = "Équipe nationale de mah-jong de compétition de la République française"
    merged = [Merged(1, 0, 2)]
    sheet = Sheet("Teams", [Heading("Team", 14), Heading("No.")], [[name, 1], [None, 2], ["x", 3]], merged=merged)
    data = workbook([sheet])
    page = openpyxl.load_workbook(io.BytesIO(data)).active
    assert sum(page.row_dimensions[row].height for row in (2, 3)) >= LINE_HEIGHT * lines_in(name, 12)
    assert page.row_dimensions[4].height is None
    assert_readable(data)


def test_lines_are_counted_with_breaks_between_words() -> None:
    assert lines_in("Сборная команда Российской Федерации по спортивному маджонгу 43", 32) == 3
    assert lines_in("a" * 25, 10) == 3
    assert lines_in("欧阳娜娜", 8) == 1
    assert lines_in("one\ntwo", 8) == 2
