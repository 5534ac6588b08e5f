"""The chart of one session, with the names of the players: a row for each table, in as many columns as needed."""

from django.utils.translation import gettext as _

from common.paper import Box, Paper, mm
from tournament.papers.exports.order import Order, wind
from tournament.seating.selectors.seats import PublicSeat

WINDS = "ESWN"
DASH = "–"
#: Shares of the columns: the table's number, and four players; within a player's cell those of number and name.
SHARES, IN_CELL = (0.5, 2, 2, 2, 2), (0.55, 2)
HEAD, SMALLEST_ROW, TALLEST_ROW = 7 * mm, 6.5 * mm, 14 * mm
#: The sizes of names, and of numbers.
NAME, NUMBER = 10, 12


def session_charts(area: Box, order: Order, session: int) -> list[list[tuple[int, list[PublicSeat]]]]:
    """Return the tables of a session, divided over pages with this area."""
    tables = sorted(order.seating.by_session[session].items())
    most = max(1, int((area.height - HEAD) / SMALLEST_ROW))
    pages = -(-len(tables) // most)
    each = -(-len(tables) // max(1, pages))
    return [tables[first : first + each] for first in range(0, len(tables), each)]


def draw_session_chart(paper: Paper, area: Box, order: Order, tables: list[tuple[int, list[PublicSeat]]]) -> None:
    """Draw tables with number and name of each player at the start."""
    row = min(TALLEST_ROW, (area.height - HEAD) / len(tables))
    box = area.top(HEAD + row * len(tables))
    head = box.top(HEAD).columns(SHARES)
    paper.fill(box.top(HEAD))
    for cell, words in zip(head, [_("Table"), *map(wind, WINDS)], strict=True):
        paper.text(cell.inset(1, 0), words, 10, bold=True, align="centre", smallest=6)
    for index, (number, seats) in enumerate(tables):
        line = Box(box.x, box.y + HEAD + index * row, box.width, row)
        paper.rule(line.x, line.y, line.right, line.y)
        seat_of = {seat.wind: seat for seat in seats}
        first, *cells = line.columns(SHARES)
        paper.text(first.inset(1, 0), number, NUMBER + 2, bold=True, align="centre")
        for cell, seat_wind in zip(cells, WINDS, strict=True):
            _draw_player(paper, cell, order, seat_of.get(seat_wind))
    for cell in head[1:]:
        paper.rule(cell.x, box.y, cell.x, box.bottom)
    paper.frame(box)


def _draw_player(paper: Paper, cell: Box, order: Order, seat: PublicSeat | None) -> None:
    if seat is None or order.seating.empty(seat):
        paper.text(cell, DASH, NAME, align="centre")
        return
    number, name = cell.inset(1.2 * mm, 0.4 * mm).columns(IN_CELL)
    paper.text(number, seat.planned.number or "", NUMBER, bold=True, smallest=7)
    paper.text(name, seat.planned.name, NAME, lines=3, smallest=6)
