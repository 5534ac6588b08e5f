"""Workbooks that are written: texts stay texts, figures are figures, and the page is ready to print."""

import io
from datetime import UTC, datetime
from fractions import Fraction

import openpyxl

from common.workbooks.writing import LINE, Heading, Sheet, lines_in, workbook


def test_a_workbook_holds_what_was_given_and_no_formula() -> None:
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


def test_no_text_runs_out_of_its_cell() -> None:
    """Shorter ones stand as they are, longer ones are shrunk, the longest take lines; heads are high enough."""
    names = ["王伟", "欧阳娜娜司马光诸葛", "Wolfeschlegelsteinhausenbergerdorff " * 3]
    rows = [[number, name] for number, name in enumerate(names, start=1)]
    sheet = Sheet("Names", [Heading("No.", 6), Heading("The name as it is written", 12)], rows, title="Cup")
    page = openpyxl.load_workbook(io.BytesIO(workbook([sheet]))).active
    cells = [page.cell(row, 2) for row in (4, 5, 6)]
    assert [(bool(one.alignment.shrink_to_fit), bool(one.alignment.wrap_text)) for one in cells] == [
        (False, False),
        (True, False),
        (False, True),
    ]
    lines = lines_in(names[2], 10)
    assert (page.row_dimensions[6].height, page.row_dimensions[5].height) == (LINE * lines, None)
    assert page.row_dimensions[3].height == 3 * LINE
