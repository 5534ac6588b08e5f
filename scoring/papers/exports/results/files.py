"""The lists of results as files: PDF, workbook with numeric cells, CSV."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from common.files.csv_files import csv_file
from common.files.workbooks.writing import Heading, Sheet, workbook
from common.files.workbooks.writing import Value as Cell
from common.paper import A4, Paper, landscape, mm
from common.paper.list_widths import with_fitting_widths
from common.paper.lists import rows_of
from common.paper.rows import Cell as Printed
from common.paper.rows import Column, Row
from scoring.game.rules.table_points import rounded
from scoring.papers.exports.results.parts import Brought, ListColumn, ListRow, ResultList, Value, on_paper
from scoring.papers.exports.results.report import report_in, where_it_stands
from scoring.papers.selectors.results_report import ResultsReport
from tournament.papers.exports.order import SIZES, Order

#: The height of a row with sessions.
PAIRED = 7.2 * mm
#: How many members of a team are kept on the page of their team.
MOST_KEPT = 5
SIZE = 8
ListOf = Callable[[ResultsReport], ResultList]


def maker(list_of: ListOf, *, upright: bool = False) -> Callable[[Order], bytes]:
    """Return the function that makes a list's file in the order's format; ``upright``: portrait paper."""

    def make(order: Order) -> bytes:
        report = report_in(order)
        result_list = list_of(report)
        order.total(len(result_list.rows))
        if order.ending == "csv":
            return list_csv(result_list, order)
        if order.ending == "xlsx":
            return workbook([list_sheet(result_list, order)], title=result_list.title)
        return list_pdf(result_list, order, upright=upright)

    return make


def list_pdf(result_list: ResultList, order: Order, *, upright: bool) -> bytes:
    """Return the list as a PDF."""
    size, sheet = (A4, SIZES[order.size]) if upright else (landscape(A4), landscape(SIZES[order.size]))
    furniture = order.furniture(result_list.title)
    paper = Paper(result_list.title, language=order.language, size=size, sheet=sheet, furniture=furniture)
    columns = [
        Column(column.short or column.heading, column.share, column.align, alike=column.heading.isdigit())
        for column in result_list.columns
    ]
    height = PAIRED if any(column.pair for column in result_list.columns) else 6 * mm
    note = " · ".join(filter(None, [where_it_stands(report_in(order)), result_list.note]))
    rows = [
        Row(_printed(result_list.columns, row), strong=row.strong, keep=min(row.follow, MOST_KEPT), of=row.of)
        for row in result_list.rows
    ]
    fitting = with_fitting_widths(paper, columns, rows, SIZE)
    rows_of(paper, fitting, rows, title=result_list.title, note=note, size=SIZE, height=height, step=order.step)
    return paper.finished()


def _printed(columns: Sequence[ListColumn], row: ListRow) -> list[Printed]:
    """Return a row's printed cells; a team's name is printed once and may extend over the columns of its members."""
    cells = list(zip(columns, row.cells, strict=True))
    if not row.strong:
        return ["" if column.of_unit else on_paper(value, column) for column, value in cells]
    return [None if column.of_member else on_paper(value, column) for column, value in cells]


def list_sheet(result_list: ResultList, order: Order) -> Sheet:
    """Return the list as a sheet of a workbook."""
    title = " · ".join(filter(None, [order.event.name, where_it_stands(report_in(order)), order.watermark]))
    frozen = next((index for index, column in enumerate(result_list.columns) if column.pair), 3)
    return Sheet(
        result_list.title,
        list(_headings(result_list.columns)),
        _rows(result_list, order),
        title=title,
        frozen=min(frozen, 4),
    )


def list_csv(result_list: ResultList, order: Order) -> bytes:
    """Return the list as a CSV file."""
    headings = [heading.text for heading in _headings(result_list.columns)]
    rows = ([_plain(value) for value in row] for row in _rows(result_list, order))
    return csv_file(headings, rows)


def _headings(columns: Sequence[ListColumn]) -> Iterator[Heading]:
    for column in columns:
        if column.pair:
            name = (
                column.heading if not column.heading.isdigit() else _("Session %(number)s") % {"number": column.heading}
            )
            yield Heading(f"{name}: {_('TP')}", column.width)
            yield Heading(f"{name}: {_('CP')}", column.width)
        else:
            yield Heading(column.heading, column.width)


def _rows(result_list: ResultList, order: Order) -> Iterator[list[Cell]]:
    """Yield the rows with two cells for each session; they are empty without a result."""
    for row in result_list.rows:
        yield [
            cell for column, value in zip(result_list.columns, row.cells, strict=True) for cell in _cells(column, value)
        ]
        order.step()


def _cells(column: ListColumn, value: Value) -> list[Cell]:
    if isinstance(value, Brought):
        return [value.table_points, value.competition_points]
    return [None, None] if column.pair else [None if value == "" else value]


def _plain(value: Cell) -> str | int | None:
    """Return a cell for a CSV file: parts of a point as decimals."""
    if isinstance(value, Fraction):
        return rounded(value)
    return value if isinstance(value, int | str) else None
