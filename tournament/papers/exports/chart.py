"""The chart for table rotation (A3): the starting numbers of each table, by session."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from common.paper import Box, Paper, mm, printable
from common.paper.faces import width
from common.paper.fitting import LEADING, wrapped
from tournament.events.selectors.events import stages_of
from tournament.papers.exports.order import SIZES, Order, session_name, start_text, wind
from tournament.seating.selectors.seats import PublicSeat

#: The form: two columns of four blocks, one per session.
ACROSS, DOWN = 2, 4
READABLE, TALLEST = 3.4 * mm, 12 * mm
#: The height of a row, as a share of that of a page, below which a block takes a further column.
COMFORTABLE = 0.0214
#: The largest sizes of the numbers and of the headings above them, read from a step away.
LARGEST, LARGEST_HEAD = 22.0, 14.0
GAP, HEADING = 6 * mm, 8 * mm
#: Points between a number and the lines next to it, on both sides together.
CELL_PADDING = 4
#: Shares of the columns: table and four winds.
SHARES = (1.2, 1, 1, 1, 1)
#: The smallest size of a guest's name in a table, and the size of longer names in the legend.
SMALLEST_NAME, FOOT = 6, 8
WINDS = "ESWN"
DASH = "–"


class Layout(NamedTuple):
    """Number of blocks one under another, columns of tables in a block, and height of a row."""

    down: int
    columns: int
    row: float


def chart(order: Order) -> bytes:
    """Return the chart of all sessions as a PDF."""
    furniture = order.furniture(_("Chart"))
    paper = Paper(_("Chart"), language=order.language, size=SIZES[order.size], furniture=furniture)
    sessions = sorted(order.seating.by_session)
    order.total(len(sessions))
    most = max((len(tables) for tables in order.seating.by_session.values()), default=1)
    layout = layout_of(most, len(sessions), paper.body.height)
    marks = _marks(paper, order, sessions, (paper.body.width - GAP) / ACROSS / layout.columns)
    body = _above_legend(paper, paper.body, marks)
    layout = layout_of(most, len(sessions), body.height)
    for first in range(0, max(len(sessions), 1), ACROSS * layout.down):
        for session, area in zip(sessions[first : first + ACROSS * layout.down], _areas(body, layout), strict=False):
            _block(paper, area, order, session, layout, marks)
            order.step()
        _draw_legend(paper, paper.body.below(body.height), marks)
        paper.next_page()
    return paper.finished()


def _marks(paper: Paper, order: Order, sessions: Iterable[int], across: float) -> dict[str, str]:
    """Return name -> mark for guests if their names are too long for tables of this width; else nothing."""
    seats = (seat for session in sessions for table in order.seating.by_session[session].values() for seat in table)
    labels = {_seat_label(order, seat, {}) for seat in seats}
    names = sorted({label for label in labels if isinstance(label, str)} - {DASH})
    cell = across / sum(SHARES) - CELL_PADDING
    if all(width(printable(name), paper.language) * SMALLEST_NAME <= cell for name in names):
        return {}
    return {name: f"G{number}" for number, name in enumerate(names, start=1)}


def _legend(marks: Mapping[str, str]) -> str:
    return printable(" · ".join(f"{mark} {name}" for name, mark in marks.items()))


def _above_legend(paper: Paper, body: Box, marks: Mapping[str, str]) -> Box:
    """Return the box above the legend of guests."""
    lines = len(wrapped(_legend(marks), paper.language, body.width / FOOT)) if marks else 0
    return body.top(body.height - FOOT * LEADING * lines - (GAP / 2 if marks else 0))


def _draw_legend(paper: Paper, foot: Box, marks: Mapping[str, str]) -> None:
    """Draw the legend of guests whose names do not fit into the tables."""
    if marks:
        room = foot.below(GAP / 2)
        paper.text(room, _legend(marks), FOOT, lines=round(room.height / FOOT), smallest=SMALLEST_NAME)


def layout_of(tables: int, sessions: int, height: float) -> Layout:
    """Return the layout of the form if its rows are legible, else fewer and larger blocks per page."""
    fullest = min(DOWN, max(1, -(-sessions // ACROSS)))
    for down in range(fullest, 0, -1):
        for columns in (1, 2, 3):
            row = ((height - GAP * (down - 1)) / down - HEADING) / (-(-tables // columns) + 1)
            if row >= COMFORTABLE * height or (columns == 3 and (row >= READABLE or down == 1)):
                return Layout(down, columns, min(row, TALLEST))
    raise AssertionError("one block with three columns is always taken")


def _areas(body: Box, layout: Layout) -> list[Box]:
    """Return the boxes of the blocks, down the left column first, as the sessions follow in the form."""
    height = (body.height - GAP * (layout.down - 1)) / layout.down
    width = (body.width - GAP) / ACROSS
    return [
        Box(body.x + across * (width + GAP), body.y + down * (height + GAP), width, height)
        for across in range(ACROSS)
        for down in range(layout.down)
    ]


def _block(paper: Paper, area: Box, order: Order, session: int, layout: Layout, marks: Mapping[str, str]) -> None:
    title = area.top(HEADING)
    stages = " · ".join(_stage_names(order, session))
    paper.text(title, f"{session_name(session)} · {stages}" if stages else session_name(session), 13, bold=True)
    paper.text(title, start_text(order.seating.starts.get(session)), 9, align="right", grey=True)
    tables = sorted(order.seating.by_session[session].items())
    _columns(paper, area.below(HEADING), order, tables, layout, marks)


def _stage_names(order: Order, session: int) -> list[str]:
    """Return the names of the stages that play the session, best first, as their tables are numbered."""
    rows = [row for row in stages_of(order.event) if row.name and row.first_session <= session <= row.last_session]
    return [row.name for row in reversed(rows)]


def _columns(
    paper: Paper,
    area: Box,
    order: Order,
    tables: list[tuple[int, list[PublicSeat]]],
    layout: Layout,
    marks: Mapping[str, str],
) -> None:
    """Draw the tables in the layout's columns, from the top of the box."""
    rows = -(-len(tables) // layout.columns)
    gap = 2 * mm if layout.columns > 1 else 0
    width = (area.width - gap * (layout.columns - 1)) / layout.columns
    for column in range(layout.columns):
        part = tables[column * rows : (column + 1) * rows]
        if part:
            box = Box(area.x + column * (width + gap), area.y, width, layout.row * (len(part) + 1))
            _tables(paper, box, order, part, marks)


def _tables(
    paper: Paper, box: Box, order: Order, tables: list[tuple[int, list[PublicSeat]]], marks: Mapping[str, str]
) -> None:
    lines = box.rows([1] * (len(tables) + 1))
    cell_width = box.width / sum(SHARES) - CELL_PADDING
    size = min(LARGEST, lines[0].height * 0.72, cell_width / _widest(paper, order, tables, marks))
    paper.fill(Box(box.x, box.y, lines[0].columns(SHARES)[0].width, box.height))
    heads = [_("Table"), *map(wind, WINDS)]
    for cell, words in zip(lines[0].columns(SHARES), heads, strict=True):
        paper.text(cell.inset(1, 0), words, min(size, LARGEST_HEAD), bold=True, align="centre", smallest=4)
    for line, (number, seats) in zip(lines[1:], tables, strict=True):
        numbers = {seat.wind: _seat_label(order, seat, marks) for seat in seats}
        cells = line.columns(SHARES)
        paper.text(cells[0].inset(1, 0), number, size, bold=True, align="centre", smallest=4)
        for cell, seat_wind in zip(cells[1:], WINDS, strict=True):
            paper.text(cell.inset(1, 0), numbers.get(seat_wind, DASH), size, align="centre", smallest=4)
        paper.rule(line.x, line.y, line.right, line.y)
    for cell in lines[0].columns(SHARES)[1:]:
        paper.rule(cell.x, box.y, cell.x, box.bottom)
    paper.frame(box)


def _widest(paper: Paper, order: Order, tables: list[tuple[int, list[PublicSeat]]], marks: Mapping[str, str]) -> float:
    """Return the width of the longest number or mark at size 1; all are written in the size that it allows."""
    labels = (_seat_label(order, seat, marks) for _table, seats in tables for seat in seats)
    return max((width(str(label), paper.language) for label in labels if isinstance(label, int) or marks), default=1.0)


def _seat_label(order: Order, seat: PublicSeat, marks: Mapping[str, str]) -> str | int:
    """Return the number of the player; the name or its mark for a person without number, a dash for an empty seat."""
    if order.seating.empty(seat):
        return DASH
    if seat.planned.number is not None:
        return seat.planned.number
    return marks.get(seat.planned.name, seat.planned.name) or DASH
