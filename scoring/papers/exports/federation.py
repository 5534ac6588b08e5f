"""The result workbook of the European federation (practice 1.1), with English headings in every language."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override
from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from common.files.workbooks.text_layout import INDENT, LINE, LINES, laid, lines_in
from common.files.workbooks.writing import BOLD, Value, as_file, put, sheet_name
from scoring.papers.exports.results.papers import results_parts
from scoring.papers.exports.results.report import report_in, where_it_stands
from scoring.papers.selectors.federation import FederationResults, federation_results
from tournament.papers.exports.kinds import Kind, When
from tournament.papers.exports.order import Order

if TYPE_CHECKING:
    from tournament.events.models.events import Event

#: The headings by which the federation's tool finds its columns, and their widths.
COLUMNS = {
    "Position": 9,
    "First name": 22,
    "Last name": 24,
    "EMA number": 14,
    "Table points": 14,
    "Score": 9,
    "EMA member": 14,
    "Country": 10,
}
#: The row of the headings; the rows above have the facts of the event.
HEADS = 10
#: The column of the facts.
FACT = 3
#: The column width of the doubts.
LOOK = 90
#: The federation's names of the rules: competition rules of China, riichi.
MCR, NOT_MCR = "MCR", ""


def federation_workbook(order: Order) -> bytes:
    """Return the workbook: the result, and a second sheet with doubts to check before it is sent."""
    report = report_in(order)
    results = federation_results(report)
    order.total(len(results.lines))
    book = Workbook()
    page = book.active
    page.title = "Results"
    for row, (label, value) in enumerate(_content(order.event, results, order.content["weight"]), start=1):
        put(page.cell(row, 1), label).font = BOLD
        _fact(page, row, value)
    for column, (head, width) in enumerate(COLUMNS.items(), start=1):
        put(page.cell(HEADS, column), head).font = BOLD
        page.column_dimensions[get_column_letter(column)].width = width
    last = HEADS
    for last, cells in enumerate(_rows(results), start=HEADS + 1):
        high = 1
        for column, (value, width) in enumerate(zip(cells, COLUMNS.values(), strict=True), start=1):
            high = max(high, laid(put(page.cell(last, column), value), width))
        page.row_dimensions[last].height = LINE * high
        order.step()
    page.freeze_panes = page.cell(HEADS + 1, 1)
    page.print_area = f"A1:{get_column_letter(len(COLUMNS))}{last}"
    page.print_title_rows = f"{HEADS}:{HEADS}"
    page.page_setup.paperSize = page.PAPERSIZE_A4
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.page_setup.fitToHeight = 0
    page.oddFooter.center.text = "&P / &N"
    _look(book, results, " · ".join(filter(None, [where_it_stands(report), order.watermark])))
    return as_file(book)


def _fact(page: Worksheet, row: int, value: Value) -> None:
    """Write a fact of the event over all columns right of its label, since a name may be longer than one column."""
    cell = put(page.cell(row, FACT), value)
    cell.alignment = LINES
    if isinstance(value, str):
        wide = sum(list(COLUMNS.values())[FACT - 1 :])
        page.row_dimensions[row].height = LINE * lines_in(value, wide - INDENT)
    page.merge_cells(start_row=row, start_column=FACT, end_row=row, end_column=len(COLUMNS))


def _look(book: Workbook, results: FederationResults, state: str) -> None:
    """Add the second sheet: the status of the results, and doubts to check before they are sent."""
    page = book.create_sheet(sheet_name(_("To check"), {"results"}))
    page.column_dimensions["A"].width = LOOK
    doubts = results.doubts or [_("Nothing: names, numbers and countries are complete.")]
    for row, sentence in enumerate([state, *doubts], start=1):
        put(page.cell(row, 1), sentence).alignment = LINES
        page.row_dimensions[row].height = LINE * lines_in(sentence, LOOK)
    page.print_area = f"A1:A{1 + len(doubts)}"
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.page_setup.fitToHeight = 0


def _content(event: "Event", results: FederationResults, weight: str) -> Iterator[tuple[str, Value]]:
    yield "Title", event.name
    yield "Number of players", results.players
    yield "Country", event.country
    yield "Place", event.venue
    yield "MERS weight", float(weight) if weight else None
    yield "Rules", NOT_MCR if event.rules == "imj-0702" else MCR
    with override("en"):
        days = [date_format(day) for day in (event.starts, event.ends) if day]
    yield "Date", " - ".join(dict.fromkeys(days))
    yield "Number of days", results.days


def _rows(results: FederationResults) -> Iterator[list[Value]]:
    for line in results.lines:
        member = "y" if line.member else "n"
        name = [line.first_name, line.last_name, line.number]
        yield [line.position, *name, line.table_points, line.score, member, line.country]


FEDERATION = Kind(
    "federation",
    gettext_lazy("The federation's workbook"),
    gettext_lazy("The results in the format of the European federation (EMA), and what to check before you send them."),
    federation_workbook,
    endings=("xlsx",),
    digests=results_parts,
    seats=False,
    results=True,
    weight=True,
    when=When.AFTER,
)
