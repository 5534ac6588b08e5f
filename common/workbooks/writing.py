"""Writing workbooks (XLSX): lists with headings, frozen, ready to print, with figures that are figures.

::

    data = workbook([Sheet(_("By name"), [Heading(_("Number"), 8), Heading(_("Name"), 30)], rows, title=event.name)])

A row's cells are texts, whole numbers, floats, Fractions, dates, or None for an empty cell. Texts are always texts:
what begins with "=" is no formula (OWASP: formula injection), and control characters are dropped.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from io import BytesIO
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
BOLD = Font(bold=True)
HEADING = Border(bottom=Side(style="thin"))
WRAPPED = Alignment(wrap_text=True, vertical="center")
MIDDLE = Alignment(vertical="center")
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
    heads = [_cell(page, heading.text, BOLD) for heading in sheet.headings]
    for head in heads:
        head.border, head.alignment = HEADING, WRAPPED
    page.append(heads)
    count = above + 1
    tops = {(column, first) for column, first, _rows in sheet.merged}
    for at, row in enumerate(sheet.rows):
        cells = [_cell(page, value) for value in row]
        for column, cell in enumerate(cells, start=1):
            if (column, at) in tops:
                cell.alignment = MIDDLE
        page.append(cells)
        count += 1
    for column, first, rows in sheet.merged:
        letter, top = get_column_letter(column), above + 2 + first
        page.merged_cells.add(f"{letter}{top}:{letter}{top + rows - 1}")
    page.print_area = f"A1:{get_column_letter(max(1, len(sheet.headings)))}{count}"


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
