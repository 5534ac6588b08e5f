"""The signs of the hall (3.5.5.8): 东 at the East side, 品 for character, 静 for quiet."""

from django.utils.translation import gettext as _

from common.paper import Box, Paper, mm
from tournament.papers.exports.order import SIZES, Order

#: The signs in Chinese, and in Japanese.
SIGNS, SIGNS_JA = "东品静", "東品静"


def signs(order: Order) -> bytes:
    """Return a page for each sign, as large as possible, with its meaning in the document's language."""
    paper = Paper(_("Signs for the hall"), language=order.language, size=SIZES[order.size])
    words = [_("East"), _("Good character: honest and fair"), _("Quiet, please")]
    order.total(len(words))
    for sign, meaning in zip(SIGNS_JA if order.language == "ja" else SIGNS, words, strict=True):
        side = paper.body.width
        glyph = Box(paper.body.x, paper.body.y + 8 * mm, side, side)
        paper.text(glyph, sign, side, bold=True, align="centre", smallest=side / 2)
        room = Box(paper.body.x, glyph.bottom + 6 * mm, side, paper.body.bottom - glyph.bottom - 20 * mm)
        if meaning != sign:
            paper.text(room.top(side / 7), meaning, side / 10, align="centre", smallest=20)
        foot = Box(paper.body.x, paper.body.bottom - 13 * mm, side, 13 * mm)
        paper.text(foot, order.event.name, 14, align="centre", lines=2, grey=True)
        paper.next_page()
        order.step()
    return paper.finished()
