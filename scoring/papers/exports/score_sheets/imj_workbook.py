"""The score sheet of the International Mahjong Rules as a worksheet: all hands of a table, or lines to fill in."""

from typing import Any

from openpyxl.styles import Alignment, Border, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.worksheet import Worksheet

from common.files.workbooks.text_layout import LINE_HEIGHT, lines_in
from common.files.workbooks.writing import BOLD, put
from scoring.game.rules.imj.game import IMJ, LINES_OF_A_PAGE
from scoring.game.rules.seats import SEATS, Seat
from scoring.papers.exports.score_sheets.head import Sheets
from scoring.papers.exports.score_sheets.imj_form import FIRST_PLAYER, HEADING_LABELS, chart_text
from scoring.papers.exports.score_sheets.imj_sheet import cells_of, played_lines
from scoring.papers.exports.score_sheets.labels import Labels
from scoring.papers.exports.score_sheets.texts import remarks_text, times
from scoring.papers.selectors.score_sheets import ScoreSheet

THIN = Side(style="thin")
BOX = Border(left=THIN, right=THIN, top=THIN, bottom=THIN)
CENTRE = Alignment(horizontal="center", vertical="center", wrap_text=True)
WIDTHS = (7, 7, 8, 9, 10, 7, 14, *(10, 11) * 4)
HEADINGS, FIRST = 4, 5
BLANK = "________"


class ImjPage:
    """One worksheet."""

    def __init__(self, page: Worksheet, order: Sheets, labels: Labels, _styles: Any) -> None:
        self.page, self.order, self.labels = page, order, labels

    def write(self, sheet: ScoreSheet | None) -> None:
        """Write the head, the lines of the hands, and the mados held."""
        self._head(sheet)
        row = FIRST
        for period in range(1, IMJ.terms.periods + 1):
            row = self._period(sheet, period, row)
        self._print(self._foot(sheet, row))

    def _head(self, sheet: ScoreSheet | None) -> None:
        session, table = (sheet.session, sheet.table) if sheet else (BLANK, BLANK)
        title = self.labels.with_values("session_and_table", session=session, number=table)
        heading = " · ".join([title, *filter(None, times(sheet) if sheet else ())])
        for row, text in enumerate([self.order.event.name, heading], start=1):
            put(self.page.cell(row, 1), text)
            self.page.cell(row, 1).font = BOLD
        for column, name in enumerate(HEADING_LABELS, start=1):
            self._cell(HEADINGS, column, "\n".join(self.labels(name)), bold=True)
        for seat in SEATS:
            sitter = sheet.sitters.get(seat) if sheet else None
            number = "" if sitter is None or sitter.number is None else str(sitter.number)
            name = "\n".join(sitter.lines) if sitter else ""
            self._cell(3, _column(seat), f"{self.labels.wind(seat)} {number}".strip(), bold=True)
            self._cell(3, _column(seat) + 1, name)
            for column, label in ((_column(seat), "score"), (_column(seat) + 1, "total")):
                self._cell(HEADINGS, column, "\n".join(self.labels(label)), bold=True)

    def _period(self, sheet: ScoreSheet | None, period: int, row: int) -> int:
        """Write a period from ``row`` on; return the row after it."""
        turn = sheet.rounds.get(period, ()) if sheet and self.order.filled else ()
        seats = " ".join(self.labels.wind(seat) for seat in turn) or BLANK
        turn_text = f"{' '.join(self.labels('turn'))}: {seats}"
        put(self.page.cell(row, 1), f"{self.labels.with_values('period', period=period)} · {turn_text}")
        self.page.cell(row, 1).font = BOLD
        lines = played_lines(sheet, period) if sheet and self.order.filled else []
        for at in range(max(len(lines), 0 if self.order.filled else LINES_OF_A_PAGE)):
            row += 1
            for column in range(1, FIRST_PLAYER + 2 * len(SEATS) + 1):
                self._cell(row, column, None)
            if at < len(lines):
                self._line(row, lines[at])
        return row + 1

    def _line(self, row: int, line: Any) -> None:
        for column, text in enumerate(cells_of(line, self.labels), start=1):
            self._cell(row, column, int(text) if text.isdecimal() else text)
        for seat, gain in line.scores.items():
            self._cell(row, _column(seat), gain)
            self._cell(row, _column(seat) + 1, line.totals[seat], bold=True)

    def _foot(self, sheet: ScoreSheet | None, row: int) -> int:
        """Write remarks, the mados held and the notes from ``row`` on; return the last row."""
        terms = self.order.event.imj_settings
        remarks = remarks_text(sheet, self.labels) if sheet else ""
        self._cell(row, 1, " ".join(self.labels("remarks")), bold=True)
        self._cell(row, FIRST_PLAYER + 1, remarks)
        self.page.merge_cells(start_row=row, start_column=FIRST_PLAYER + 1, end_row=row, end_column=len(WIDTHS))
        self.page.row_dimensions[row].height = LINE_HEIGHT * max(1, lines_in(remarks, sum(WIDTHS[FIRST_PLAYER:]) - 2))
        row += 1
        self._cell(row, 1, " ".join(self.labels("mados")), bold=True)
        for seat, gain in (sheet.scores if sheet else {}).items():
            self._cell(row, _column(seat) + 1, terms.start_mados + gain, bold=True)
        notes = [*self.labels("imj_marks"), *self.labels("imj_owner"), chart_text(terms.highest_fans)]
        notes += self.labels.agreed_terms(self.order.event)
        for offset, text in enumerate(notes, start=2):
            put(self.page.cell(row + offset, 1), text)
        return row + 1 + len(notes)

    def _cell(self, row: int, column: int, value: Any, *, bold: bool = False) -> None:
        cell = self.page.cell(row, column)
        cell.border, cell.alignment = BOX, CENTRE
        if bold:
            cell.font = BOLD
        if value not in (None, ""):
            put(cell, value)

    def _print(self, last: int) -> None:
        for column, width in enumerate(WIDTHS, start=1):
            self.page.column_dimensions[get_column_letter(column)].width = width
        self.page.row_dimensions[3].height = 32
        self.page.row_dimensions[HEADINGS].height = 30
        self.page.freeze_panes = self.page.cell(FIRST, 2)
        self.page.print_area = f"A1:{get_column_letter(len(WIDTHS))}{last}"
        self.page.page_setup.paperSize = self.page.PAPERSIZE_A4
        self.page.page_margins = PageMargins(0.4, 0.4, 0.4, 0.4)
        self.page.sheet_properties.pageSetUpPr.fitToPage = True
        self.page.page_setup.fitToHeight = 0


def _column(seat: Seat) -> int:
    return FIRST_PLAYER + 1 + 2 * SEATS.index(seat)
