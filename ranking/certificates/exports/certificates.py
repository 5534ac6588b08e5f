"""Result certificates: a page for each player with the result of an event (A9 7.2), for a referee to sign."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.i18n.days import day_range
from common.paper import A4, Box, Paper, mm
from common.paper.ornaments import rosette
from common.templatetags.pinju import country, signed
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
from scoring.game.rules.table_points import as_text, rounded

if TYPE_CHECKING:
    from ranking.record.models.records import OfficialResult, RecordedEvent

QR = 34 * mm
#: The middle of the rosette and its rings.
MIDDLE, RINGS = (105 * mm, 149 * mm), 2
#: The colours of the first three ranks, and of all others.
MEDALS, INK = {1: "#8a6410", 2: "#5b646c", 3: "#8a4b22"}, "#1f5338"
DASH = "–"


def _no_step() -> None:
    """Do nothing after a page."""


@dataclass(frozen=True)
class Certificates:
    """The order of result certificates: the event, in the record or not saved, the players' lines and the language.

    ``address`` is the start of the QR codes' addresses (empty: no QR code). ``referee`` is the name and qualification
    of the referee who signs (empty: filled in by hand); ``seal`` is the picture of the body's seal (JPEG); ``step`` is
    called after each page; a ``preview`` says so across each page.
    """

    recorded: "RecordedEvent"
    lines: Sequence["OfficialResult"]
    language: str
    address: str
    referee: str = ""
    step: Callable[[], None] = _no_step
    seal: bytes | None = None
    preview: bool = False


def result_certificates(order: Certificates) -> bytes:
    """Return the PDF, a page for each line."""
    with translation.override(order.language):
        title = _("Result certificate")
        paper = Paper(f"{title} · {order.recorded.name}", language=order.language, size=A4)
        for line in order.lines:
            _draw_certificate(paper, order, line, title)
            order.step()
            paper.next_page()
        return paper.finished()


def _draw_certificate(paper: Paper, order: Certificates, line: "OfficialResult", title: str) -> None:
    ink = MEDALS.get(line.individual_rank or 0, INK)
    draw_frame(paper, ink)
    body = order.recorded.body.name if order.recorded.confirmed_at else ""
    draw_heading(paper, body, title, _("International Mahjong Competition Rules, A9 7.2"))
    latin = line.latin_name if line.latin_name != line.name else ""
    draw_holder(paper, 62, line.name, [latin, country(line.country), line.team])
    paper.text(line_box(97, 12), order.recorded.name, 17, bold=True, align="centre", lines=2, smallest=9)
    paper.text(line_box(109.5, 6), _venue_and_days(order.recorded), 10.5, align="centre", smallest=7)
    with paper.inked(ink):
        paper.stamp(f"rosette{ink[1:]}", lambda: rosette(paper, *MIDDLE, RINGS))
        _draw_rank(paper, line)
    rows = _result_rows(order.recorded, line)
    draw_facts(paper, Box(LEFT, 184 * mm, WIDTH, 40 * mm), rows, 4 if len(rows) > 9 else 3)
    _draw_end(paper, order, line)
    if order.preview:
        paper.watermark(_("Preview"))


def _draw_rank(paper: Paper, line: "OfficialResult") -> None:
    """Draw the rank large in the rosette; a player without one has the reason there."""
    x, y = MIDDLE
    if not line.individual_rank:
        paper.text(Box(x - 19 * mm, y - 8 * mm, 38 * mm, 16 * mm), str(line.get_status_display()), 20, align="centre",
                   lines=2, smallest=9)  # fmt: skip
        return
    paper.text(Box(x - 18 * mm, y - 16 * mm, 36 * mm, 7 * mm), _("Rank"), 12, align="centre", smallest=8)
    paper.text(
        Box(x - 19 * mm, y - 9 * mm, 38 * mm, 25 * mm), line.individual_rank, 72, bold=True, align="centre", smallest=30
    )


def _venue_and_days(recorded: "RecordedEvent") -> str:
    days = day_range(recorded.starts, recorded.ends)
    return " · ".join(filter(None, (recorded.venue, country(recorded.country), days)))


def _result_rows(recorded: "RecordedEvent", line: "OfficialResult") -> list[tuple[str, str]]:
    """Return the names and values that the certificate states, in the order of form A10."""
    letter = (recorded.valid_letter or _("none")) if recorded.confirmed_at else _("not confirmed yet")
    exact, shown = as_text(line.table_points), rounded(line.table_points)
    rows = [
        (_("Class of the event"), letter),
        (_("Players"), str(recorded.players)),
        (_("Sessions"), str(recorded.sessions)),
        (_("Sessions played by the player"), str(line.sessions)),
        (_("Table points"), shown if shown == exact else f"{shown} ({exact})"),
        (_("Competition points"), signed(line.competition_points)),
        (_("Individual rank"), _rank_text(line.individual_rank, line)),
        (_("Group rank"), str(line.group_rank or DASH)),
        (_("Team rank"), str(line.team_rank or DASH)),
    ]
    if line.web_points is not None:
        rows.insert(4, (_("Web points"), str(line.web_points)))
    return rows


def _rank_text(rank: int | None, line: "OfficialResult") -> str:
    return str(rank) if rank else str(line.get_status_display())


def _draw_end(paper: Paper, order: Certificates, line: "OfficialResult") -> None:
    """Draw the line to sign, the confirming body with its seal, and the QR code of the record."""
    label = _("Qualified referee: signature, qualification, date")
    draw_signatures(paper, Box(LEFT, 226 * mm, 70 * mm, 28 * mm), [order.referee] if order.referee else [], label)
    if order.referee:
        paper.text(Box(LEFT, 254 * mm, 70 * mm, 4 * mm), label, 7, grey=True, smallest=5)
    if order.recorded.confirmed_at:
        draw_seal(paper, Box(104 * mm, 228 * mm, 34 * mm, 34 * mm), order.seal)
        day = date_format(timezone.localdate(order.recorded.confirmed_at))
        confirmed = _("Class confirmed by %(body)s, %(day)s.") % {"body": order.recorded.body.name, "day": day}
        paper.text(Box(LEFT, 263 * mm, 108 * mm, 9 * mm), confirmed, 8, grey=True, lines=2, smallest=5)
    if order.address:
        address = f"{order.address}/p/{line.person.kept.pk}/"
        paper.qr(Box(LEFT + WIDTH - QR + 3 * mm, 228 * mm, QR, QR), address)
        paper.text(Box(LEFT + WIDTH - 46 * mm, 263 * mm, 46 * mm, 9 * mm), address, 7, align="right", smallest=4)
