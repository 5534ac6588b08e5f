"""The certificate of a pin: it shows the signed facts, and its QR code leads to the public check."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.paper import A4, Box, Paper, mm
from common.templatetags.pinju import country
from ranking.pins.exports.mail import pin_label

if TYPE_CHECKING:
    from ranking.pins.models.applications import Certificate

QR = 52 * mm


@dataclass(frozen=True)
class Order:
    """The certificate, the language, and the text of the QR code (ranking.pins.selectors.signing)."""

    certificate: "Certificate"
    language: str
    code: str
    address: str


def pin_certificate(order: Order) -> bytes:
    """Return the PDF, one page."""
    certificate = order.certificate
    with translation.override(order.language):
        pin = pin_label(certificate.kind, certificate.level)
        paper = Paper(f"{pin} · {certificate.serial}", language=order.language, size=A4, margin=24 * mm)
        _draw_frames(paper)
        room = paper.body.below(6 * mm)
        paper.text(room.top(18 * mm), _("Certificate of a mahjong pin"), 27, bold=True, align="centre", smallest=14)
        article = _("International Mahjong Competition Rules, A9")
        paper.text(room.below(18 * mm).top(7 * mm), article, 9, align="centre", grey=True)
        _draw_holder(paper, room.below(42 * mm), certificate)
        paper.text(room.below(84 * mm).top(24 * mm), pin, 44, bold=True, align="centre", smallest=20)
        words = _("has met every condition of this pin and the conduct required by the rules (A9 3.2).")
        paper.text(room.below(110 * mm).top(12 * mm), words, 10, align="centre", lines=2, smallest=8)
        _draw_rows(paper, room.below(130 * mm).top(30 * mm), certificate)
        _draw_signatures(paper, order)
        paper.next_page()
        return paper.finished()


def _draw_frames(paper: Paper) -> None:
    for distance, thickness in ((9 * mm, 1.6), (7 * mm, 0.5)):
        paper.frame(paper.body.inset(-distance), thickness)


def _draw_holder(paper: Paper, room: Box, certificate: "Certificate") -> None:
    paper.text(room.top(16 * mm), certificate.name, 30, bold=True, align="centre", lines=2, smallest=9)
    paper.text(room.below(16 * mm).top(9 * mm), certificate.latin_name, 16, align="centre", lines=2, smallest=8)
    if certificate.country:
        paper.text(room.below(26 * mm).top(7 * mm), country(certificate.country), 12, align="centre")


def _draw_rows(paper: Paper, room: Box, certificate: "Certificate") -> None:
    rows = [
        (_("Certificate number"), certificate.serial),
        (_("Date"), date_format(certificate.issued_on)),
        (_("Issued by"), certificate.body_name),
    ]
    for area, (name, value) in zip(room.rows([1] * len(rows)), rows, strict=True):
        left, right = area.inset(12 * mm, 0).columns([2, 5])
        paper.text(left, name, 12, grey=True)
        paper.text(right, value, 13, bold=True, smallest=7, lines=2)
        paper.rule(left.x, area.bottom, right.right, area.bottom, 0.3)


def _draw_signatures(paper: Paper, order: Order) -> None:
    """Draw the lines of the signers, and the QR code with how to check it."""
    body = paper.body
    room = Box(body.x, body.bottom - QR - 4 * mm, body.width, QR + 4 * mm)
    left = Box(room.x, room.y, room.width - QR - 8 * mm, room.height)
    signers = order.certificate.signers[:3]
    for area, name in zip(left.top(36 * mm).rows([1] * max(len(signers), 1)), signers or [""], strict=True):
        line = area.bottom - 5 * mm
        paper.rule(area.x, line, area.right, line, 0.6)
        paper.text(Box(area.x, line, area.width, 5 * mm), name, 9, smallest=6)
    instruction = _("Scan the code to check that this certificate is genuine and still valid:")
    paper.text(left.below(38 * mm).top(8 * mm), instruction, 8, grey=True, lines=2, smallest=6)
    paper.text(left.below(46 * mm).top(5 * mm), order.address, 8, grey=True, smallest=5)
    paper.qr(Box(room.right - QR, room.y, QR, QR), order.code)
