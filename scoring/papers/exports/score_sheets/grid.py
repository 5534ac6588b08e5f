"""What the forms of all score sheets share: a table with two columns for each player, labels, signatures."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.paper import Box, Paper, mm, printable
from common.paper.fitting import LEADING, STEP, wrapped
from common.paper.texts import Align
from scoring.game.rules.seats import SEATS, Seat
from scoring.papers.exports.score_sheets.labels import Labels

if TYPE_CHECKING:
    from tournament.events.models.events import Event

MARGIN = 9 * mm
HEAD, LINE, NAME = 26 * mm, 6.5 * mm, 14 * mm
#: The size of a note, its line, and the height of a signature.
NOTE, NOTE_LINE, SIGNATURE = 7, 3.4 * mm, 9 * mm
#: The officials who sign, in their order on the form.
OFFICES = ("referee", "chief-referee")


class Grid:
    """The head, the table and the foot of a form.

    ``heights``: of the table's rows; ``shares``: of its columns; ``first_player``: the index of the first column of the
    players, who have two each. ``smallest``: the smallest size of labels and notes.
    """

    def __init__(
        self, paper: Paper, labels: Labels, event: "Event", heights: Sequence[float], shares: Sequence[float],
        first_player: int, smallest: float,
    ) -> None:  # fmt: skip
        self.paper, self.labels, self.event = paper, labels, event
        self._first_player, self._smallest = first_player, smallest
        body = paper.page.inset(MARGIN)
        self.head = body.top(HEAD)
        self.table = body.below(HEAD).top(sum(heights))
        self.rows = self.table.rows(heights)
        self._columns = [row.columns(shares) for row in self.rows]
        below = self.table.bottom + 1.5 * mm
        self.foot = Box(body.x, below, body.width, body.bottom - below)

    def cells(self, row: int) -> list[Box]:
        """Return the columns of a row."""
        return self._columns[row]

    def label_box(self, row: int) -> Box:
        """Return the box of a row's label: the columns before the players."""
        cells = self.cells(row)
        return Box(cells[0].x, cells[0].y, cells[self._first_player].x - cells[0].x, cells[0].height)

    def player_cells(self, row: int, seat: Seat) -> list[Box]:
        """Return the columns of a player in a row: score and total."""
        column = self._first_player + 2 * SEATS.index(seat)
        return self.cells(row)[column : column + 2]

    def player_box(self, row: int, seat: Seat) -> Box:
        """Return the box of a player's two columns in a row."""
        score, total = self.player_cells(row, seat)
        return Box(score.x, score.y, score.width + total.width, score.height)

    def signature_boxes(self, office: str) -> list[Box]:
        """Return the boxes of an official's label and signature; ``office``: one of OFFICES."""
        signatures = Box(self.foot.x, self.foot.bottom - SIGNATURE, self.foot.width, SIGNATURE)
        return signatures.columns([1, 1])[OFFICES.index(office)].columns([1, 2])

    def write_rows(self, names: Sequence[tuple[int, str]]) -> None:
        """Write the labels of rows."""
        for row, name in names:
            self.write_label(self.label_box(row).inset(1 * mm, 0), name, 9)

    def write_foot(self, lines: Sequence[str]) -> None:
        """Write the notes below the table, long ones in several lines, and the places where the officials sign."""
        room = self.foot.top(self.foot.height - SIGNATURE)
        size, needed = self._note_size(lines, room)
        note = room.top(min(sum(needed) * NOTE_LINE, room.height))
        for box, text, most in zip(note.rows(needed), lines, needed, strict=True):
            self.paper.text(box, text, size, lines=most, smallest=self._smallest + 0.5)
        for name in OFFICES:
            label, line = self.signature_boxes(name)
            self.write_label(label, name, 9)
            self.paper.rule(line.x, line.bottom - 1 * mm, line.right - 4 * mm, line.bottom - 1 * mm)

    def _note_size(self, texts: Sequence[str], room: Box) -> tuple[float, list[int]]:
        """Return the largest size at which the notes fit into the room, and how many lines each of them takes."""
        size: float = NOTE
        while True:
            needed = [len(wrapped(printable(text), self.paper.language, room.width / size)) for text in texts]
            if sum(needed) * size * LEADING <= room.height or size <= self._smallest + 0.5:
                return size, needed
            size -= STEP

    def write_label(self, box: Box, name: str, size: float, align: Align = "left") -> None:
        """Write a label, one line for each language."""
        lines = self.labels(name)
        smaller = size if len(lines) == 1 else size - 2
        height = min(box.height, 1.3 * smaller * len(lines))
        block = Box(box.x, box.y + (box.height - height) / 2, box.width, height)
        for line_box, line in zip(block.rows([1] * len(lines)), lines, strict=True):
            self.paper.text(line_box, line, smaller, align=align, lines=1, smallest=self._smallest)
