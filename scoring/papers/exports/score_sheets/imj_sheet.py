"""The score sheet of the International Mahjong Rules on paper: a page a period, and further ones from hand 25 on."""

from collections.abc import Iterator
from typing import Any

from common.paper import Box, Paper, TextColumn, mm
from scoring.game.rules.imj.chart import HALVES, fans_of
from scoring.game.rules.imj.game import IMJ, LINES_OF_A_PAGE
from scoring.game.rules.seats import SEATS
from scoring.papers.exports.score_sheets.head import SheetHead, Sheets
from scoring.papers.exports.score_sheets.imj_form import (
    FIRST,
    FIRST_PLAYER,
    NAMES,
    NUMBERS,
    ROW,
    SIGNATURES,
    TOTAL,
    TURN,
    ImjForm,
)
from scoring.papers.exports.score_sheets.labels import Labels
from scoring.papers.exports.score_sheets.texts import penalties_text, remarks_text, signed
from scoring.papers.selectors.score_sheets import ScoreSheet
from scoring.sheets.selectors.facts.sheet_lines import HandLine


def played_lines(sheet: ScoreSheet, period: int) -> list[HandLine]:
    """Return the recorded hands of a period."""
    return [line for line in sheet.hands if line.period == period and line.state not in ("missing", "skipped")]


def cells_of(line: HandLine, labels: Labels) -> list[str]:
    """Return hand, round, dealer, winner, discarder, fans and notes of a hand as text."""
    winner, discarder = (labels.wind(sitter.seat) if sitter else "–" for sitter in (line.winner, line.discarder))
    return [
        str(line.no),
        str(line.round),
        labels.wind(line.dealer),
        winner,
        discarder,
        fans_text(line),
        marks(line, labels),
    ]


def fans_text(line: HandLine) -> str:
    """Return the fans of a won hand, a dash for others."""
    if line.points is None:
        return "–"
    halves = int(HALVES * line.points)
    return "½" if halves == 1 else str(fans_of(halves - halves % HALVES))


def marks(line: HandLine, labels: Labels) -> str:
    """Return the notes of a hand: K robbed kong, B who pays for all, F who declared falsely, * aborted, penalties."""
    parts = ["K"] if line.robbed else []
    parts += [f"B {labels.wind(line.bound.seat)}"] if line.bound else []
    parts += [f"F {labels.wind(sitter.seat)}" for sitter in line.false_wins]
    parts += ["*"] if line.state == "aborted" else []
    return " ".join(filter(None, [*parts, penalties_text(line, labels)]))


def figures(line: HandLine) -> Iterator[str]:
    """Yield each player's gain in a hand and the mados held after it."""
    for seat in SEATS:
        yield signed(line.scores[seat])
        yield signed(line.totals[seat])


class ImjPages(SheetHead):
    """Draw the pages of sheets: the form with its content."""

    def __init__(self, paper: Paper, order: Sheets) -> None:
        super().__init__(paper, order)
        self.form: Any = ImjForm(paper, self.labels, order.event)
        self._columns = [self._column(at, cell) for at, cell in enumerate(self.form.cells(FIRST))]

    def _column(self, at: int, cell: Box) -> TextColumn:
        if at < FIRST_PLAYER:
            return self.paper.column(cell.inset(0.3 * mm, 0), 9, align="centre", smallest=4)
        held = bool((at - FIRST_PLAYER) % 2)
        return self.paper.column(cell.inset(0.5 * mm, 0), 8.5, bold=held, align="right", smallest=5)

    def add_blank(self) -> None:
        """Draw a form without a table, to be filled in by hand."""
        self._page(None, 0, [])

    def add(self, sheet: ScoreSheet) -> None:
        """Draw the pages of one sheet."""
        parts = list(self._parts(sheet))
        for page, (period, part, lines) in enumerate(parts, start=1):
            self._page(sheet, period, lines, part, is_last=page == len(parts))

    def _parts(self, sheet: ScoreSheet) -> Iterator[tuple[int, int, list[HandLine]]]:
        """Yield each page's period, its number in the period, and hands; an empty sheet has a page for each period."""
        for period in range(1, IMJ.terms.periods + 1):
            lines = played_lines(sheet, period) if self.order.filled else []
            for first in range(0, max(len(lines), 1), LINES_OF_A_PAGE):
                yield period, first // LINES_OF_A_PAGE + 1, lines[first : first + LINES_OF_A_PAGE]

    def _page(
        self, sheet: ScoreSheet | None, period: int, lines: list[HandLine], part: int = 1, *, is_last: bool = False
    ) -> None:
        self.paper.stamp("imj", self.form.blank)
        self._head(sheet)
        self._period(period, part)
        for seat, sitter in (sheet.sitters if sheet else {}).items():
            self.paper.text(self.form.player_box(NUMBERS, seat), sitter.number or "", 12, bold=True, align="centre")
            names = self.form.player_box(NAMES, seat).inset(0.7 * mm, 0.4 * mm)
            self.paper.text(names, "\n".join(sitter.lines), 9, align="centre", lines=3, smallest=4)
        if sheet and self.order.filled:
            self._filled(sheet, period, lines)
            if is_last:
                # Penalties outside the hands, reasons and rulings are about the whole sheet.
                room = self.form.remarks_box.inset(mm, 0.4 * mm)
                self.paper.text(room, remarks_text(sheet, self.labels), 8, lines=4, smallest=4.5)
        self._official("referee", (sheet.signed.get("referee") or self.order.referee(sheet.table)) if sheet else "")
        chief = sheet.signed.get("chief-referee", "") if sheet else ""
        self._official("chief-referee", self.order.chief_referee or chief)
        self._mark_and_end()

    def _period(self, period: int, part: int) -> None:
        name = self.labels.with_values("period", period=period or "____")
        text = f"{name}{f' ({part})' if part > 1 else ''} · {' '.join(self.labels('turn'))}"
        self.paper.text(self.form.label_box(TURN).inset(1 * mm, 0), text, 9, smallest=4)

    def _filled(self, sheet: ScoreSheet, period: int, lines: list[HandLine]) -> None:
        for at, seat in enumerate(sheet.rounds.get(period, ()), start=1):
            self.paper.text(self.form.player_box(TURN, seat), str(at), 10, bold=True, align="centre")
        for at, line in enumerate(lines):
            self.paper.row(self._columns, [*cells_of(line, self.labels), *figures(line)], at * ROW)
        last = lines[-1] if lines else None
        for seat in sheet.sitters:
            held = last.totals.get(seat) if last else None
            if held is not None:
                self.paper.text(self.form.player_box(TOTAL, seat), signed(held), 12, bold=True, align="centre")
            box = self.form.player_box(SIGNATURES, seat).inset(mm, 0)
            self.paper.text(box, sheet.signed.get(seat, ""), 8, align="centre", lines=3, smallest=5)
