"""The furniture of every page of a paper: the texts in its ledger and foot."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from common.paper.boxes import Box
from common.paper.faces import printable, width

if TYPE_CHECKING:
    from common.paper.canvas import Paper

HEAD, FOOT = 9 * mm, 7 * mm
#: The width that the logo takes.
LOGO = 18 * mm
#: The smallest size of the event's name in the ledger.
SMALL_HEAD = 7.0


@dataclass(frozen=True)
class Furniture:
    """The texts on every page: left and right above, left and in the middle below.

    ``printed`` says when and in which time zone, ``seal`` is the newest hash of the audit (empty: none), ``watermark``
    a word across the page of a paper that must not be used in play (empty: none), ``logo`` a JPEG beside the event's
    name (empty: none).
    """

    event: str
    title: str
    printed: str
    seal: str = ""
    watermark: str = ""
    logo: bytes = b""


def draw_furniture(paper: "Paper", furniture: Furniture, number: int, count: int) -> None:
    """Draw the furniture of page ``number`` of ``count`` above and below the paper's body."""
    body = paper.body
    ledger = Box(body.x, body.y - HEAD, body.width, HEAD - 2 * mm)
    foot = Box(body.x, body.bottom + 2 * mm, body.width, FOOT - 2 * mm)
    # The event gets the remaining width; a name too long for one line gets two.
    title_width = min(ledger.width * 0.4, width(printable(furniture.title), paper.language) * 9 + 4 * mm)
    left, right = ledger.columns([ledger.width - title_width, title_width])
    if furniture.logo:
        logo, left = left.columns([LOGO, left.width - LOGO])
        paper.picture(Box(logo.x, logo.y, logo.width - 2 * mm, logo.height - mm), furniture.logo)
    fits_one_line = width(printable(furniture.event), paper.language, True) * SMALL_HEAD <= left.width
    # A second line must not touch the rule.
    event_box = left if fits_one_line else left.top(left.height - mm)
    paper.text(event_box, furniture.event, 9, bold=True, lines=1 if fits_one_line else 2, smallest=SMALL_HEAD)
    paper.text(right, furniture.title, 9, align="right")
    paper.rule(ledger.x, ledger.bottom, ledger.right, ledger.bottom, 0.5)
    first, middle, last = foot.columns([3, 4, 2])
    paper.text(first, furniture.printed, 7, grey=True)
    paper.text(middle, furniture.seal, 7, align="centre", grey=True)
    page_of = {"number": number, "count": count}
    paper.text(last, _("Page %(number)d of %(count)d") % page_of, 7, align="right", grey=True)
    if furniture.watermark:
        paper.watermark(furniture.watermark)
