"""Write workbooks (XLSX): lists with frozen headings, ready to print, with figures as numbers.

::

    data = workbook([Sheet(_("By name"), [Heading(_("Number"), 8), Heading(_("Name"), 30)], rows, title=event.name)])

A row's cells are texts, whole numbers, floats, Fractions, numbers in brackets, dates, or None for an empty cell. Texts
are always texts: one that begins with "=" is not a formula (OWASP: formula injection). Control characters are dropped.
A text longer than the width of its column is shrunk a little or wrapped; it never runs into the next cell. Headings are
aligned with the figures below them, and their words are never broken.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from io import BytesIO
from math import ceil
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from common.files.workbooks.text_layout import LINE_HEIGHT, WORD, fit_text, lines_in

#: Characters that Excel forbids in the name of a sheet, and the longest name.
FORBIDDEN, LONGEST = str.maketrans(dict.fromkeys("[]:*?/\\", "-")), 31
# Name and size are explicit: without them some programs take another font than that of the other cells.
BOLD = Font(name="Calibri", size=11, bold=True)
HEADING = Border(bottom=Side(style="thin"))
WRAPPED = Alignment(wrap_text=True, vertical="center", horizontal="left", indent=1)
OVER_FIGURES = Alignment(wrap_text=True, vertical="center", horizontal="right")
#: The content type of a workbook.
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PAPER = {"A4": 9, "A3": 8}
#: Widths in characters: a wider sheet is printed on A3, and above the second on several pages.
WIDE, WIDEST = 240, 380

#: The format of a number in brackets; the second part is for numbers below zero.
BRACKETS = '"("General")";"(-"General")"'


class Bracketed(NamedTuple):
    """A number that is shown in brackets, as it does not count; programs read the number."""

    number: int | Fraction


Value = str | int | float | Fraction | Bracketed | date | datetime | None


@dataclass(frozen=True)
class Heading:
    """A column: its heading and its width in characters."""

    text: str
    width: float = 12


class Merged(NamedTuple):
    """Merged cells of one column (from 1): the first of the sheet's rows (from 0), and how many rows."""

    column: int
    first: int
    rows: int


@dataclass(frozen=True)
class Sheet:
    """A sheet: its name, headings and rows; ``title`` is above, ``frozen`` columns stay while scrolling.

    ``paper`` is A4 or A3; left out: A3 for many columns.
    """

    name: str
    headings: Sequence[Heading]
    rows: Iterable[Sequence[Value]]
    title: str = ""
    frozen: int = 0
    landscape: bool = True
    paper: str = ""
    merged: Sequence[Merged] = ()


def workbook(sheets: Iterable[Sheet], *, title: str = "") -> bytes:
    """Return the workbook as a file."""
    book = Workbook(write_only=True)
    book.properties.title = _without_control_characters(title)
    taken: set[str] = set()
    for sheet in sheets:
        _write(book.create_sheet(sheet_name(sheet.name, taken)), sheet)
    return as_file(book)


def as_file(book: Workbook) -> bytes:
    """Return a workbook of openpyxl as the bytes of its file, with the program's version as its creator."""
    book.properties.creator = f"Pinju {settings.VERSION}"
    output = BytesIO()
    book.save(output)
    return output.getvalue()


def sheet_name(name: str, taken: set[str]) -> str:
    """Return a name that Excel accepts and that is not in ``taken``; it is added to ``taken``."""
    plain = _without_control_characters(name).translate(FORBIDDEN).strip("' ")[:LONGEST] or "-"
    unique, number = plain, 1
    while unique.casefold() in taken:
        number += 1
        unique = f"{plain[: LONGEST - 4]} {number}"
    taken.add(unique.casefold())
    return unique


def _write(page: Worksheet, sheet: Sheet) -> None:
    above = 2 if sheet.title else 0
    rows, widths = [list(row) for row in sheet.rows], [_width(heading) for heading in sheet.headings]
    page.freeze_panes = f"{get_column_letter(sheet.frozen + 1)}{above + 2}"
    for column, width in enumerate(widths, start=1):
        page.column_dimensions[get_column_letter(column)].width = width
    _print_setup(page, sheet, above + 1, widths)
    if sheet.title:
        page.append([_cell(page, sheet.title, BOLD)])
        page.append([])
    _write_headings(page, sheet, above + 1, rows, widths)
    _write_rows(page, sheet, above + 2, rows, widths)
    for column, first, count in sheet.merged:
        letter, top = get_column_letter(column), above + 2 + first
        page.merged_cells.add(f"{letter}{top}:{letter}{top + count - 1}")
    page.print_area = f"A1:{get_column_letter(max(1, len(sheet.headings)))}{above + 1 + len(rows)}"


