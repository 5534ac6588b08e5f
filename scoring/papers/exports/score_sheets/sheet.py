"""The score sheet on paper (A5 of the rules, one A4 page for each table), empty or filled.

In addition to the columns of A5 it has winner, discarder and points, which decide the scores, and penalties.
"""

from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from django.utils.translation import override

from common.paper import A4, Box, Paper, mm, printable
from common.paper.faces import width
from scoring.game.rules.games import game_of
from scoring.game.rules.seats import Seat
from scoring.game.rules.table_points import rounded
from scoring.papers.exports.score_sheets.form import PENALTIES, Form
from scoring.papers.exports.score_sheets.head import SheetHead, Sheets
from scoring.papers.exports.score_sheets.imj_sheet import ImjPages
from scoring.papers.exports.score_sheets.labels import Labels
from scoring.papers.exports.score_sheets.texts import penalties_text, played, remarks_text, signed
from scoring.papers.selectors.score_sheets import ScoreSheet, Sitter
from scoring.sheets.selectors.facts.sheet_lines import HandLine

if TYPE_CHECKING:
    pass

#: The font size for estimating how many lines each of several names in a cell needs.
SMALL = 5.5


def score_sheets_pdf(order: Sheets) -> bytes:
    """Return the PDF with a page for each sheet in the given order; without sheets it has one blank form."""
    labels = Labels(order.language)
    with override(labels.main):
        paper = Paper(labels("title")[0], language=labels.main, size=A4)
        draw_score_sheets(paper, order)
        return paper.finished()


def draw_score_sheets(paper: Paper, order: Sheets) -> None:
    """Draw the pages of the sheets, on upright A4 paper."""
    pages = _PAGES[game_of(order.event.rules).key](paper, order)
    for sheet in order.sheets:
        pages.add(sheet)
        order.step()
    if not order.sheets:
        pages.add_blank()


class _Pages(SheetHead):
    """Draw the pages of sheets: the form with its content."""

    def __init__(self, paper: Paper, order: Sheets) -> None:
        super().__init__(paper, order)
        self.form = Form(paper, self.labels, order.event, filled=order.filled)

    def add_blank(self) -> None:
        """Draw a form without a table, to be filled in by hand."""
        self.paper.stamp("form", self.form.blank)
        self._head(None)
        self._mark_and_end()

    def add(self, sheet: ScoreSheet) -> None:
        """Draw one sheet on its own page."""
        real = "".join(f"{number}{''.join(order)}" for number, order in sorted(sheet.rounds.items()))
        self.paper.stamp(f"form{real}", partial(self.form.blank, sheet.rounds))
        self._head(sheet)
        for seat, sitter in sheet.sitters.items():
            self._sitter(seat, sitter)
        if self.order.filled:
            self._filled(sheet)
        self._official("referee", sheet.signed.get("referee") or self.order.referee(sheet.table))
        self._official("chief-referee", self.order.chief_referee or sheet.signed.get("chief-referee", ""))
        self._mark_and_end()

    def _sitter(self, seat: Seat, sitter: Sitter) -> None:
        self.paper.text(self.form.player_box(0, seat), sitter.number or "", 12, bold=True, align="centre")
        names = self.form.player_box(1, seat).inset(0.7 * mm, 0.4 * mm)
        language = self.paper.language
        needed = [ceil(width(printable(name), language) * SMALL / names.width) for name in sitter.lines]
        high = [max(1, lines) for lines in needed]
        for box, name, lines in zip(names.rows(high), sitter.lines, high, strict=True):
            self.paper.text(box, name, 9, align="centre", lines=max(lines + 1, 4 // len(high)), smallest=4)

    def _filled(self, sheet: ScoreSheet) -> None:
        for line in sheet.hands:
            self._hand(line)
        remarks = self.form.rows[21]
        left = self.form.player_box(21, "E").x
        room = Box(left, remarks.y, self.form.table.right - left, remarks.height).inset(mm, 0)
        self.paper.text(room, remarks_text(sheet, self.labels), 8, lines=5, smallest=4.5)
        for seat in sheet.sitters:
            if seat in sheet.scores:
                score, points = self.form.player_box(22, seat), self.form.player_box(23, seat)
                self.paper.text(score, signed(sheet.scores[seat]), 13, bold=True, align="centre")
                self.paper.text(points, rounded(sheet.points[seat]), 12, bold=True, align="centre")
            signature = self.form.player_box(24, seat).inset(mm, 0)
            self.paper.text(signature, sheet.signed.get(seat, ""), 8, align="centre", lines=4, smallest=5)

    def _hand(self, line: HandLine) -> None:
        cells = self.form.cells(4 + line.no)
        for cell, text in zip(cells[1:], played(line, self.labels), strict=False):
            self.paper.text(cell, "–" if text is None else text, 10, align="centre", smallest=5)
        for seat, score in line.scores.items():
            score_cell, total_cell = self.form.player_cells(4 + line.no, seat)
            self.paper.text(score_cell.inset(mm, 0), signed(score), 9.5, align="right")
            self.paper.text(total_cell.inset(mm, 0), signed(line.totals[seat]), 9.5, bold=True, align="right")
        penalties = penalties_text(line, self.labels)
        self.paper.text(cells[PENALTIES].inset(0.5 * mm, 0), penalties, 7.5, align="centre", lines=3, smallest=4)


#: Key of a game -> the pages of its sheets.
_PAGES: dict[str, type[_Pages] | type[ImjPages]] = {"mcr": _Pages, "imj": ImjPages}
