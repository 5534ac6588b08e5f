"""The procedure for seat rotation (A4): who sits where in each round, as a chart, in words and as a picture."""

from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.paper import Box, Paper, mm
from scoring.game.rules.mcr.rotation import ROUNDS, starter_at, wind_of
from scoring.game.rules.seats import SEATS, Seat
from tournament.papers.exports.kinds import Kind, When
from tournament.papers.exports.order import SIZES, Order
from tournament.wording import WIND_NAMES

if TYPE_CHECKING:
    from tournament.events.models.events import Event

#: The letters of the players who start East, South, West and North (A4).
LETTERS = dict(zip(SEATS, "ABCD", strict=True))
#: Where a seat is at the table seen from above, East below: the directions of x and y.
SIDES: dict[Seat, tuple[int, int]] = {"E": (0, 1), "S": (1, 0), "W": (0, -1), "N": (-1, 0)}
#: The rule set with seats of its own (IMJ 8).
IMJ = "imj-0702"
ROW = 9 * mm
TIP = 2.6 * mm


def seat_rotation(order: Order) -> bytes:
    """Return the PDF, one page."""
    paper = Paper(_("Procedure for seat rotation"), language=order.language, size=SIZES[order.size], margin=16 * mm)
    order.total(1)
    draw_seat_rotation(paper, order)
    order.step()
    return paper.finished()


def draw_seat_rotation(paper: Paper, order: Order) -> None:
    """Draw the page into a paper."""
    body = paper.body
    paper.text(body.top(7 * mm), order.event.name, 10, grey=True)
    paper.text(body.below(7 * mm).top(11 * mm), _("Procedure for seat rotation"), 20, bold=True)
    intro = _(
        "After each round the players change seats (App. 4). So each of them sits in every place, deals in every "
        "round, and sits before each of the others."
    )
    paper.text(body.below(19 * mm).top(12 * mm), intro, 10.5, lines=3, top=True)
    room = body.below(34 * mm)
    _draw_chart(paper, room.top(ROW * (ROUNDS + 1)))
    room = room.below(ROW * (ROUNDS + 1) + 4 * mm)
    for starter, line in zip(SEATS, room.top(7 * mm * len(SEATS)).rows([1] * len(SEATS)), strict=True):
        paper.text(line, _ways_text(starter), 10.5)
    room = room.below(7 * mm * len(SEATS) + 6 * mm)
    tables = Box(room.x, room.y, room.width, body.bottom - room.y)
    for number, area in enumerate(tables.grid(2, 2), start=1):
        _draw_table(paper, area.inset(4 * mm), number)
    if order.watermark:
        paper.watermark(order.watermark)
    paper.next_page()


def round_name(number: int) -> str:
    return _("Round %(number)d (%(wind)s)") % {"number": number, "wind": str(WIND_NAMES[SEATS[number - 1]])}


def _player(starter: Seat) -> str:
    return f"{WIND_NAMES[starter]} ({LETTERS[starter]})"


def _draw_chart(paper: Paper, room: Box) -> None:
    lines = room.rows([1] * (ROUNDS + 1))
    rows = [[_("Seat"), *(str(WIND_NAMES[seat]) for seat in SEATS)]]
    rows += [
        [round_name(number), *(_player(starter_at(seat, number)) for seat in SEATS)] for number in range(1, ROUNDS + 1)
    ]
    for index, (line, cells) in enumerate(zip(lines, rows, strict=True)):
        for box, cell in zip(line.columns([2, 1, 1, 1, 1]), cells, strict=True):
            if index == 0:
                paper.fill(box)
            paper.frame(box, 0.4)
            paper.text(box.inset(2 * mm, 1 * mm), cell, 11, bold=index == 0)


def _ways_text(starter: Seat) -> str:
    winds = [str(WIND_NAMES[wind_of(starter, number)]) for number in range(1, ROUNDS + 1)]
    words = _("Who starts %(player)s: round 1 %(first)s, round 2 %(second)s, round 3 %(third)s, round 4 %(fourth)s")
    return words % {
        "player": _player(starter), "first": winds[0], "second": winds[1], "third": winds[2], "fourth": winds[3]
    }  # fmt: skip


def _draw_table(paper: Paper, area: Box, number: int) -> None:
    """Draw the table of a round from above, with an arrow from each player's last seat."""
    paper.text(area.top(6 * mm), round_name(number), 11, bold=True, align="centre")
    side = min(area.width, area.height - 8 * mm) - 22 * mm
    table = Box(area.x + (area.width - side) / 2, area.y + 8 * mm + 11 * mm, side, side)
    paper.frame(table, 1)
    for seat in SEATS:
        starter = starter_at(seat, number)
        x, y = _point(table, seat, 1 + 16 * mm / side)
        paper.text(Box(x - 9 * mm, y - 5 * mm, 18 * mm, 6 * mm), LETTERS[starter], 15, bold=True, align="centre")
        paper.text(Box(x - 9 * mm, y + 1 * mm, 18 * mm, 4 * mm), str(WIND_NAMES[seat]), 8, align="centre", grey=True)
        if number > 1:
            _draw_arrow(paper, _point(table, wind_of(starter, number - 1), 0.82), _point(table, seat, 0.82))


def _point(table: Box, seat: Seat, share: float) -> tuple[float, float]:
    """Return a point towards a side of the table: ``share`` 0 is the middle, 1 the side."""
    right, down = SIDES[seat]
    half = table.width / 2 * share
    return table.x + table.width / 2 + right * half, table.y + table.height / 2 + down * half


def _draw_arrow(paper: Paper, start: tuple[float, float], end: tuple[float, float]) -> None:
    paper.rule(*start, *end, 0.8)
    angle = atan2(end[1] - start[1], end[0] - start[0])
    for turn in (pi * 5 / 6, -pi * 5 / 6):
        paper.rule(*end, end[0] + TIP * cos(angle + turn), end[1] + TIP * sin(angle + turn), 0.8)


def _lacks(event: "Event") -> str:
    """Return why the event has no such procedure; empty if it has."""
    # Exports name models as types only; the codes of rule sets are those of the event file.
    return _("Under these rules the seats are chosen again by dice.") if event.rules == IMJ else ""


SEAT_ROTATION = Kind(
    "seat-rotation",
    gettext_lazy("Seat rotation"),
    gettext_lazy("Who sits where in each round, as a chart and a picture (App. 4), for the tables."),
    seat_rotation,
    sizes=("A4", "A3"),
    seats=False,
    lacks=_lacks,
    when=When.SESSION,
)