def _print_setup(page: Worksheet, sheet: Sheet, heads: int, widths: Sequence[float]) -> None:
    """Fit all columns on one page, or on several with the frozen ones on each; repeat headings, number the pages."""
    wide, kept = sum(widths), sum(widths[: sheet.frozen])
    page.page_setup.orientation = "landscape" if sheet.landscape else "portrait"
    page.page_setup.paperSize = PAPER[sheet.paper or ("A3" if wide > WIDE else "A4")]
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.page_setup.fitToHeight = 0
    page.page_setup.fitToWidth = 1 if wide <= WIDEST else ceil((wide - kept) / max(WIDEST - kept, 1))
    page.print_title_rows = f"{heads}:{heads}"
    if sheet.frozen:
        page.print_title_cols = f"A:{get_column_letter(sheet.frozen)}"
    page.oddFooter.center.text = "&P / &N"


def _width(heading: Heading) -> float:
    """Return the width of a column: wide enough for each word of its heading."""
    return max(heading.width, *(len(word) + 1 for word in WORD.findall(heading.text)), 0)


def _write_headings(
    page: Worksheet, sheet: Sheet, row: int, rows: Sequence[Sequence[Value]], widths: Sequence[float]
) -> None:
    """Write the row of headings, as high as the longest of them needs."""
    heads = [_cell(page, heading.text, BOLD) for heading in sheet.headings]
    for at, head in enumerate(heads):
        held = [cells[at] for cells in rows if at < len(cells) and cells[at] is not None]
        figures = held and not any(isinstance(value, str) for value in held)
        head.border, head.alignment = HEADING, OVER_FIGURES if figures else WRAPPED
    lines = (lines_in(heading.text, width - 2) for heading, width in zip(sheet.headings, widths, strict=True))
    page.row_dimensions[row].height = LINE_HEIGHT * max(lines, default=1)
    page.append(heads)


def _write_rows(
    page: Worksheet, sheet: Sheet, first: int, rows: Sequence[Sequence[Value]], widths: Sequence[float]
) -> None:
    """Write the rows, each as high as its longest text needs; merged cells share the height of their rows."""
    spans = {(column, at): count for column, at, count in sheet.merged}
    high = [1] * len(rows)
    for at, row in enumerate(rows):
        cells = [_cell(page, value) for value in row]
        for column, (cell, width) in enumerate(zip(cells, widths, strict=False), start=1):
            count = spans.get((column, at), 1)
            lines = fit_text(cell, width, wrap=count > 1)
            for below in range(at, min(at + count, len(rows))):
                high[below] = max(high[below], ceil(lines / count))
        # The height that a merged cell needs is known before its other rows are written.
        if high[at] > 1:
            page.row_dimensions[first + at].height = LINE_HEIGHT * high[at]
        page.append(cells)


def _cell(page: Worksheet, value: Value, font: Font | None = None) -> Any:
    cell = put(WriteOnlyCell(page), value)
    if font:
        cell.font = font
    return cell


def put(cell: Any, value: Value) -> Any:
    """Write a value into a cell of openpyxl with its type; return the cell."""
    if isinstance(value, str):
        cell.value = _without_control_characters(value)
        cell.data_type = "s"
    elif isinstance(value, Fraction):
        cell.value = int(value) if value.denominator == 1 else float(value)
        cell.number_format = "General" if value.denominator == 1 else "0.00"
    elif isinstance(value, Bracketed):
        put(cell, value.number).number_format = BRACKETS
    elif isinstance(value, datetime):
        # Times in a workbook have no zone: write the local time of the hall.
        cell.value = timezone.make_naive(value) if timezone.is_aware(value) else value
        cell.number_format = "yyyy-mm-dd hh:mm"
    else:
        cell.value = value
    return cell


def _without_control_characters(text: str) -> str:
    return ILLEGAL_CHARACTERS_RE.sub("", text)
