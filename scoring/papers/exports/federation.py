"""The result workbook of the European federation (practice 6), with English headings in every language.

Its programs read columns by index or by heading, and the event's facts from a player's row: one sheet, headings in the
first row, the event repeated on every row.
"""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy, override
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from common.files.workbooks.text_layout import LINE_HEIGHT, fit_text
from common.files.workbooks.writing import BOLD, Value, as_file, put
from scoring.papers.exports.results.papers import results_parts
from scoring.papers.exports.results.report import report_in
from scoring.papers.selectors.federation import FederationResults, federation_letters, federation_results
from tournament.papers.exports.kinds import Kind, When
from tournament.papers.exports.order import Order

if TYPE_CHECKING:
    from tournament.events.models.events import Event

SHEET = "MCR template"
#: The headings in the federation's order, and their widths. The newest form has no weight (18 columns).
COLUMNS = {
    "Tournament name": 28,
    "Number of participants": 24,
    "Place": 8,
    "Player's first name": 22,
    "Player's last name": 24,
    "EMA number": 13,
    "Table points": 14,
    "Score": 9,
    "EMA member": 13,
    "Country": 10,
    "Date": 12,
    "Countrycourt": 15,
    "city": 18,
    "mers": 8,
    "shortname": 18,
    "rules": 19,
    "period": 24,
    "NbDays": 9,
    "Extra": 8,
}
WEIGHT, NUMBER, DAY = "mers", "EMA number", "Date"
#: The federation's names of the rules: competition rules of China, none for others.
MCR, NOT_MCR = "Chinese official", ""
#: The formats of cells that a spreadsheet would change otherwise.
FORMATS = {NUMBER: "@", DAY: "d/m/yyyy"}


def federation_workbook(order: Order) -> bytes:
    """Return the workbook: a row for each ranked player, with ``content["weight_column"]`` the weight too."""
    results = federation_results(report_in(order))
    order.total(len(results.lines))
    heads = [head for head in COLUMNS if head != WEIGHT or order.content["weight_column"]]
    book = Workbook()
    page = book.active
    page.title = SHEET
    for column, head in enumerate(heads, start=1):
        fit_text(put(page.cell(1, column), head), COLUMNS[head])
        page.cell(1, column).font = BOLD
        page.column_dimensions[get_column_letter(column)].width = COLUMNS[head]
    for row, values in enumerate(_rows(order.event, results, order.content["weight"]), start=2):
        lines = [_fill(page.cell(row, column), head, values[head]) for column, head in enumerate(heads, start=1)]
        page.row_dimensions[row].height = LINE_HEIGHT * max(lines)
        order.step()
    _print_setup(page)
    return as_file(book)


def _fill(cell: Cell, head: str, value: Value) -> int:
    """Write a value in the format of its column; return the number of lines it needs."""
    put(cell, value)
    if head in FORMATS:
        cell.number_format = FORMATS[head]
    return fit_text(cell, COLUMNS[head])


def _print_setup(page: Worksheet) -> None:
    page.freeze_panes = "A2"
    page.print_area = page.dimensions
    page.print_title_rows = "1:1"
    page.page_setup.paperSize = page.PAPERSIZE_A4
    page.page_setup.orientation = "landscape"
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.page_setup.fitToHeight = 0
    page.oddFooter.center.text = "&P / &N"


def _rows(event: "Event", results: FederationResults, weight: str) -> Iterator[dict[str, Value]]:
    facts: dict[str, Value] = {
        "Tournament name": event.name,
        "Number of participants": results.players,
        "Date": event.starts,
        "Countrycourt": federation_letters(event, event.country),
        "city": event.venue,
        "mers": float(weight or (results.weight.total if results.weight else 0)) or None,
        "shortname": event.slug.replace("-", "").upper(),
        "rules": NOT_MCR if event.rules == "imj-0702" else MCR,
        "period": _period(event.starts, event.ends),
        "NbDays": results.days,
        "Extra": "NO",
    }
    for line in results.lines:
        yield facts | {
            "Place": line.position,
            "Player's first name": line.first_name,
            "Player's last name": line.last_name.upper(),
            "EMA number": line.number if line.member else None,
            "Table points": line.table_points,
            "Score": line.score,
            "EMA member": "YES" if line.member else "NO",
            "Country": line.country,
        }


def _period(starts: date | None, ends: date | None) -> str:
    """Return the days as the federation writes them: 1-2 Feb. 2025, 31 Jan.-1 Feb. 2025."""
    if not starts:
        return ""
    last = ends or starts
    with override("en"):
        whole = date_format(last, "j N Y")
        if starts == last:
            return whole
        shape = "j" if (starts.year, starts.month) == (last.year, last.month) else "j N"
        return f"{date_format(starts, shape if starts.year == last.year else 'j N Y')}-{whole}"


FEDERATION = Kind(
    "federation",
    gettext_lazy("The federation's workbook"),
    gettext_lazy("The ranked players in the form of the European federation. “Send the results” says what to check."),
    federation_workbook,
    endings=("xlsx",),
    digests=results_parts,
    seats=False,
    results=True,
    weight=True,
    when=When.AFTER,
)
