"""Texts of any length one under another, with labels on their left: forms, decisions, records."""

from common.paper.boxes import Box
from common.paper.canvas import Paper, mm
from common.paper.faces import printable
from common.paper.fitting import LEADING, wrapped

SIZE = 10.0
LABEL = 42 * mm
#: The height of a line to write on, and the size of a heading with the room above and below it.
WRITTEN, HEADING, ABOVE, BELOW = 8 * mm, 12.0, 3 * mm, 2 * mm


class Flow:
    """Lines one under another, over as many pages as they need; the labels on the left are ``label`` points wide."""

    def __init__(self, paper: Paper, label: float = LABEL) -> None:
        self.paper, self.room, self.label = paper, paper.body, label

    def lines(
        self,
        text: str,
        *,
        label: str = "",
        size: float = SIZE,
        bold: bool = False,
        together: bool = False,
        after: float = 1.2 * mm,
    ) -> None:
        """Write the paragraphs of a text next to its label, and leave ``after`` free below them.

        ``together``: on one page, unless longer than a page.
        """
        across = self.room.width - self.label
        height = size * LEADING
        text_lines: list[str] = []
        for paragraph in (text or "–").splitlines():
            text_lines += wrapped(printable(paragraph), self.paper.language, across / size, bold, breaking=True)
        if together and height * len(text_lines) <= self.paper.body.height:
            self.make_room(height * len(text_lines))
        for index, line in enumerate(text_lines):
            self.make_room(height)
            label_box = Box(self.room.x, self.room.y, self.label - 3 * mm, height)
            if label and not index:
                self.paper.text(label_box, label, min(size, SIZE), grey=True, smallest=6)
            text_box = Box(self.room.x + self.label, self.room.y, across, height)
            self.paper.text(text_box, line, size, bold=bold, smallest=size)
            self.room = self.room.below(height)
        self.room = self.room.below(after)

    def heading(self, text: str, size: float = HEADING) -> None:
        """Write a heading over the whole width, on the same page as the text after it."""
        self.make_room(size * 3 + 12 * mm)
        self.room = self.room.below(ABOVE)
        self.paper.text(self.room.top(size * LEADING), text, size, bold=True)
        self.room = self.room.below(size * LEADING)
        self.paper.rule(self.room.x, self.room.y, self.room.right, self.room.y)
        self.room = self.room.below(BELOW)

    def writing(self, heading: str, height: float) -> None:
        """Draw lines to write on under a heading; both together are ``height`` high."""
        self.make_room(height)
        self.heading(heading)
        box = self.take(height - HEADING * LEADING - ABOVE - BELOW)
        for line in range(int(box.height / WRITTEN)):
            y = box.bottom - line * WRITTEN
            self.paper.rule(box.x, y, box.right, y, 0.3, grey=0.5)

    def signing(self, label: str, name: str, height: float = 12 * mm) -> None:
        """Draw a line to sign on, with the name of the person who signed already; ``label`` may be empty."""
        self.make_room(height)
        line = Box(self.room.x + self.label, self.room.y, self.room.width - self.label, height)
        base = line.bottom - 2 * mm
        if label:
            self.paper.text(Box(self.room.x, self.room.y, self.label - 3 * mm, height), label, SIZE, grey=True, lines=2)
        self.paper.text(line.top(height - 2 * mm), name, SIZE, lines=2)
        self.paper.rule(line.x, base, line.right, base)
        self.room = self.room.below(height)

    def finished(self) -> bytes:
        self.paper.next_page()
        return self.paper.finished()

    def take(self, height: float) -> Box:
        """Return a box of this height over the whole width, to draw in; what follows is below it."""
        self.make_room(height)
        box = self.room.top(height)
        self.room = self.room.below(height)
        return box

    def make_room(self, height: float) -> None:
        """Begin a new page unless this one has room of this height."""
        if self.room.height < height:
            self.new_page()

    def new_page(self) -> None:
        self.paper.next_page()
        self.room = self.paper.body
