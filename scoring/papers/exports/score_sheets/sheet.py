"""The score sheet on paper (A5 of the rules, one A4 page for each table), empty or filled.

In addition to the columns of A5 it has winner, discarder and points, which decide the scores, and penalties.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from django.utils.translation import override

from common.paper import A4, Box, Paper, mm, printable
from common.paper.faces import width
from scoring.game.rules.seats import Seat
from scoring.game.rules.table_points import rounded
from scoring.papers.exports.score_sheets.form import PENALTIES, Form
from scoring.papers.exports.score_sheets.labels import Labels
from scoring.papers.exports.score_sheets.texts import penalties_text, played, remarks_text, signed, times
from scoring.papers.selectors.score_sheets import ScoreSheet, Sitter
from scoring.sheets.selectors.facts.sheet_lines import HandLine

if TYPE_CHECKING:
    from tournament.events.models.events import Event

#: The font size for estimating how many lines each of several names in a cell needs.
SMALL = 5.5


@dataclass(frozen=True)
class Sheets:
    """The sheets to print: their event, language (or BILINGUAL), filled or empty.

    ``address`` gives the address that a sheet's QR code holds (empty: it has none); ``referee``
    table -> the referee's name; ``chief_referee`` the name in the officials' list (empty: it has none);
    ``watermark`` a word across what must not be used.
    """

    event: "Event"
    language: str
    sheets: list[ScoreSheet]
    filled: bool
    address: Callable[[ScoreSheet], str]
    referee: Callable[[int], str] = lambda _table: ""
    chief_referee: str = ""
    watermark: str = ""
    step: Callable[[], None] = lambda: None


def score_sheets_pdf(order: Sheets) -> bytes:
    """Return the PDF with a page for each sheet in the given order; without sheets it has one blank form."""
    labels = Labels(order.language)
    with override(labels.main):
        paper = Paper(labels("title")[0], language=labels.main, size=A4)
        draw_score_sheets(paper, order)
        return paper.finished()


def draw_score_sheets(paper: Paper, order: Sheets) -> None:
    """Draw the pages of the sheets, on upright A4 paper."""
    pages = _Pages(paper, order)
    for sheet in order.sheets:
        pages.add(sheet)
        order.step()
    if not order.sheets:
        pages.add_blank()


class _Pages:
    """Draw the pages of sheets: the form with its content."""

    def __init__(self, paper: Paper, order: Sheets) -> None:
        self.paper, self.order = paper, order
        self.labels = Labels(order.language)
        self.form = Form(paper, self.labels, order.event, filled=order.filled)

    def add_blank(self) -> None:
        """Draw a form without a table, to be filled in by hand."""
        self.paper.stamp("form", self.form.blank)
        self._head(None)
        self._mark_and_end()

    def add(self, sheet: ScoreSheet) -> None:
        """Draw one sheet on its own page."""
        real = "".join(f"{number}{''.join(order)}" for number, order in sorted(sheet.rounds.items()))
        self.paper.stamp(f"form{real}", partial(self.form.blank, sheet.rounds))
        self._head(sheet)
        for seat, sitter in sheet.sitters.items():
            self._sitter(seat, sitter)
        if self.order.filled:
            self._filled(sheet)
        self._signature("referee", sheet.signed.get("referee") or self.order.referee(sheet.table))
        self._signature("chief-referee", self.order.chief_referee or sheet.signed.get("chief-referee", ""))
        self._mark_and_end()

    def _mark_and_end(self) -> None:
        if self.order.watermark:
            self.paper.watermark(self.order.watermark)
        self.paper.next_page()

    def _head(self, sheet: ScoreSheet | None) -> None:
        qr = Box(self.form.head.right - 24 * mm, self.form.head.y, 24 * mm, 24 * mm)
        if address := sheet and self.order.address(sheet):
            self.paper.qr(qr, address)
        left = Box(self.form.head.x, self.form.head.y, self.form.head.width - 26 * mm, 24 * mm)
        title_row, table_row, times_row = left.rows([8, 10, 6])
        event, title = title_row.columns([3, 1])
        self.paper.text(event, self.order.event.name, 12, bold=True, lines=2)
        self.paper.text(title, " ".join(self.labels("title")), 10, align="right", lines=2, grey=True)
        session, table = table_row.columns([1, 1])
        for box, name in ((session, "session"), (table, "table")):
            label, figure = box.columns([1, 2])
            self.form.write_label(label, name, 12)
            if sheet:
                self.paper.text(figure, getattr(sheet, name), 24, bold=True)
            else:
                self.paper.rule(figure.x, figure.bottom - 2 * mm, figure.right - 9 * mm, figure.bottom - 2 * mm)
        self._times(times_row, sheet)

    def _times(self, room: Box, sheet: ScoreSheet | None) -> None:
        texts = zip(("date", "from", "to"), times(sheet) if sheet else [""] * 3, strict=True)
        for box, (name, value) in zip(room.columns([3.2, 2, 2]), texts, strict=True):
            label, blank = box.columns([1, 2])
            self.form.write_label(label, name, 8)
            self.paper.rule(blank.x, blank.bottom - 0.6 * mm, blank.right - 3 * mm, blank.bottom - 0.6 * mm)
            self.paper.text(blank.inset(0.5 * mm, 0), value, 9)

    def _sitter(self, seat: Seat, sitter: Sitter) -> None:
        self.paper.text(self.form.player_box(0, seat), sitter.number or "", 12, bold=True, align="centre")
        names = self.form.player_box(1, seat).inset(0.7 * mm, 0.4 * mm)
        language = self.paper.language
        needed = [ceil(width(printable(name), language) * SMALL / names.width) for name in sitter.lines]
        high = [max(1, lines) for lines in needed]
        for box, name, lines in zip(names.rows(high), sitter.lines, high, strict=True):
            self.paper.text(box, name, 9, align="centre", lines=max(lines + 1, 4 // len(high)), smallest=4)

    def _signature(self, office: str, name: str) -> None:
        line = self.form.signature_boxes(office)[1]
        room = Box(line.x + mm, line.y, line.width - 6 * mm, line.height - 1.5 * mm)
        self.paper.text(room, name, 10, lines=2)

    def _filled(self, sheet: ScoreSheet) -> None:
        for line in sheet.hands:
            self._hand(line)
        remarks = self.form.rows[21]
        left = self.form.player_box(21, "E").x
        room = Box(left, remarks.y, self.form.table.right - left, remarks.height).inset(mm, 0)
        self.paper.text(room, remarks_text(sheet, self.labels), 8, lines=5, smallest=4.5)
        for seat in sheet.sitters:
            if seat in sheet.scores:
                score, points = self.form.player_box(22, seat), self.form.player_box(23, seat)
                self.paper.text(score, signed(sheet.scores[seat]), 13, bold=True, align="centre")
                self.paper.text(points, rounded(sheet.points[seat]), 12, bold=True, align="centre")
            signature = self.form.player_box(24, seat).inset(mm, 0)
            self.paper.text(signature, sheet.signed.get(seat, ""), 8, align="centre", lines=4, smallest=5)

    def _hand(self, line: HandLine) -> None:
        cells = self.form.cells(4 + line.no)
        for cell, text in zip(cells[1:], played(line, self.labels), strict=False):
            self.paper.text(cell, "–" if text is None else text, 10, align="centre", smallest=5)
        for seat, score in line.scores.items():
            score_cell, total_cell = self.form.score_cells(4 + line.no, seat)
            self.paper.text(score_cell.inset(mm, 0), signed(score), 9.5, align="right")
            self.paper.text(total_cell.inset(mm, 0), signed(line.totals[seat]), 9.5, bold=True, align="right")
        penalties = penalties_text(line, self.labels)
        self.paper.text(cells[PENALTIES].inset(0.5 * mm, 0), penalties, 7.5, align="centre", lines=3, smallest=4)
