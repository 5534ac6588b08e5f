"""A paper for each table: its players in every session."""

from django.utils.translation import gettext as _

from common.paper import Box, Paper, mm, printable
from common.paper.fitting import fitted
from tournament.papers.exports.order import SIZES, Order, full_name, session_name, start_text, wind
from tournament.seating.selectors.seats import PublicSeat
from tournament.wording import WIND_NAMES

WINDS = "ESWN"
ON_A_PAGE = 2
SIZE, READABLE, LINES = 11, 6, 3
DASH = "–"


def table_seats(order: Order) -> bytes:
    """Return the tables by number, two on a page, with cut marks."""
    paper = Paper(_("Seats at each table"), language=order.language, size=SIZES[order.size], margin=8 * mm)
    tables = [table for table in order.seating.by_table if order.wanted(table)]
    areas = list(paper.body.grid(ON_A_PAGE, 1))
    for first in range(0, max(len(tables), 1), ON_A_PAGE):
        page = tables[first : first + ON_A_PAGE]
        paper.cut_marks(areas[: len(page)])
        for area, table in zip(areas, page, strict=False):
            _table(paper, area.inset(6 * mm), order, table)
            order.step()
        paper.next_page()
    return paper.finished()


def _table(paper: Paper, area: Box, order: Order, table: int) -> None:
    head = area.top(14 * mm)
    left, right = head.columns([1, 1])
    paper.text(left, _("Table %(number)s") % {"number": table}, 28, bold=True)
    paper.text(right, order.event.name, 9, align="right", lines=2, grey=True)
    sessions = order.seating.by_table[table]
    room = area.below(16 * mm)
    height = min(15 * mm, room.height / (len(sessions) + 1))
    box = room.top(height * (len(sessions) + 1))
    lines = box.rows([1] * (len(sessions) + 1))
    shares = [1.5, 2, 2, 2, 2]
    # "E East", or only once where sign and word are equal.
    heads = ["", *map(_wind_heading, WINDS)]
    paper.fill(lines[0])
    for cell, words in zip(lines[0].columns(shares), heads, strict=True):
        paper.text(cell.inset(2, 0), words, 9, bold=True, align="centre")
    for line, (session, seats) in zip(lines[1:], sorted(sessions.items()), strict=True):
        first, *cells = line.columns(shares)
        _write_session(paper, order, first.inset(3, 0), session)
        seat_of = {seat.wind: seat for seat in seats}
        for cell, seat_wind in zip(cells, WINDS, strict=True):
            room = cell.inset(3, 1)
            text = _person_text(paper, order, seat_of[seat_wind], room) if seat_wind in seat_of else DASH
            paper.text(room, text, SIZE, align="centre", lines=LINES, smallest=4.5)
        paper.rule(line.x, line.y, line.right, line.y)
    for cell in lines[0].columns(shares)[1:]:
        paper.rule(cell.x, box.y, cell.x, box.bottom)
    paper.frame(box)
    if order.watermark:
        paper.text(Box(area.x, area.bottom - 5 * mm, area.width, 5 * mm), order.watermark, 9, bold=True)


def _wind_heading(seat_wind: str) -> str:
    # "E East", or only once where sign and word are equal.
    return " ".join(dict.fromkeys([wind(seat_wind), str(WIND_NAMES[seat_wind])]))


def _write_session(paper: Paper, order: Order, cell: Box, session: int) -> None:
    """Write the session's name, and its start below."""
    when = start_text(order.seating.starts.get(session))
    half = cell.height / 2
    paper.text(cell.top(half).inset(0, 1) if when else cell, session_name(session), 8.5, bold=True)
    if when:
        paper.text(cell.below(half).inset(0, 1), when, 8)


def _person_text(paper: Paper, order: Order, seat: PublicSeat, room: Box) -> str:
    """Return number and name, followed by the name in Latin letters if it stays legible."""
    if order.seating.empty(seat):
        return DASH
    number = "" if seat.sitter.number is None else f"{seat.sitter.number} "
    label = f"{number}{full_name(seat.sitter)}"
    fit = fitted(
        printable(label), paper.language, across=room.width, down=room.height, size=SIZE, smallest=READABLE, lines=LINES
    )
    return (label if fit.whole else f"{number}{seat.sitter.name}") or DASH
