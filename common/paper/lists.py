"""Lists that flow over as many pages as they need, with their headings on each page."""

from collections.abc import Callable, Iterable, Sequence

from common.paper.boxes import Box
from common.paper.canvas import Paper, mm
from common.paper.rows import (
    FIRST_ROWS,
    GAP,
    HEADING,
    NOTE,
    PAD,
    ROW,
    SMALLEST,
    TINY,
    TITLE,
    Column,
    Row,
    RowList,
    cells_of,
    row_height,
    saving_a_page,
)


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
    """Write the rows under title, note and headings, starting on a new page, and complete the last page.

    ``step`` is called after each row. A section is repeated on the next page. ``foot`` draws in the ``free`` room.
    Rows are a little lower if that saves a last page with few rows.
    """
    _flow(paper, saving_a_page(paper, RowList(columns, list(rows), title, note, size, height, free)), None, step)
    foot()
    paper.next_page()


def lists_of(paper: Paper, lists: Iterable[RowList]) -> None:
    """Write lists below each other, and complete the last page.

    A list that is shorter than half a page stays whole; a longer one begins on a page that has room for its first rows.
    """
    room = None
    for rows in lists:
        room = _flow(paper, rows, room)
    paper.next_page()


def _flow(paper: Paper, rows: RowList, above: Box | None, step: Callable[[], None] = lambda: None) -> Box:
    """Write a list below the room that is left (None: on a new page); return what is left below it."""
    heights = [row_height(paper, rows.columns, row, rows.size, rows.height) for row in rows.rows]
    room = _begun(paper, rows, heights, above) if above else None
    shaded, section = False, ""
    for index, row in enumerate(rows.rows):
        if room is None or room.height < sum(heights[index : index + 1 + row.keep]):
            if room is not None:
                paper.next_page()
            room = _headings(paper, paper.body, rows)
            room = room.top(room.height - rows.free)
            repeated = row.of or section
            if repeated and not row.section:
                room = _section(paper, room, repeated, rows.height)
            shaded = False
        if row.section:
            section, shaded = row.section, False
            room = _section(paper, room, section, rows.height)
        else:
            _row(paper, room.top(heights[index]), rows.columns, row, rows.size, shaded and not row.ruled)
            if row.ruled:
                _lines(paper, room.top(heights[index]), rows.columns)
            room, shaded = room.below(heights[index]), not shaded
        step()
    return _headings(paper, paper.body, rows) if room is None else room


def _begun(paper: Paper, rows: RowList, heights: Sequence[float], above: Box) -> Box | None:
    """Return the room below the headings on the page under way; None after a new page, where they do not fit."""
    whole = rows.head + sum(heights)
    needed = whole if whole < paper.body.height / 2 else rows.head + sum(heights[:FIRST_ROWS])
    if above.height < GAP + needed:
        paper.next_page()
        return None
    return _headings(paper, above.below(GAP), rows)


def _lines(paper: Paper, line: Box, columns: Sequence[Column]) -> None:
    """Draw the lines of a form under a row and between its cells."""
    paper.rule(line.x, line.bottom, line.right, line.bottom, 0.4)
    for box in line.columns([column.share for column in columns])[1:]:
        paper.rule(box.x, line.y, box.x, line.bottom, 0.3)


def few_rows(paper: Paper, room: Box, columns: Sequence[Column], rows: Iterable[Row], *, title: str) -> list[Box]:
    """Write a short list under title and headings into a box of a page with other content.

    Return the room below each row.
    """
    room = _headings(paper, room, RowList(columns, [], title))
    free = []
    for index, row in enumerate(rows):
        shaded = index % 2 == 1
        free.append(room.below(ROW).top(row.below))
        if shaded and row.below:
            paper.fill(free[-1])
        _row(paper, room.top(ROW), columns, row, 8.5, shaded)
        room = room.below(ROW + row.below)
    return free


def _headings(paper: Paper, room: Box, rows: RowList) -> Box:
    for text, size, line_height in ((rows.title, 15, TITLE), (rows.note, 8.5, NOTE)):
        if text:
            paper.text(room.top(line_height - mm), text, size, bold=text == rows.title)
            room = room.below(line_height)
    line = room.top(HEADING * rows.heading_lines + mm)
    for box, column in zip(line.columns([column.share for column in rows.columns]), rows.columns, strict=True):
        heading = column.heading.split("\n")
        line_boxes = box.inset(0.5 * PAD, 0).rows([1] * len(heading))
        for index, (line_box, text) in enumerate(zip(line_boxes, heading, strict=True)):
            paper.text(line_box, text, 8 if index == 0 else 6.5, bold=index == 0, align=column.align, smallest=5)
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
    if row.strong:
        paper.rule(line.x, line.y, line.right, line.y, 0.3)
    for room, column, cell in cells_of(line, columns, row):
        bold = column.bold or row.strong
        if isinstance(cell, tuple):
            upper, lower = room.rows([1.15, 1])
            paper.text(upper, cell[0], size, bold=bold, align=column.align, smallest=TINY)
            paper.text(lower, cell[1], 0.8 * size, align=column.align, smallest=TINY)
        elif column.align == "right":
            paper.text(
                room, cell, size, bold=bold, align="right", lines=1 if isinstance(cell, int) else 2, smallest=TINY
            )
        else:
            most = max(2, len(cell) if isinstance(cell, str) else 1)
            paper.text(room, cell, size, bold=bold, align=column.align, lines=most, smallest=SMALLEST)
