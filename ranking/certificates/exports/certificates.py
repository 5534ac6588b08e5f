"""Result certificates: a page for each player with the result of an event (A9 7.2), for a referee to sign."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.paper import A4, Box, Paper, mm
from common.templatetags.pinju import country, signed
from scoring.game.rules.table_points import as_text, rounded

if TYPE_CHECKING:
    from ranking.record.models.records import OfficialResult, RecordedEvent

QR = 34 * mm
LINE = 10.5 * mm
DASH = "–"


def _no_step() -> None:
    """Do nothing after a page."""


@dataclass(frozen=True)
class Certificates:
    """The order of result certificates: the event, in the record or not saved, the players' lines and the language.

    ``address`` is the start of the QR codes' addresses (empty: no QR code). ``referee`` is the name and qualification
    of the referee who signs (empty: filled in by hand); ``step`` is called after each page.
    """

    recorded: "RecordedEvent"
    lines: Sequence["OfficialResult"]
    language: str
    address: str = ""
    referee: str = ""
    step: Callable[[], None] = _no_step


def result_certificates(order: Certificates) -> bytes:
    """Return the PDF, a page for each line."""
    with translation.override(order.language):
        title = _("Result certificate")
        paper = Paper(f"{title} · {order.recorded.name}", language=order.language, size=A4, margin=22 * mm)
        for line in order.lines:
            _draw_certificate(paper, order, line, title)
            order.step()
            paper.next_page()
        return paper.finished()


def _draw_certificate(paper: Paper, order: Certificates, line: "OfficialResult", title: str) -> None:
    room = paper.body
    paper.frame(Box(room.x - 8 * mm, room.y - 8 * mm, room.width + 16 * mm, room.height + 16 * mm), 1.4)
    paper.frame(Box(room.x - 6.5 * mm, room.y - 6.5 * mm, room.width + 13 * mm, room.height + 13 * mm), 0.4)
    paper.text(room.top(18 * mm), title, 28, bold=True, align="centre")
    paper.text(
        room.below(18 * mm).top(7 * mm),
        _("International Mahjong Competition Rules, A9 7.2"),
        9,
        align="centre",
        grey=True,
    )
    room = room.below(32 * mm)
    paper.text(room.top(14 * mm), line.name, 26, bold=True, align="centre", lines=2, smallest=9)
    latin = line.latin_name if line.latin_name != line.name else ""
    below = " · ".join(filter(None, (latin, country(line.country), line.team)))
    paper.text(room.below(14 * mm).top(7 * mm), below, 12, align="centre", lines=2, smallest=7)
    room = room.below(30 * mm)
    paper.text(room.top(12 * mm), order.recorded.name, 17, bold=True, align="centre", lines=2, smallest=9)
    paper.text(room.below(12 * mm).top(7 * mm), _venue_and_days(order.recorded), 11, align="centre", smallest=7)
    rows = _result_rows(order.recorded, line)
    _draw_rows(paper, room.below(27 * mm).top(LINE * len(rows)), rows)
    _draw_signature(paper, order, line)


def _venue_and_days(recorded: "RecordedEvent") -> str:
    days = [recorded.starts, recorded.ends if recorded.ends != recorded.starts else None]
    when = " – ".join(date_format(day) for day in days if day)
    return " · ".join(filter(None, (recorded.venue, country(recorded.country), when)))


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


def _draw_rows(paper: Paper, room: Box, rows: list[tuple[str, str]]) -> None:
    for area, (name, value) in zip(room.rows([1] * len(rows)), rows, strict=True):
        left, right = area.columns([3, 2])
        paper.text(left.inset(2 * mm, 0), name, 12, lines=2, smallest=7)
        paper.text(right.inset(2 * mm, 0), value, 15, bold=True, align="right", smallest=8)
        paper.rule(area.x, area.bottom, area.right, area.bottom, 0.3)


def _draw_signature(paper: Paper, order: Certificates, line: "OfficialResult") -> None:
    """Draw the line to sign, the confirming body, and the QR code of the record."""
    body = paper.body
    room = Box(body.x, body.bottom - QR, body.width, QR)
    left = Box(room.x, room.y, room.width - QR - 6 * mm, room.height)
    signing = left.top(16 * mm)
    paper.rule(signing.x, signing.bottom, signing.x + signing.width * 0.8, signing.bottom, 0.6)
    signature_label = _("Qualified referee: signature, qualification, date")
    paper.text(left.below(16 * mm).top(5 * mm), signature_label, 9, grey=True, smallest=6)
    paper.text(left.below(21 * mm).top(5 * mm), order.referee, 10, smallest=6)
    if order.recorded.confirmed_at:
        day = date_format(timezone.localdate(order.recorded.confirmed_at))
        confirmed = _("Class confirmed by %(body)s, %(day)s.") % {"body": order.recorded.body.name, "day": day}
        paper.text(left.below(26 * mm).top(8 * mm), confirmed, 8, grey=True, lines=2, smallest=5)
    if order.address:
        qr_box = Box(room.right - QR, room.y - 4 * mm, QR, QR)
        paper.qr(qr_box, f"{order.address}/p/{line.person.kept.pk}/")
        paper.text(Box(qr_box.x, qr_box.bottom, QR, 4 * mm), _("Record"), 8, align="centre", grey=True)
