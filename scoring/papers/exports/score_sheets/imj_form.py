"""The form of the score sheet of the International Mahjong Rules: one page for 24 hands of a period."""

from typing import TYPE_CHECKING

from common.paper import Box, Paper, mm
from scoring.game.rules.imj.chart import ROWS
from scoring.game.rules.imj.game import LINES_OF_A_PAGE
from scoring.game.rules.seats import SEATS, Seat
from scoring.papers.exports.score_sheets.form import HEAD, LINE, MARGIN, NAME, OFFICES
from scoring.papers.exports.score_sheets.labels import Labels

if TYPE_CHECKING:
    from tournament.events.models.events import Event

ROW = 6.7 * mm
#: Hand, round, dealer; winner, discarder, fans, notes; gain and mados held of four players.
SHARES = (8, 8, 9, 11, 11, 10, 17, *(14, 17) * 4)
HEADING_LABELS = ("hand", "round", "dealer", "winner", "discarder", "fans", "marks")
FIRST_PLAYER = len(HEADING_LABELS)
NUMBERS, NAMES, TURN, HEADINGS, FIRST = 0, 1, 2, 3, 4
TOTAL = FIRST + LINES_OF_A_PAGE
SIGNATURES = TOTAL + 1


def chart_text() -> str:
    """Return the chart of IMJ 30.1 as one line: ``½ 2 · 1 2 · 2 4 …``."""
    return " · ".join(f"{'½' if fans == 0.5 else fans}: {mados:,}" for fans, mados in ROWS)


class ImjForm:
    """Draw the form on a page, and return the boxes of its content."""

    def __init__(self, paper: Paper, labels: Labels, event: "Event") -> None:
        self.paper, self.labels, self.event = paper, labels, event
        body = paper.page.inset(MARGIN)
        self.head = body.top(HEAD)
        heights = [LINE, NAME, LINE, LINE, *[ROW] * LINES_OF_A_PAGE, LINE + 2 * mm, LINE + 4 * mm]
        table = body.below(HEAD).top(sum(heights))
        self.rows = table.rows(heights)
        self._columns = [row.columns(SHARES) for row in self.rows]
        self.table = table
        self.foot = Box(body.x, table.bottom + 1.5 * mm, body.width, body.bottom - table.bottom - 1.5 * mm)

    def cells(self, row: int) -> list[Box]:
        return self._columns[row]

    def label_box(self, row: int) -> Box:
        """Return the box of a row's label: the columns before the players."""
        cells = self.cells(row)
        return Box(cells[0].x, cells[0].y, cells[FIRST_PLAYER].x - cells[0].x, cells[0].height)

    def player_cells(self, row: int, seat: Seat) -> list[Box]:
        """Return the columns of a player in a row: gain and mados held."""
        column = FIRST_PLAYER + 2 * SEATS.index(seat)
        return self.cells(row)[column : column + 2]

    def player_box(self, row: int, seat: Seat) -> Box:
        """Return the box of a player's two columns in a row."""
        gain, held = self.player_cells(row, seat)
        return Box(gain.x, gain.y, gain.width + held.width, gain.height)

    def blank(self) -> None:
        """Draw lines and labels of the form."""
        self._lines()
        for row, name in (
            (NUMBERS, "number"),
            (NAMES, "name"),
            (TOTAL, "mados"),
            (SIGNATURES, "signature"),
        ):
            self.write_label(self.label_box(row).inset(1 * mm, 0), name, 9)
        cells = self.cells(HEADINGS)
        for cell, name in zip(cells, HEADING_LABELS, strict=False):
            self.write_label(cell.inset(0.3 * mm, 0), name, 7, "centre")
        for seat in SEATS:
            for cell, name in zip(self.player_cells(HEADINGS, seat), ("score", "total"), strict=True):
                self.write_label(cell.inset(0.3 * mm, 0), name, 7.5, "centre")
        self._foot()

    def _lines(self) -> None:
        paper, table = self.paper, self.table
        paper.frame(table, 1.2)
        for number, row in enumerate(self.rows[1:], start=1):
            paper.rule(table.x, row.y, table.right, row.y, 1.2 if number in (HEADINGS, FIRST, TOTAL) else 0.4)
        for column, cell in enumerate(self.cells(FIRST)[1:], start=1):
            of_player = column >= FIRST_PLAYER and not (column - FIRST_PLAYER) % 2
            top = table.y if of_player else self.rows[HEADINGS].y
            bottom = table.bottom if of_player else self.rows[TOTAL].y
            paper.rule(cell.x, top, cell.x, bottom, 1.2 if of_player else 0.4)

    def _foot(self) -> None:
        lines = [
            *self.labels("imj_marks"),
            chart_text(),
            *self.labels("imj_owner"),
            *self.labels.house_rules(self.event),
        ]
        note = self.foot.top(len(lines) * 3.4 * mm)
        for box, text in zip(note.rows([1] * len(lines)), lines, strict=True):
            self.paper.text(box, text, 7, smallest=4)
        for name in OFFICES:
            label, line = self.signature_boxes(name)
            self.write_label(label, name, 9)
            self.paper.rule(line.x, line.bottom - 1 * mm, line.right - 4 * mm, line.bottom - 1 * mm)

    def signature_boxes(self, office: str) -> list[Box]:
        """Return the boxes of an official's label and signature."""
        signatures = Box(self.foot.x, self.foot.bottom - 9 * mm, self.foot.width, 9 * mm)
        return signatures.columns([1, 1])[OFFICES.index(office)].columns([1, 2])

    def write_label(self, box: Box, name: str, size: float, align: str = "left") -> None:
        """Write a label, one line for each language."""
        lines = self.labels(name)
        smaller = size if len(lines) == 1 else size - 2
        height = min(box.height, 1.3 * smaller * len(lines))
        block = Box(box.x, box.y + (box.height - height) / 2, box.width, height)
        for line_box, line in zip(block.rows([1] * len(lines)), lines, strict=True):
            self.paper.text(line_box, line, smaller, align=align, lines=1, smallest=3.5)  # type: ignore[arg-type]
