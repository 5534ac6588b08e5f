"""Lists that flow over as many pages as they need, with their headings on each."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from common.paper.boxes import Box
from common.paper.canvas import Align, Paper, mm

#: A row, and each line of the headings.
ROW, HEADING = 5.8 * mm, 3.8 * mm
PAD = 1.2 * mm


@dataclass(frozen=True)
class Column:
    """A column of a list: its heading, its width as a share of the page, and how its cells stand."""

    heading: str
    share: float
    align: Align = "left"
    bold: bool = False


#: A cell's text; or two, the second smaller below the first.
Cell = str | int | tuple[str, str]


@dataclass(frozen=True)
class Row:
    """A row's cells (``strong``: all bold); or with ``section`` a line of its own that begins a part of the list."""

    cells: Sequence[Cell] = ()
    section: str = ""
    #: How many rows must stand under it on the same page.
    keep: int = field(default=0)
    strong: bool = False


def rows_of(
    paper: Paper,
    columns: Sequence[Column],
    rows: Iterable[Row],
    *,
    title: str = "",
    note: str = "",
    size: float = 8.5,
    height: float = ROW,
    free: float = 0,
    step: Callable[[], None] = lambda: None,
    foot: Callable[[], None] = lambda: None,
) -> None:
    """Write the rows under title, note and headings from the top of a new page on, and complete the last page.

    A heading may have several lines. ``step`` is called after each row. A section is repeated where it goes on. So much
    stays ``free`` at the foot of each page; ``foot`` draws what stands there on the last.
    """
    room: Box | None = None
    shaded, section = False, ""
    for row in rows:
        needed = height * (1 + row.keep)
        if room is None or room.height < needed:
            if room is not None:
                paper.next_page()
            room = _headings(paper, paper.body, columns, title, note)
            room = room.top(room.height - free)
            if section and not row.section:
                room = _section(paper, room, section, height)
            shaded = False
        if row.section:
            section, shaded = row.section, False
            room = _section(paper, room, section, height)
        else:
            _row(paper, room.top(height), columns, row, size, shaded)
            room, shaded = room.below(height), not shaded
        step()
    if room is None:
        _headings(paper, paper.body, columns, title, note)
    foot()
    paper.next_page()


def few_rows(paper: Paper, room: Box, columns: Sequence[Column], rows: Iterable[Row], *, title: str) -> None:
    """Write a list of few rows under title and headings into a box of a page that has more on it."""
    room = _headings(paper, room, columns, title, "")
    for at, row in enumerate(rows):
        _row(paper, room.top(ROW), columns, row, 8.5, at % 2 == 1)
        room = room.below(ROW)


def _headings(paper: Paper, room: Box, columns: Sequence[Column], title: str, note: str) -> Box:
    for words, size, high in ((title, 15, 9 * mm), (note, 8.5, 5 * mm)):
        if words:
            paper.text(room.top(high), words, size, bold=words == title)
            room = room.below(high + mm)
    most = max(column.heading.count("\n") + 1 for column in columns)
    line = room.top(HEADING * most + mm)
    for box, column in zip(line.columns([one.share for one in columns]), columns, strict=True):
        heading = column.heading.split("\n")
        places = box.inset(0.5 * PAD, 0).rows([1] * len(heading))
        for at, (place, words) in enumerate(zip(places, heading, strict=True)):
            paper.text(place, words, 8 if at == 0 else 6.5, bold=at == 0, align=column.align, smallest=5)
    paper.rule(line.x, line.bottom, line.right, line.bottom, 0.8)
    return room.below(line.height)


def _section(paper: Paper, room: Box, words: str, height: float) -> Box:
    line = room.top(height)
    paper.text(line.inset(PAD, 0), words, 9.5, bold=True)
    paper.rule(line.x, line.bottom, line.right, line.bottom, 0.4)
    return room.below(height)


def _row(paper: Paper, line: Box, columns: Sequence[Column], row: Row, size: float, shaded: bool) -> None:
    if shaded:
        paper.fill(line)
    for box, column, cell in zip(line.columns([one.share for one in columns]), columns, row.cells, strict=True):
        bold, room = column.bold or row.strong, box.inset(min(PAD, 0.08 * box.width), 0.5 * mm)
        if isinstance(cell, tuple):
            upper, lower = room.rows([1.15, 1])
            paper.text(upper, cell[0], size, bold=bold, align=column.align, smallest=4)
            paper.text(lower, cell[1], 0.8 * size, align=column.align, smallest=4)
        else:
            paper.text(room, cell, size, bold=bold, align=column.align, lines=2, smallest=5.5)
