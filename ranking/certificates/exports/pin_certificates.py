"""The certificate of a pin: it shows the signed facts, and its QR code leads to the public check."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from common.paper import A4, Box, Paper, mm
from common.paper.ornaments import dot, rosette
from common.templatetags.pinju import country
from ranking.certificates.exports.design import (
    LEFT,
    WIDTH,
    draw_facts,
    draw_frame,
    draw_heading,
    draw_holder,
    draw_seal,
    draw_signatures,
    line_box,
)
from ranking.pins.exports.mail import pin_label

if TYPE_CHECKING:
    from ranking.pins.models.applications import Certificate

#: The colour of each level: those of the pages in `static/css/record.css`, for white paper.
COLOURS = {
    1: "#46205c", 2: "#62337f", 3: "#7c4a9c", 4: "#8c2415", 5: "#b3442c", 6: "#1f5338", 7: "#3a7a56", 8: "#1d4469",
    9: "#3c6c9a",
}  # fmt: skip
NUMERALS = "一二三四五六七八九"
QR = 42 * mm
#: The room for the nine dots of the level.
DOTS = 8 * mm
#: The middle of the rosette.
MIDDLE = (105 * mm, 148.5 * mm)


@dataclass(frozen=True)
class Order:
    """The certificate, the language, the text of the QR code (ranking.pins.selectors.signing) and its address.

    ``seal`` is the picture of the body's seal (JPEG). Without a ``code`` the page is a preview and says so.
    """

    certificate: "Certificate"
    language: str
    code: str
    address: str
    seal: bytes | None = None


def pin_certificate(order: Order) -> bytes:
    """Return the PDF, one page."""
    certificate = order.certificate
    with translation.override(order.language):
        pin = pin_label(certificate.kind, certificate.level)
        paper = Paper(f"{pin} · {certificate.serial}", language=order.language, size=A4)
        draw_frame(paper, COLOURS[certificate.level])
        article = _("International Mahjong Competition Rules, A9")
        draw_heading(paper, certificate.body_name, _("Certificate of a mahjong pin"), article)
        paper.text(line_box(63, 6), _("This certifies that"), 10.5, align="centre", grey=True)
        about = [certificate.latin_name, country(certificate.country) if certificate.country else ""]
        draw_holder(paper, 70, certificate.name, about)
        with paper.inked(COLOURS[certificate.level]):
            paper.stamp("rosette", lambda: rosette(paper, *MIDDLE, 10 - certificate.level))
            _draw_level(paper, certificate)
        words = _("has met every condition of this pin and the conduct required by the rules (A9 3.2).")
        paper.text(line_box(194.5, 11), words, 10.5, align="centre", lines=2, smallest=8)
        _draw_facts(paper, certificate, pin)
        _draw_end(paper, order)
        if not order.code:
            paper.watermark(_("Preview"))
        paper.next_page()
        return paper.finished()


def _draw_level(paper: Paper, certificate: "Certificate") -> None:
    """Draw the level in the rosette: in Chinese characters one above the other, else as a large figure."""
    x, y = MIDDLE
    web = certificate.kind == "web"
    if translation.get_language().startswith("en"):
        small = pgettext("certificate", "WEB PIN") if web else pgettext("certificate", "PIN")
        paper.text(Box(x - 16 * mm, y - 15 * mm, 32 * mm, 6 * mm), small, 12, align="centre")
        paper.text(
            Box(x - 16 * mm, y - 9 * mm, 32 * mm, 25 * mm), str(certificate.level), 78, bold=True, align="centre"
        )
        return
    top, size = (-15, 44) if not web else (-12.5, 40)
    if web:
        small = pgettext("certificate", "WEB PIN")
        paper.text(Box(x - 16 * mm, y - 19 * mm, 32 * mm, 5 * mm), small, 10, align="centre")
    high = size * 16 / 44 * mm
    for row, sign in enumerate((NUMERALS[certificate.level - 1], "品")):
        box = Box(x - 10 * mm, y + top * mm + row * high, 20 * mm, high)
        paper.text(box, sign, size, bold=True, align="centre")


def _draw_facts(paper: Paper, certificate: "Certificate", pin: str) -> None:
    room = Box(LEFT, 207 * mm, WIDTH, 14 * mm)
    if not translation.get_language().startswith("en"):
        pin = pin.replace(str(certificate.level), NUMERALS[certificate.level - 1])  # as in the rosette
    level = _("%(pin)s of nine") % {"pin": pin}
    day = date_format(certificate.issued_on)
    facts = [(_("Certificate number"), certificate.serial), (_("Date"), day), (_("Level"), level)]
    draw_facts(paper, room, facts, free=DOTS)
    filled = 10 - certificate.level
    with paper.inked(COLOURS[certificate.level]):
        for at, cell in enumerate(Box(room.right - DOTS, room.y + 4 * mm, 6 * mm, 6 * mm).grid(3, 3)):
            # The dots fill from the bottom row, as one climbs from pin 9.
            row, column = divmod(at, 3)
            dot(paper, cell.x + mm, cell.y + mm, 0.75 * mm, filled=(2 - row) * 3 + column < filled)


def _draw_end(paper: Paper, order: Order) -> None:
    """Draw the signatures, the seal, and the QR code with how to check it."""
    label = _("Signature")
    draw_signatures(paper, Box(LEFT, 222 * mm, 66 * mm, 42 * mm), order.certificate.signers[:3], label)
    draw_seal(paper, Box(100 * mm, 227 * mm, 34 * mm, 34 * mm), order.seal)
    if order.code:
        paper.qr(Box(LEFT + WIDTH - QR + 3 * mm, 223 * mm, QR, QR), order.code)
    instruction = _("Scan the code to check that this certificate is genuine and still valid:")
    left, right = Box(LEFT, 266.5 * mm, WIDTH, 6 * mm).columns([1, 1])
    paper.text(left, instruction, 7.5, grey=True, lines=2, smallest=5)
    paper.text(right.inset(2 * mm, 0), order.address, 8, align="right", smallest=4)
