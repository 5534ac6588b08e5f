"""Check that the cells of a workbook can be read: no text is cut, no heading is broken, everything is printed."""

import io
import re

import openpyxl
from openpyxl.cell import Cell
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

#: The default height of a row in points, and the height of a line.
ROW, LINE = 15, 15
#: The largest factor by which a text is shrunk in a narrow column.
SMALLER = 1.5


def assert_readable(data: bytes, *, forms: bool = False) -> None:
    """Check that every text fits its cell and that every sheet prints completely with headings on each page.

    ``forms``: each sheet is a form on its own page.
    """
    for page in openpyxl.load_workbook(io.BytesIO(data)).worksheets:
        assert page.print_area, page.title
        last = f"${get_column_letter(page.max_column)}${page.max_row}"
        assert page.print_area.endswith(last), (page.title, page.print_area, last)
        assert page.sheet_properties.pageSetUpPr.fitToPage
        assert page.page_setup.fitToHeight == (None if forms else 0)
        ledgers = int(page.print_title_rows.split("$")[-1]) if page.print_title_rows else 0
        for row in page.iter_rows(min_row=max(ledgers, 1)):
            for cell in row:
                if cell.data_type == "s":
                    _assert_room(page, cell, is_head=cell.row == ledgers)


def _assert_room(page: Worksheet, cell: Cell, *, is_head: bool) -> None:
    wide, high = _room(page, cell)
    needed = _wide(cell.value)
    if is_head:
        words = re.findall(r"[^\s\u2e80-\uffef]+", cell.value)
        assert max(map(len, words), default=0) <= wide, (page.title, cell.coordinate, cell.value)
    if cell.alignment.wrap_text:
        # At best each line is filled to its end.
        assert needed <= (wide - 1) * (high // LINE), (page.title, cell.coordinate, cell.value, wide, high)
    else:
        assert needed <= wide * (SMALLER if cell.alignment.shrink_to_fit else 1), (page.title, cell.coordinate)


def _room(page: Worksheet, cell: Cell) -> tuple[float, float]:
    """Return width in characters and height in points of a cell, including merged cells."""
    for span in page.merged_cells.ranges:
        if (cell.row, cell.column) == (span.min_row, span.min_col):
            rows, columns = range(span.min_row, span.max_row + 1), range(span.min_col, span.max_col + 1)
            break
    else:
        rows, columns = range(cell.row, cell.row + 1), range(cell.column, cell.column + 1)
    wide = sum(page.column_dimensions[get_column_letter(column)].width for column in columns)
    return wide, sum(page.row_dimensions[row].height or ROW for row in rows)


def _wide(text: str) -> int:
    return sum(2 if sign >= "\u2e80" else 1 for sign in text)
