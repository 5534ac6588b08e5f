"""A card for each player: number, name, seats in all sessions, and a QR code to the player's page."""

from django.utils.translation import gettext as _

from common.paper import Box, Paper, mm
from common.paper.faces import width
from tournament.papers.exports.order import SIZES, Order, session_name, start_text, wind
from tournament.seating.selectors.seating import PlayerWay, Seating
from tournament.seating.selectors.seats import Player, PublicSeat

#: Cards on a page, across and down; above MANY sessions they are taller.
ACROSS, DOWN, DOWN_TALL, MANY = 2, 4, 3, 10
MARGIN, PAD = 8 * mm, 4 * mm
QR = 27 * mm
NUMBER = 26
DASH = "–"


def player_cards(order: Order) -> bytes:
    """Return the cards by number, several on a page, with cut marks."""
    paper = Paper(_("Player cards"), language=order.language, size=SIZES[order.size], margin=MARGIN)
    down = DOWN if order.seating.sessions <= MANY else DOWN_TALL
    areas = list(paper.body.grid(down, ACROSS))
    ways = [way for way in order.seating.ways if way.seats and order.wanted(way.player.number)]
    for first in range(0, max(len(ways), 1), len(areas)):
        page = ways[first : first + len(areas)]
        paper.cut_marks(areas[: len(page)])
        for area, way in zip(areas, page, strict=False):
            _card(paper, area, order, way)
            order.step()
        paper.next_page()
    return paper.finished()


def page_of(order: Order, number: int) -> str:
    """Return the address of a player's seats, or of the player's results if no draw made the seats."""
    page = "seats/players" if order.seating.drawn else "players"
    return f"{order.address}/e/{order.event.slug}/{page}/{number}/"


def _card(paper: Paper, area: Box, order: Order, way: PlayerWay) -> None:
    card, player = area.inset(PAD), way.player
    assert player.number is not None
    left = Box(card.x, card.y, card.width - QR - 2 * mm, card.height)
    right = Box(left.right + 2 * mm, card.y, QR, card.height)
    head = left.top(13 * mm)
    across = width(str(player.number), paper.language, True) * NUMBER + 3 * mm
    number, name = head.columns([across, head.width - across])
    paper.text(number, player.number, NUMBER, bold=True)
    _draw_name(paper, name.inset(0, mm), player)
    paper.text(left.below(13 * mm).top(6.5 * mm), player.team_name or player.country, 8, lines=2, smallest=5, grey=True)
    _draw_seats(paper, left.below(20 * mm), order.seating, way.seats)
    address = page_of(order, player.number)
    paper.qr(right.top(QR), address)
    below = right.below(QR)
    paper.text(below.top(4 * mm), _("My seats and results"), 7, bold=True, align="centre", smallest=5)
    where = below.below(4 * mm).top(14 * mm)
    paper.text(where, address.removeprefix("http://"), 6, align="centre", lines=5, top=True)
    foot = Box(right.x, right.bottom - 14 * mm, right.width, 14 * mm)
    paper.text(foot, order.watermark or order.event.name, 7, align="right", lines=6, smallest=5, grey=True)


def _draw_name(paper: Paper, room: Box, player: Player) -> None:
    """Draw the name, and below it its form in Latin letters if it differs."""
    latin = player.latin_name if player.latin_name != player.name else ""
    own, below = room.rows([1.6, 1]) if latin else (room, room)
    paper.text(own, player.name, 13, bold=True, lines=4, smallest=5)
    if latin:
        paper.text(below, latin, 10, lines=2, smallest=5)


def _draw_seats(paper: Paper, room: Box, seating: Seating, seats: dict[int, PublicSeat]) -> None:
    height = min(5.2 * mm, room.height / (seating.sessions + 1))
    lines = room.top(height * (seating.sessions + 1)).rows([1] * (seating.sessions + 1))
    shares = [1.7, 2.6, 1, 1]
    headings = ["", _("Start") if any(seating.starts.values()) else "", _("Table"), _("Seat")]
    for cell, words in zip(lines[0].columns(shares), headings, strict=True):
        paper.text(cell.inset(1, 0), words, 6.5, align="left" if cell.x == room.x else "centre", grey=True, smallest=5)
    for line, session in zip(lines[1:], range(1, seating.sessions + 1), strict=True):
        paper.rule(line.x, line.y, line.right, line.y, 0.3)
        seat = seats.get(session)
        name, time, table, where = line.columns(shares)
        paper.text(name.inset(1, 0), session_name(session), 8, smallest=5)
        paper.text(time.inset(1, 0), start_text(seating.starts.get(session)), 7.5, align="centre", smallest=5)
        paper.text(table.inset(1, 0), seat.table if seat else DASH, 10, bold=True, align="centre", smallest=5)
        paper.text(where.inset(1, 0), wind(seat.wind) if seat else DASH, 10, bold=True, align="centre", smallest=5)
