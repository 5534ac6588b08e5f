"""The form of the score sheet of the International Mahjong Rules: one page for 24 hands of a period."""

from typing import TYPE_CHECKING

from common.paper import Box, Paper, mm
from scoring.game.rules.imj.chart import ROWS
from scoring.game.rules.imj.game import LINES_OF_A_PAGE
from scoring.game.rules.seats import SEATS
from scoring.papers.exports.score_sheets.grid import LINE, NAME, Grid
from scoring.papers.exports.score_sheets.labels import Labels

if TYPE_CHECKING:
    from tournament.events.models.events import Event

ROW = 6.5 * mm
HEIGHTS = (LINE, NAME, LINE, LINE, *[ROW] * LINES_OF_A_PAGE, LINE + 3 * mm, LINE + 2 * mm, LINE + 4 * mm)
#: Hand, round, dealer; winner, discarder, fans, notes; gain and mados held of four players.
SHARES = (8, 8, 9, 11, 11, 10, 17, *(14, 17) * 4)
HEADING_LABELS = ("hand", "round", "dealer", "winner", "discarder", "fans", "marks")
FIRST_PLAYER = len(HEADING_LABELS)
NUMBERS, NAMES, TURN, HEADINGS, FIRST = 0, 1, 2, 3, 4
REMARKS = FIRST + LINES_OF_A_PAGE
TOTAL = REMARKS + 1
SIGNATURES = TOTAL + 1


def chart_text(highest: int) -> str:
    """Return the chart of IMJ 30.1 up to the agreed highest rank in fans as one line: ``½ 2 · 1 2 · 2 4 …``."""
    rows = (row for row in ROWS if row[0] <= highest)
    return " · ".join(f"{'½' if fans == 0.5 else fans}: {mados:,}" for fans, mados in rows)


class ImjForm(Grid):
    """Draw the form on a page, and return the boxes of its content."""

    def __init__(self, paper: Paper, labels: Labels, event: "Event") -> None:
        super().__init__(paper, labels, event, HEIGHTS, SHARES, FIRST_PLAYER, smallest=3.5)

    def blank(self) -> None:
        """Draw lines and labels of the form."""
        self._lines()
        self.write_rows([(NUMBERS, "number"), (NAMES, "name"), (REMARKS, "remarks"), (TOTAL, "mados")])
        self.write_rows([(SIGNATURES, "signature")])
        cells = self.cells(HEADINGS)
        for cell, name in zip(cells, HEADING_LABELS, strict=False):
            self.write_label(cell.inset(0.3 * mm, 0), name, 7, "centre")
        for seat in SEATS:
            # Winners, discarders and dealers are written by these signs of the seats at the start.
            sign = self.player_box(NUMBERS, seat).inset(1.2 * mm, 0)
            self.paper.text(sign, self.labels.wind(seat), 10, bold=True)
            for cell, name in zip(self.player_cells(HEADINGS, seat), ("score", "total"), strict=True):
                self.write_label(cell.inset(0.3 * mm, 0), name, 7.5, "centre")
        chart = chart_text(self.event.imj_settings.highest_fans)
        notes = [*self.labels("imj_marks"), *self.labels("imj_owner"), chart]
        self.write_foot([*notes, *self.labels.agreed_terms(self.event)])

    @property
    def remarks_box(self) -> Box:
        """The box of the remarks, which take one line over the columns of all players."""
        row, left = self.rows[REMARKS], self.player_box(REMARKS, SEATS[0]).x
        return Box(left, row.y, self.table.right - left, row.height)

    def _lines(self) -> None:
        paper, table, remarks = self.paper, self.table, self.remarks_box
        paper.frame(table, 1.2)
        for number, row in enumerate(self.rows[1:], start=1):
            paper.rule(table.x, row.y, table.right, row.y, 1.2 if number in (HEADINGS, FIRST, REMARKS, TOTAL) else 0.4)
        for column, cell in enumerate(self.cells(FIRST)[1:], start=1):
            of_player = column >= FIRST_PLAYER and not (column - FIRST_PLAYER) % 2
            if of_player:
                paper.rule(cell.x, table.y, cell.x, remarks.y, 1.2)
                paper.rule(cell.x, remarks.bottom, cell.x, table.bottom, 1.2)
            else:
                paper.rule(cell.x, self.rows[HEADINGS].y, cell.x, remarks.y, 0.4)
        paper.rule(remarks.x, remarks.y, remarks.x, remarks.bottom, 1.2)
