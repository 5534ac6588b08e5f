"""Columns of a list as wide as their content, so that no name is shrunk beside an empty column."""

from collections.abc import Sequence
from dataclasses import replace

from common.paper.canvas import Paper
from common.paper.faces import printable, width
from common.paper.rows import PAD, Cell, Column, Row

#: The largest share of the page that one column of texts asks for; longer texts take two lines.
MOST = 0.4
#: Sizes of a heading's first line and of its other lines; and of a cell's second text, in parts of the list's size.
HEAD, UNDER, SECOND = 8.0, 6.5, 0.8


def with_fitting_widths(paper: Paper, columns: Sequence[Column], rows: Sequence[Row], size: float) -> list[Column]:
    """Return the columns with shares by what their headings and cells need at this text size, in points.

    If there is not room for all, columns of figures keep what they need, and the widest of texts get less.
    """
    room = paper.body.width
    needs = [_needed(paper, column, index, rows, size, room) for index, column in enumerate(columns)]
    alike = max((need for need, column in zip(needs, columns, strict=True) if column.alike), default=0.0)
    needs = [alike if column.alike else need for need, column in zip(needs, columns, strict=True)]
    texts = [column.align == "left" for column in columns]
    figures_need = sum(need for need, text in zip(needs, texts, strict=True) if not text)
    most = _most([need for need, text in zip(needs, texts, strict=True) if text], max(room / 3, room - figures_need))
    shares = [min(need, most) if text else need for need, text in zip(needs, texts, strict=True)]
    return [replace(column, share=share) for column, share in zip(columns, shares, strict=True)]


def _most(needs: Sequence[float], room: float) -> float:
    """Return the width above which texts are shrunk, so that all fit: short texts are never shrunk beside long ones."""
    left, columns = room, len(needs)
    for need in sorted(needs):
        if need * columns > left:
            return left / columns
        left, columns = left - need, columns - 1
    return room


def _needed(paper: Paper, column: Column, index: int, rows: Sequence[Row], size: float, room: float) -> float:
    first, *others = column.heading.split("\n")
    widest = max([width(first, paper.language, True) * HEAD, *(width(line, paper.language) * UNDER for line in others)])
    for row in rows:
        if row.section or row.cells[index] is None or row.cells[index + 1 : index + 2] in ([None], (None,)):
            continue
        widest = max(widest, _cell_width(paper, row.cells[index], column.bold or row.strong, size))
    return min(widest + 2 * PAD + 1, MOST * room)


def _cell_width(paper: Paper, cell: Cell, bold: bool, size: float) -> float:
    texts = cell if isinstance(cell, tuple) else (str(cell), "")
    first, second = (width(printable(text), paper.language, bold) for text in texts)
    return max(first * size, second * size * SECOND)
