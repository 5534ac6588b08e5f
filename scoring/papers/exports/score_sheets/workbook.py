"""The score sheet (A5) as a workbook, a worksheet for each table: empty with formulas, or filled."""

from copy import copy
from typing import Any

from django.utils.translation import override
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.worksheet import Worksheet

from common.files.workbooks.text_layout import LINE_HEIGHT, lines_in
from common.files.workbooks.writing import BOLD, as_file, put, sheet_name
from scoring.game.rules.games import game_of
from scoring.game.rules.mcr.rotation import HANDS_PER_SESSION, ROUNDS, wind_of
from scoring.game.rules.seats import AS_PLANNED, SEATS, ActualSeating, Seat
from scoring.game.rules.table_points import in_points
from scoring.papers.exports.score_sheets.form import FIRST_PLAYER, PENALTIES
from scoring.papers.exports.score_sheets.head import Sheets
from scoring.papers.exports.score_sheets.imj_workbook import ImjPage
from scoring.papers.exports.score_sheets.labels import Labels
from scoring.papers.exports.score_sheets.texts import penalties_text, played, remarks_text, times
from scoring.papers.selectors.score_sheets import ScoreSheet

THIN = Side(style="thin")
BOX = Border(left=THIN, right=THIN, top=THIN, bottom=THIN)
RULE = Border(bottom=THIN)
CENTRE = Alignment(horizontal="center", vertical="center", wrap_text=True)
LABEL = Alignment(vertical="center", wrap_text=True)
#: Rows of the worksheet (from 1): players, headings, the first hand, and the rows below the hands.
NUMBER, NAME, START, SEATING, HEADINGS, FIRST = 3, 4, 5, 6, 7, 8
REMARKS = FIRST + HANDS_PER_SESSION
LAST = REMARKS + 6
WIDTHS = (8, 8, 10, 8, *(9, 10) * 4, 16)
PLAYER = sum(WIDTHS[FIRST_PLAYER : FIRST_PLAYER + 2])
#: The margins in inches that most printers need.
MARGINS = PageMargins(0.4, 0.4, 0.4, 0.4)
DASH, BLANK = "–", "________"


def score_sheets_workbook(order: Sheets) -> bytes:
    """Return the bytes of the workbook; without sheets it has one blank form."""
    labels = Labels(order.language)
    book = Workbook()
    book.remove(book.active)
    taken: set[str] = set()
    styles: dict[tuple[bool, bool], Any] = {}
    pages = _PAGES[game_of(order.event.rules).key]
    with override(labels.main):
        sheets: list[ScoreSheet | None] = [*order.sheets] or [None]
        for sheet in sheets:
            name = f"{sheet.session}-{sheet.table}" if sheet else labels("title")[0]
            page = book.create_sheet(sheet_name(name, taken))
            pages(page, order, labels, styles).write(sheet)
            order.step()
    return as_file(book)


