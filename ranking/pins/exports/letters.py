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
        flow.lines(order.body, size=13, bold=True)
        flow.lines("\n".join(filter(None, (order.name, order.contact))))
        flow.lines(date_format(order.day))
        flow.heading(title, 14)
        flow.lines(_("Dear %(name)s,") % {"name": order.name}, size=11)
        flow.lines(str(order.news) % {"pin": pin, "serial": order.serial}, size=11)
        if order.message:
            flow.lines(order.message, size=11)
        flow.lines(_("Yours sincerely,"), size=11)
        flow.signing("", "", height=22 * mm)
        flow.lines(order.body, size=11)
        return flow.finished()
