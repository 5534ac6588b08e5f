"""Writing workbooks (XLSX): lists with headings, frozen, ready to print, with figures that are figures.

::

    data = workbook([Sheet(_("By name"), [Heading(_("Number"), 8), Heading(_("Name"), 30)], rows, title=event.name)])

A row's cells are texts, whole numbers, floats, Fractions, dates, or None for an empty cell. Texts are always texts:
what begins with "=" is no formula (OWASP: formula injection), and control characters are dropped. A text that is longer
than its column is wide is shown smaller, up to half, or in several lines: it never runs into the next cell.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from io import BytesIO
from math import ceil
from typing import Any, NamedTuple

from django.utils import timezone
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

#: Characters that Excel allows in no name of a sheet, and how long one may be.
FORBIDDEN, LONGEST = str.maketrans(dict.fromkeys("[]:*?/\\", "-")), 31
# With its name and size: without, some programs take another face than that of the cells around.
BOLD = Font(name="Calibri", size=11, bold=True)
HEADING = Border(bottom=Side(style="thin"))
WRAPPED = Alignment(wrap_text=True, vertical="center")
MIDDLE = Alignment(vertical="center")
#: Texts that fit, that are shown smaller, and that take several lines of so many points; so far from a figure before.
PLAIN = Alignment(horizontal="left", vertical="center", indent=1)
SMALLER = Alignment(horizontal="left", vertical="center", indent=1, shrink_to_fit=True)
LINES = Alignment(horizontal="left", vertical="center", indent=1, wrap_text=True)
LINE, INDENT = 15, 2
#: A row is no higher in Excel.
MOST_LINES = 27
PAPER = {"A4": 9, "A3": 8}

Value = str | int | float | Fraction | date | datetime | None


@dataclass(frozen=True)
class Heading:
    """A column: its heading and its width in characters."""

    text: str
    width: float = 12


class Merged(NamedTuple):
    """Cells of one column (from 1) that are one: from which of the sheet's rows on (from 0), and how many."""

    column: int
    first: int
    rows: int


@dataclass(frozen=True)
class Sheet:
    """A sheet: its name, headings and rows; ``title`` stands above, ``frozen`` columns stay while scrolling."""

    name: str
    headings: Sequence[Heading]
    rows: Iterable[Sequence[Value]]
    title: str = ""
    frozen: int = 0
    landscape: bool = True
    paper: str = "A4"
    merged: Sequence[Merged] = ()


def workbook(sheets: Iterable[Sheet], *, title: str = "") -> bytes:
    """The workbook as a file."""
    book = Workbook(write_only=True)
    book.properties.title, book.properties.creator = _clean(title), "Pinju"
    taken: set[str] = set()
    for sheet in sheets:
        _write(book.create_sheet(sheet_name(sheet.name, taken)), sheet)
    return as_file(book)


def as_file(book: Workbook) -> bytes:
    """A workbook of openpyxl as the bytes of its file."""
    output = BytesIO()
    book.save(output)
    return output.getvalue()


def sheet_name(name: str, taken: set[str]) -> str:
    """A name that Excel takes and that is not in ``taken`` (which gets it)."""
    plain = _clean(name).translate(FORBIDDEN).strip("' ")[:LONGEST] or "-"
    found, number = plain, 1
    while found.casefold() in taken:
        number += 1
        found = f"{plain[: LONGEST - 4]} {number}"
    taken.add(found.casefold())
    return found


def _write(page: Worksheet, sheet: Sheet) -> None:
    above = 2 if sheet.title else 0
    page.freeze_panes = f"{get_column_letter(sheet.frozen + 1)}{above + 2}"
    for at, heading in enumerate(sheet.headings, start=1):
        page.column_dimensions[get_column_letter(at)].width = heading.width
    page.page_setup.orientation = "landscape" if sheet.landscape else "portrait"
    page.page_setup.paperSize = PAPER[sheet.paper]
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.page_setup.fitToHeight = 0
    page.print_title_rows = f"{above + 1}:{above + 1}"
    if sheet.title:
        page.append([_cell(page, sheet.title, BOLD)])
        page.append([])
    _heads(page, sheet, above + 1)
    count = above + 1
    tops = {(column, first) for column, first, _rows in sheet.merged}
    for at, row in enumerate(sheet.rows):
        count += 1
        cells = [_cell(page, value) for value in row]
        high = 1
        for column, (cell, heading) in enumerate(zip(cells, sheet.headings, strict=False), start=1):
            if not isinstance(cell.value, str):
                cell.alignment = MIDDLE
            elif (column, at) in tops:
                cell.alignment = LINES
            else:
                high = max(high, laid(cell, heading.width))
        if high > 1:
            page.row_dimensions[count].height = LINE * high
        page.append(cells)
    for column, first, rows in sheet.merged:
        letter, top = get_column_letter(column), above + 2 + first
        page.merged_cells.add(f"{letter}{top}:{letter}{top + rows - 1}")
    page.print_area = f"A1:{get_column_letter(max(1, len(sheet.headings)))}{count}"


def _heads(page: Worksheet, sheet: Sheet, row: int) -> None:
    """The row of the headings, as high as the longest of them needs."""
    heads = [_cell(page, heading.text, BOLD) for heading in sheet.headings]
    for head in heads:
        head.border, head.alignment = HEADING, WRAPPED
    lines = (lines_in(heading.text, heading.width - 1) for heading in sheet.headings)
    page.row_dimensions[row].height = LINE * max(lines, default=1)
    page.append(heads)


def laid(cell: Any, width: float) -> int:
    """Keep a cell's text within its column, ``width`` characters wide; how many lines the row needs for it."""
    lines = lines_in(cell.value, width - INDENT)
    cell.alignment = (PLAIN, SMALLER, LINES)[min(lines, 3) - 1]
    return lines if lines > 2 else 1


def lines_in(text: str, width: float) -> int:
    """About how many lines a text takes in a column; Chinese and Japanese signs are two characters wide."""
    wide = sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
    return min(MOST_LINES, max(1, ceil(wide / max(width, 1)), text.count("\n") + 1))


def _cell(page: Worksheet, value: Value, font: Font | None = None) -> Any:
    cell = put(WriteOnlyCell(page), value)
    if font:
        cell.font = font
    return cell


def put(cell: Any, value: Value) -> Any:
    """Write a value into a cell of openpyxl, as what it is; the cell."""
    if isinstance(value, str):
        cell.value = _clean(value)
        cell.data_type = "s"
    elif isinstance(value, Fraction):
        cell.value = int(value) if value.denominator == 1 else float(value)
        cell.number_format = "General" if value.denominator == 1 else "0.00"
    elif isinstance(value, datetime):
        # A workbook's times have no zone: as the clock in the hall shows them.
        cell.value = timezone.make_naive(value) if timezone.is_aware(value) else value
    else:
        cell.value = value
    return cell


def _clean(text: str) -> str:
    return ILLEGAL_CHARACTERS_RE.sub("", text)
