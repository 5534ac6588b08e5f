"""A letter about an application for a pin, for a player without a mail address (A9 7.1, 7.3)."""

from dataclasses import dataclass
from datetime import date

from django.utils import translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from common.paper import A4, Paper, mm
from common.paper.flow import Flow
from ranking.pins.exports.mail import pin_label

#: The room below a block of the head of the letter, and below a paragraph.
BETWEEN_BLOCKS, BETWEEN_PARAGRAPHS = 10 * mm, 4 * mm


@dataclass(frozen=True)
class Letter:
    """The content of a letter: ``news`` says what happened, with the placeholders pin and serial;
    ``message`` is the question or the reason (empty: none)."""

    body: str
    name: str
    contact: str
    day: date
    kind: str
    level: int
    news: str | Promise
    serial: str
    message: str
    language: str


def letter(order: Letter) -> bytes:
    """Return the PDF, in the player's language."""
    with translation.override(order.language):
        pin = pin_label(order.kind, order.level)
        title = _("Your application for %(pin)s") % {"pin": pin}
        paper = Paper(title, language=order.language, size=A4, margin=24 * mm)
        flow = Flow(paper, label=0)
        flow.lines(order.body, size=13, bold=True, after=BETWEEN_BLOCKS)
        flow.lines("\n".join(filter(None, (order.name, order.contact))), size=11, after=BETWEEN_BLOCKS)
        flow.lines(date_format(order.day), size=11, after=BETWEEN_BLOCKS)
        flow.heading(title, 14)
        paragraphs = [
            _("Dear %(name)s,") % {"name": order.name},
            str(order.news) % {"pin": pin, "serial": order.serial},
            order.message,
            _("Yours sincerely,"),
        ]
        for paragraph in filter(None, paragraphs):
            flow.lines(paragraph, size=11, after=BETWEEN_PARAGRAPHS)
        flow.signing("", "", height=22 * mm)
        flow.lines(order.body, size=11)
        return flow.finished()
