"""The form of the score sheet on paper (A5 of the rules): its lines, labels and boxes, the same for every table."""

from typing import TYPE_CHECKING

from common.paper import Box, Paper, mm
from scoring.game.rules.mcr.rotation import HANDS_PER_SESSION, ROUNDS, dealer_of, wind_of
from scoring.game.rules.seats import AS_PLANNED, SEATS, ActualSeating, Seat
from scoring.papers.exports.score_sheets.labels import Labels

if TYPE_CHECKING:
    from tournament.events.models.events import Event

MARGIN = 9 * mm
HEAD, LINE, NAME, ROW = 26 * mm, 6.5 * mm, 14 * mm, 8.9 * mm
#: Hand; winner, discarder, points; score and total of four players; penalties.
SHARES = (11, *(11, 11, 11), *(15, 17) * 4, 19)
FIRST_PLAYER, PENALTIES = 4, 12
#: The officials who sign, in their order on the form.
OFFICES = ("referee", "chief-referee")


class Form:
    """Draw the form on a page, and return the boxes of its content."""

    def __init__(self, paper: Paper, labels: Labels, event: "Event", *, filled: bool) -> None:
        self.paper, self.labels, self.event, self.filled = paper, labels, event, filled
        body = paper.page.inset(MARGIN)
        self.head = body.top(HEAD)
        heights = [LINE, NAME, LINE, LINE, LINE, *[ROW] * HANDS_PER_SESSION, ROW + 3 * mm, ROW, LINE + mm, ROW + 2 * mm]
        table = body.below(HEAD).top(sum(heights))
        self.rows = table.rows(heights)
        self._columns = [row.columns(SHARES) for row in self.rows]
        self.table = table
        self.foot = Box(body.x, table.bottom + 1.5 * mm, body.width, body.bottom - table.bottom - 1.5 * mm)

    def cells(self, row: int) -> list[Box]:
        """Return the columns of a row."""
        return self._columns[row]

    def label_box(self, row: int) -> Box:
        """Return the box of a row's label: the columns before the players."""
        cells = self.cells(row)
        return Box(cells[0].x, cells[0].y, cells[FIRST_PLAYER].x - cells[0].x, cells[0].height)

    def score_cells(self, row: int, seat: Seat) -> list[Box]:
        """Return the columns of a player in a row: score and total."""
        column = FIRST_PLAYER + 2 * SEATS.index(seat)
        return self.cells(row)[column : column + 2]

    def player_box(self, row: int, seat: Seat) -> Box:
        """Return the box of a player's two columns in a row."""
        score, total = self.score_cells(row, seat)
        return Box(score.x, score.y, score.width + total.width, score.height)

    def blank(self, real: ActualSeating = AS_PLANNED) -> None:
        """Draw lines and labels of the form; ``real``: seats by round that differ from A4."""
        self._lines()
        self._dealers(real)
        for row, name in ((0, "number"), (1, "name"), (2, "start"), (3, "seats")):
            self.write_label(self.label_box(row).inset(1 * mm, 0), name, 9)
        for seat in SEATS:
            self.paper.text(self.player_box(2, seat), self.labels.wind(seat), 11, bold=True, align="centre")
            around = " · ".join(self.labels.wind(wind_of(seat, number, real)) for number in range(1, ROUNDS + 1))
            self.paper.text(self.player_box(3, seat).inset(1.2 * mm, 0), around, 8.5, align="centre", smallest=5)
        self._headings()
        for row, name in ((21, "remarks"), (22, "competition"), (23, "table_points"), (24, "signature")):
            self.write_label(self.label_box(row).inset(1 * mm, 0), name, 9)
        for no in range(1, HANDS_PER_SESSION + 1):
            dealt = self.cells(4 + no)[0]
            name = self.labels.hand_name(no, self.event.rules)
            if name:
                dealt, named = dealt.rows([3, 2])
                self.paper.text(named, name, 6.5, align="centre", smallest=4)
            self.paper.text(dealt, no, 11, bold=True, align="centre")
        self._foot()

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
            corner = self.score_cells(4 + no, dealer_of(no, real))[0]
            self.paper.fill(Box(corner.x + 0.5 * mm, corner.y + 0.5 * mm, 1.6 * mm, 1.6 * mm), 0.6)

    def _foot(self) -> None:
        rules = self.labels.house_rules(self.event)
        lines = [*self.labels("foot"), *self.labels("scored"), *rules]
        note = self.foot.top(len(lines) * 3.4 * mm)
        for box, text in zip(note.rows([1] * len(lines)), lines, strict=True):
            self.paper.text(box, text, 7, smallest=5)
        for name in OFFICES:
            label, line = self.signature_boxes(name)
            self.write_label(label, name, 9)
            self.paper.rule(line.x, line.bottom - 1 * mm, line.right - 4 * mm, line.bottom - 1 * mm)

    def signature_boxes(self, office: str) -> list[Box]:
        """Return the boxes of an official's label and signature; ``office``: one of OFFICES."""
        signatures = Box(self.foot.x, self.foot.bottom - 9 * mm, self.foot.width, 9 * mm)
        return signatures.columns([1, 1])[OFFICES.index(office)].columns([1, 2])

    def write_label(self, box: Box, name: str, size: float, align: str = "left") -> None:
        """Write a label, one line for each language."""
        lines = self.labels(name)
        smaller = size if len(lines) == 1 else size - 2
        height = min(box.height, 1.3 * smaller * len(lines))
        block = Box(box.x, box.y + (box.height - height) / 2, box.width, height)
        for line_box, line in zip(block.rows([1] * len(lines)), lines, strict=True):
            self.paper.text(line_box, line, smaller, align=align, lines=1, smallest=4)  # type: ignore[arg-type]
