"""Cards with new codes: for tables, to open a sheet on a phone, and for players, to sign sheets."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from common.paper import Box, Paper, mm
from scoring.sheets.rules.codes import TableAccess, spaced
from tournament.papers.exports.order import SIZES, Order
from tournament.seating.selectors.seats import Player

MARGIN, ON_A_PAGE = 8 * mm, 2
SLIPS_ACROSS, SLIPS_DOWN = 2, 9


def table_cards(order: Order) -> bytes:
    """Return the PDF with a card for each table of ``content["codes"]`` (number -> TableAccess), with cutting marks."""
    paper = Paper(_("Table cards"), language=order.language, size=SIZES[order.size])
    draw_table_cards(paper, order)
    return paper.finished()


def draw_table_cards(paper: Paper, order: Order) -> None:
    """Draw the pages of the table cards."""
    codes: Mapping[int, TableAccess] = order.content["codes"]
    areas = list(paper.page.inset(MARGIN).grid(ON_A_PAGE, 1))
    tables = sorted(codes)
    for first in range(0, len(tables), ON_A_PAGE):
        page = tables[first : first + ON_A_PAGE]
        paper.cut_marks(areas[: len(page)])
        for area, table in zip(areas, page, strict=False):
            _table(paper, area.inset(8 * mm), order, table, codes[table])
            order.step()
        paper.next_page()


def _table(paper: Paper, area: Box, order: Order, table: int, access: TableAccess) -> None:
    left, right = area.columns([1.25, 1])
    paper.text(left.top(9 * mm), _("Table"), 20)
    paper.text(left.below(9 * mm).top(84 * mm), table, 230, bold=True, smallest=40)
    paper.text(Box(left.x, left.bottom - 14 * mm, left.width, 8 * mm), order.event.name, 11, lines=2, grey=True)
    if order.watermark:
        paper.text(Box(left.x, left.bottom - 6 * mm, left.width, 6 * mm), order.watermark, 10, bold=True)
    paper.text(right.top(9 * mm), _("The sheet of this table"), 12, bold=True, align="centre")
    code = Box(right.x, right.y + 9 * mm, right.width, 66 * mm)
    paper.qr(code, f"{order.address}/t/{access.token}/")
    below = right.below(76 * mm)
    words = _("Or open this address and type the six characters:")
    paper.text(below.top(9 * mm), words, 9, lines=2, align="centre", grey=True)
    where = f"{order.address.removeprefix('http://')}/t/"
    paper.text(below.below(10 * mm).top(6 * mm), where, 12, align="centre", smallest=7)
    paper.text(below.below(17 * mm).top(14 * mm), spaced(access.code), 36, bold=True, align="centre")


def player_codes(order: Order) -> bytes:
    """Return the PDF with a slip for each player of ``content["codes"]`` (number -> four digits, to sign sheets)."""
    codes: Mapping[int, str] = order.content["codes"]
    players: list[Player] = [player for player in order.content["players"] if player.number in codes]
    paper = Paper(_("Personal codes"), language=order.language, size=SIZES[order.size], margin=MARGIN)
    areas = list(paper.body.grid(SLIPS_DOWN, SLIPS_ACROSS))
    for first in range(0, len(players), len(areas)):
        page = players[first : first + len(areas)]
        paper.cut_marks(areas[: len(page)])
        for area, player in zip(areas, page, strict=False):
            _slip(paper, area.inset(4 * mm), order, player, codes[player.number or 0])
            order.step()
        paper.next_page()
    return paper.finished()


def _slip(paper: Paper, area: Box, order: Order, player: Player, code: str) -> None:
    head, note, foot = area.rows([12, 5, 6])
    number, name, right = head.columns([0.7, 2, 1.3])
    paper.text(number, player.number or "", 18, bold=True)
    paper.text(name, player.name, 12, bold=True, lines=3)
    paper.text(right, code, 26, bold=True, align="right")
    paper.text(note, _("With this code you sign your sheets. Keep it to yourself."), 7.5, grey=True)
    paper.text(foot, order.watermark or order.event.name, 7, lines=2, smallest=5, grey=True)
