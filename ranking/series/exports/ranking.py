"""The ranking of a series as a workbook and as a paper, with the names that the public sees."""

from datetime import date
from typing import TYPE_CHECKING

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.files.workbooks.writing import Bracketed, Heading, Sheet, Value, workbook
from common.paper import A4, Furniture, Paper, landscape
from common.paper.list_widths import with_fitting_widths
from common.paper.lists import lists_of
from common.paper.rows import Cell, Column, Row, RowList
from common.templatetags.pinju import DASH, country
from ranking.series.selectors.wording import SOURCE_STATES, event_name, final_text, points_text, rule_lines

if TYPE_CHECKING:
    from ranking.series.models import Series
    from ranking.series.rules.ranking import Worth
    from ranking.series.selectors.table import NamedLine, SeriesTable

#: The most events whose points have a column on paper.
MOST_COLUMNS = 14
SIZE = 8.5


def ranking_workbook(series: "Series", table: "SeriesTable") -> bytes:
    """Return a workbook: the ranking with the exact points of each event, the events, and the rule."""
    events = table.counting[: table.after]
    headings = [
        Heading(_("Rank"), 7),
        Heading(_("Movement"), 10),
        Heading(_("Name"), 28),
        Heading(_("Name in Latin letters"), 24),
        Heading(_("Country"), 18),
        Heading(_("Points"), 12),
        Heading(_("Events played"), 9),
        *([Heading(_("Final"), 18)] if table.rule.finalists else []),
        *(Heading(event_name(source), 16) for source in events),
    ]
    lines = [_workbook_cells(line) for line in table.lines]
    rule = [[str(label), text] for label, text in rule_lines(table.rule)]
    sheets = [
        Sheet(_("Ranking"), headings, lines, title=series.name, frozen=3),
        Sheet(_("Events"), [Heading(text, wide) for text, wide in _event_headings()], _event_rows(table)),
        Sheet(_("Rule"), [Heading(_("Rule"), 34), Heading(_("Value"), 60)], rule),
    ]
    return workbook(sheets, title=series.name)


def ranking_paper(series: "Series", table: "SeriesTable", language: str) -> bytes:
    """Return the PDF: the ranking, then the events and the rule; points in brackets do not count."""
    with translation.override(language):
        title = _("Ranking of the series")
        printed = date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT")
        furniture = Furniture(series.name, title, printed)
        paper = Paper(title, language=language, size=landscape(A4), furniture=furniture)
        columns, rows = _paper_list(table)
        columns = with_fitting_widths(paper, columns, rows, SIZE)
        event_columns = [Column(text, wide) for text, wide in _event_headings()]
        event_rows = [Row([_cell(value) for value in cells]) for cells in _event_rows(table)]
        rules = [Row([str(label), text]) for label, text in rule_lines(table.rule)]
        lists_of(
            paper,
            [
                RowList(columns, rows, series.name, _after(table)),
                RowList(event_columns, event_rows, _("Events")),
                RowList([Column(_("Rule"), 2), Column(_("Value"), 5)], rules, _("Rule")),
            ],
        )
        return paper.finished()


def _workbook_cells(line: "NamedLine") -> list[Value]:
    named: list[Value] = [line.rank, line.movement, line.name, line.latin_name, country(line.country)]
    final: list[Value] = [final_text(line.qualification)] if line.qualification else []
    return [*named, line.points, line.visits, *final, *map(_worth, line.cells)]


def _worth(worth: "Worth | None") -> Value:
    """Return what an event is worth, in brackets where it does not count."""
    if worth is None:
        return None
    return worth.points if worth.counted else Bracketed(worth.points)


def _paper_list(table: "SeriesTable") -> tuple[list[Column], list[Row]]:
    shown = table.after <= MOST_COLUMNS
    columns = [
        Column(_("Rank"), 1, "right", bold=True),
        Column(_("Name"), 5, bold=True),
        Column(_("Country"), 2),
        Column(_("Points"), 2, "right", bold=True),
        Column(_("Events played"), 1, "right"),
        *([Column(_("Final"), 3)] if table.rule.finalists else []),
        *(Column(str(number), 1.5, "right", alike=True) for number in range(1, table.after + 1) if shown),
    ]
    return columns, [Row(_paper_cells(line, with_events=shown)) for line in table.lines]


def _paper_cells(line: "NamedLine", *, with_events: bool) -> list[Cell]:
    name: Cell = (line.name, line.latin_name) if line.latin_name and line.latin_name != line.name else line.name
    final: list[Cell] = [final_text(line.qualification)] if line.qualification else []
    cells: list[Cell] = []
    for worth in line.cells if with_events else ():
        text = points_text(worth.points) if worth else ""
        cells.append(text if worth is None or worth.counted else f"({text})")
    rank = DASH if line.rank is None else line.rank
    return [rank, name, country(line.country), points_text(line.points), line.visits, *final, *cells]


def _event_headings() -> list[tuple[str, float]]:
    return [(_("No."), 6), (_("Event"), 46), (_("Day"), 14), (_("Players"), 10), (_("State"), 22)]


def _event_rows(table: "SeriesTable") -> list[list[Value]]:
    numbers = {source.row.pk: number for number, source in enumerate(table.counting, start=1)}
    return [
        [
            numbers.get(source.row.pk),
            event_name(source),
            source.starts,
            source.players,
            str(SOURCE_STATES[source.state]),
        ]
        for source in table.sources
    ]


def _cell(value: Value) -> str:
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    return "" if value is None else str(value)


def _after(table: "SeriesTable") -> str:
    if table.last is None:
        return _("No event counts yet.")
    figures = {"number": table.after, "event": event_name(table.last)}
    return _("After event %(number)s: %(event)s. Points in brackets do not count.") % figures
