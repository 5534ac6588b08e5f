"""The form of the score sheet on paper (A5 of the rules): its lines, labels and boxes, the same for every table."""

from typing import TYPE_CHECKING

from common.paper import Box, Paper, mm
from scoring.game.rules.mcr.rotation import HANDS_PER_SESSION, ROUNDS, dealer_of, wind_of
from scoring.game.rules.seats import AS_PLANNED, SEATS, ActualSeating
from scoring.papers.exports.score_sheets.grid import LINE, NAME, Grid
from scoring.papers.exports.score_sheets.labels import Labels

if TYPE_CHECKING:
    from tournament.events.models.events import Event

ROW = 8.9 * mm
HEIGHTS = (LINE, NAME, LINE, LINE, LINE, *[ROW] * HANDS_PER_SESSION, ROW + 3 * mm, ROW, LINE + mm, ROW + 2 * mm)
#: Hand; winner, discarder, points; score and total of four players; penalties.
SHARES = (11, *(11, 11, 11), *(15, 17) * 4, 19)
FIRST_PLAYER, PENALTIES = 4, 12


class Form(Grid):
    """Draw the form on a page, and return the boxes of its content."""

    def __init__(self, paper: Paper, labels: Labels, event: "Event", *, filled: bool) -> None:
        super().__init__(paper, labels, event, HEIGHTS, SHARES, FIRST_PLAYER, smallest=4)
        self.filled = filled

    def blank(self, real: ActualSeating = AS_PLANNED) -> None:
        """Draw lines and labels of the form; ``real``: seats by round that differ from A4."""
        self._lines()
        self._dealers(real)
        self.write_rows([(0, "number"), (1, "name"), (2, "start"), (3, "seats")])
        for seat in SEATS:
            self.paper.text(self.player_box(2, seat), self.labels.wind(seat), 11, bold=True, align="centre")
            around = " · ".join(self.labels.wind(wind_of(seat, number, real)) for number in range(1, ROUNDS + 1))
            self.paper.text(self.player_box(3, seat).inset(1.2 * mm, 0), around, 8.5, align="centre", smallest=5)
        self._headings()
        self.write_rows([(21, "remarks"), (22, "competition"), (23, "table_points"), (24, "signature")])
        for no in range(1, HANDS_PER_SESSION + 1):
            dealt = self.cells(4 + no)[0]
            name = self.labels.hand_name(no, self.event.rules)
            if name:
                dealt, named = dealt.rows([3, 2])
                self.paper.text(named, name, 6.5, align="centre", smallest=4)
            self.paper.text(dealt, no, 11, bold=True, align="centre")
        self.write_foot([*self.labels("foot"), *self.labels("scored"), *self.labels.house_rules(self.event)])

    def _headings(self) -> None:
        cells = self.cells(4)
        for cell, name in zip(cells, ["hand", "winner", "discarder", "points"], strict=False):
            self.write_label(cell.inset(0.4 * mm, 0), name, 7, "centre")
        for column in range(FIRST_PLAYER, PENALTIES, 2):
            self.write_label(cells[column].inset(0.4 * mm, 0), "score", 7.5, "centre")
            self.write_label(cells[column + 1].inset(0.4 * mm, 0), "total", 7.5, "centre")
        self.write_label(cells[PENALTIES].inset(0.4 * mm, 0), "penalty", 7.5, "centre")

    def _lines(self) -> None:
        paper, table = self.paper, self.table
        paper.frame(table, 1.2)
        for number, row in enumerate(self.rows[1:], start=1):
            thick = 1.2 if number in (4, 5, 9, 13, 17, 21, 22) else 0.4
            paper.rule(table.x, row.y, table.right, row.y, thick)
        remarks = self.rows[21]
        for column, cell in enumerate(self.cells(5)[1:], start=1):
            if column < FIRST_PLAYER or (column - FIRST_PLAYER) % 2:
                paper.rule(cell.x, self.rows[4].y, cell.x, remarks.y, 0.4)
            elif self.filled and column > FIRST_PLAYER:
                # Remarks about all four players take one line over their columns.
                paper.rule(cell.x, table.y, cell.x, remarks.y, 1.2)
                paper.rule(cell.x, remarks.bottom, cell.x, table.bottom, 1.2)
            else:
                paper.rule(cell.x, table.y, cell.x, table.bottom, 1.2)

    def _dealers(self, real: ActualSeating) -> None:
        """Mark the dealer's cell of each hand, so that players need not count."""
        for no in range(1, HANDS_PER_SESSION + 1):
            corner = self.player_cells(4 + no, dealer_of(no, real))[0]
            self.paper.fill(Box(corner.x + 0.5 * mm, corner.y + 0.5 * mm, 1.6 * mm, 1.6 * mm), 0.6)