class _Page:
    """One worksheet."""

    def __init__(self, page: Worksheet, order: Sheets, labels: Labels, styles: dict[tuple[bool, bool], Any]) -> None:
        self.page, self.order, self.labels, self.styles = page, order, labels, styles

    def write(self, sheet: ScoreSheet | None) -> None:
        """Write the form and the known data of the table."""
        self._form()
        self._head(sheet)
        if sheet is not None:
            self._table(sheet)
        if sheet is not None and self.order.filled:
            self._filled(sheet)
        else:
            self._adding()
        self._print()

    def _cell(self, row: int, column: int, value: Any, *, to: int = 0, bold: bool = False, label: bool = False) -> None:
        """Write a framed cell, or merge the cells from ``column`` to ``to``."""
        for framed in range(column, max(to, column) + 1):
            self._styled(self.page.cell(row, framed), bold, label)
        put(self.page.cell(row, column), value)
        if to > column:
            # Every cell has its frame already; merge_cells would compute it again, which takes half of the time.
            letters = (get_column_letter(end) for end in (column, to))
            self.page.merged_cells.add(":".join(f"{letter}{row}" for letter in letters))

    def _styled(self, cell: Cell, bold: bool, label: bool) -> None:
        """Set frame, alignment and weight from a cache, since openpyxl searches an equal style for every cell."""
        if (bold, label) not in self.styles:
            cell.border, cell.alignment = BOX, LABEL if label else CENTRE
            if bold:
                cell.font = BOLD
            self.styles[bold, label] = cell._style
        cell._style = copy(self.styles[bold, label])

    def _word(self, name: str) -> str:
        return "\n".join(self.labels(name))

    def _form(self) -> None:
        above = [(NUMBER, "number"), (NAME, "name"), (START, "start"), (SEATING, "seats")]
        below = ["remarks", "competition", "table_points", "signature"]
        for row, name in [*above, *enumerate(below, start=REMARKS)]:
            self._cell(row, 1, self._word(name), to=FIRST_PLAYER, label=True)
            self._cell(row, PENALTIES + 1, None)
        for seat in SEATS:
            left = _column(seat)
            self._cell(START, left, self.labels.wind(seat), to=left + 1, bold=True)
            self._cell(SEATING, left, self._around(seat), to=left + 1)
            for row in (NUMBER, NAME, *range(REMARKS, REMARKS + len(below))):
                if row != REMARKS or not self.order.filled:
                    self._cell(row, left, None, to=left + 1, bold=row not in (NAME, REMARKS + 3))
        if self.order.filled:
            # Remarks about all four players take one merged cell.
            self._cell(REMARKS, FIRST_PLAYER + 1, None, to=PENALTIES + 1, label=True)
        headings = ["hand", "winner", "discarder", "points", *["score", "total"] * 4, "penalty"]
        for column, name in enumerate(headings, start=1):
            self._cell(HEADINGS, column, self._word(name), bold=True)
        for no in range(1, HANDS_PER_SESSION + 1):
            for column in range(1, PENALTIES + 2):
                self._cell(FIRST + no - 1, column, no if column == 1 else None, bold=column == 1)
        self._foot()

    def _around(self, seat: Seat, real: ActualSeating = AS_PLANNED) -> str:
        """Return the player's winds of the four rounds."""
        return " ".join(self.labels.wind(wind_of(seat, number, real)) for number in range(1, ROUNDS + 1))

    def _foot(self) -> None:
        notes = [*self.labels("foot"), *self.labels("scored"), *self.labels.house_rules(self.order.event)]
        self.page.cell(REMARKS + 4, 1).alignment = LABEL
        put(self.page.cell(REMARKS + 4, 1), "\n".join(notes))
        self.page.merge_cells(start_row=REMARKS + 4, start_column=1, end_row=REMARKS + 4, end_column=PENALTIES + 1)
        self.page.row_dimensions[REMARKS + 4].height = LINE_HEIGHT * (len(notes) + 1)
        for column, name, to in ((1, "referee", _column("W") - 1), (_column("W"), "chief-referee", PENALTIES + 1)):
            self._wide(LAST, column, self._word(name), column + 1)
            self._wide(LAST, column + 2, "", to)
            for ruled in range(column + 2, to + 1 - (column == 1)):
                self.page.cell(LAST, ruled).border = RULE
        for row in (1, 2):
            self._wide(row, 1, "", PENALTIES + 1)

    def _wide(self, row: int, column: int, text: str, to: int) -> None:
        """Write a text without a frame over the cells from ``column`` to ``to``, wrapped if it is long."""
        self.page.merge_cells(start_row=row, start_column=column, end_row=row, end_column=to)
        self.page.cell(row, column).alignment = LABEL
        put(self.page.cell(row, column), text or None)

    def _head(self, sheet: ScoreSheet | None) -> None:
        """Write the event, session, table and times; unknown ones have space to fill in by hand."""
        session, table = (sheet.session, sheet.table) if sheet else (BLANK, BLANK)
        title = self.labels.with_values("session_and_table", session=session, number=table)
        date = " – ".join(filter(None, times(sheet))) if sheet else f"{' '.join(self.labels('date'))} {BLANK}"
        heading = f"{title} · {date}"
        for row, text in enumerate([self.order.event.name, heading.removesuffix(" · ")], start=1):
            put(self.page.cell(row, 1), text)
            self.page.cell(row, 1).font = BOLD

    def _table(self, sheet: ScoreSheet) -> None:
        for seat, sitter in sheet.sitters.items():
            put(self.page.cell(NUMBER, _column(seat)), sitter.number)
            put(self.page.cell(NAME, _column(seat)), "\n".join(sitter.lines))
            put(self.page.cell(SEATING, _column(seat)), self._around(seat, sheet.rounds))
        put(self.page.cell(LAST, 3), sheet.signed.get("referee") or self.order.referee(sheet.table))
        chief = self.order.chief_referee or sheet.signed.get("chief-referee", "")
        put(self.page.cell(LAST, _column("N")), chief)

    def _adding(self) -> None:
        """Write formulas: each total sums the scores so far, the competition points sum all."""
        for seat in SEATS:
            score = get_column_letter(_column(seat))
            for row in range(FIRST, REMARKS):
                formula = f'=IF({score}{row}="","",SUM({score}${FIRST}:{score}{row}))'
                self.page.cell(row, _column(seat) + 1).value = formula
            scores = f"{score}{FIRST}:{score}{REMARKS - 1}"
            total = self.page.cell(REMARKS + 1, _column(seat))
            total.value = f'=IF(COUNT({scores})=0,"",SUM({scores}))'

    def _filled(self, sheet: ScoreSheet) -> None:
        for line in sheet.hands:
            row = FIRST + line.no - 1
            for column, text in enumerate(played(line, self.labels), start=2):
                put(self.page.cell(row, column), DASH if text is None else text)
            for seat, score in line.scores.items():
                put(self.page.cell(row, _column(seat)), score)
                put(self.page.cell(row, _column(seat) + 1), line.totals[seat])
            put(self.page.cell(row, PENALTIES + 1), penalties_text(line, self.labels) or None)
        put(self.page.cell(REMARKS, FIRST_PLAYER + 1), remarks_text(sheet, self.labels) or None)
        for seat, score in sheet.scores.items():
            put(self.page.cell(REMARKS + 1, _column(seat)), score)
            put(self.page.cell(REMARKS + 2, _column(seat)), in_points(sheet.points[seat]))
            put(self.page.cell(REMARKS + 3, _column(seat)), sheet.signed.get(seat) or None)

    def _print(self) -> None:
        page = self.page
        for column, width in enumerate(WIDTHS, start=1):
            page.column_dimensions[get_column_letter(column)].width = width
        lines = len(self.labels.languages)
        for row, height in ((HEADINGS, 30), (REMARKS + 3, 40)):
            page.row_dimensions[row].height = height
        names = [page.cell(row, _column(seat)).value for row in (NAME, REMARKS + 3) for seat in SEATS]
        remarks = page.cell(REMARKS, FIRST_PLAYER + 1).value
        officials = [page.cell(LAST, column).value for column in (3, 11)]
        for row, least, texts, width in (
            (1, 1, [page.cell(1, 1).value], sum(WIDTHS)),
            (NAME, 3, names, PLAYER),
            (REMARKS, 3, [remarks], 4 * PLAYER),
            (LAST, lines, officials, 2 * PLAYER - 4),
        ):
            high = max(lines_in(text or "", width - 2) for text in texts)
            page.row_dimensions[row].height = LINE_HEIGHT * max(least, high)
        for row in (NUMBER, START, SEATING, REMARKS + 1, REMARKS + 2):
            page.row_dimensions[row].height = 3 + 15 * lines
        for row in range(FIRST, REMARKS):
            page.row_dimensions[row].height = 32
        page.freeze_panes = page.cell(FIRST, 2)
        page.print_area = f"A1:{get_column_letter(PENALTIES + 1)}{LAST}"
        page.page_setup.paperSize = page.PAPERSIZE_A4
        page.page_margins, page.print_options.horizontalCentered = MARGINS, True
        page.sheet_properties.pageSetUpPr.fitToPage = True


def _column(seat: Seat) -> int:
    """Return the column (from 1) of a player's scores."""
    return FIRST_PLAYER + 1 + 2 * SEATS.index(seat)


#: Key of a game -> its worksheets.
_PAGES: dict[str, type[_Page] | type[ImjPage]] = {"mcr": _Page, "imj": ImjPage}
