"""The score sheet on paper (A5 of the rules, a page of A4 for each table): empty to be written on, or filled.

Beside the columns of A5 stand winner, discarder and points, from which the scores follow, and a column for penalties.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import override

from common.paper import A4, Box, Paper, mm, printable
from common.paper.faces import width
from scoring.game.rules.seats import (
    AS_PLANNED,
    HANDS_PER_SESSION,
    ROUNDS,
    SEATS,
    RealPlaces,
    Seat,
    dealer_of,
    wind_of,
)
from scoring.game.rules.table_points import rounded
from scoring.papers.exports.score_sheet_words import Words
from scoring.papers.selectors.score_sheets import ScoreSheet, Sitter
from scoring.sheets.selectors.facts.table_sheet import HandLine

if TYPE_CHECKING:
    from tournament.events.models.events import Event

MARGIN = 9 * mm
HEAD, LINE, NAME, ROW = 26 * mm, 6.5 * mm, 14 * mm, 8.9 * mm
#: Hand; winner, discarder, points; score and total of four players; penalties.
SHARES = (11, *(11, 11, 11), *(15, 17) * 4, 19)
FIRST_PLAYER, PENALTIES = 4, 12
MINUS = "\N{MINUS SIGN}"
#: The size at which it is reckoned how many lines each of several names in a cell needs.
SMALL = 5.5


@dataclass(frozen=True)
class Sheets:
    """What is printed: the sheets of which event, in which language (BILINGUAL too), filled or empty.

    ``address`` gives the address that a sheet's QR code holds (empty: it has none); ``referees`` table -> the
    referee's name; ``watermark`` a word across what must not be used.
    """

    event: "Event"
    language: str
    sheets: list[ScoreSheet]
    filled: bool
    address: Callable[[ScoreSheet], str]
    referee: Callable[[int], str] = lambda _table: ""
    watermark: str = ""
    step: Callable[[], None] = lambda: None


def score_sheets_pdf(order: Sheets) -> bytes:
    """A page for each sheet in the order given; without any sheet one bare form."""
    words = Words(order.language)
    with override(words.main):
        paper = Paper(words("title")[0], language=words.main, size=A4)
        draw_score_sheets(paper, order)
        return paper.finished()


def draw_score_sheets(paper: Paper, order: Sheets) -> None:
    """The pages of the sheets, on a paper of upright A4."""
    words = Words(order.language)
    form = _Form(paper, order, words)
    for sheet in order.sheets:
        form.page(sheet)
        order.step()
    if not order.sheets:
        form.bare_page()


class _Form:
    """The places on the page, and what is written in them."""

    def __init__(self, paper: Paper, order: Sheets, words: Words) -> None:
        self.paper, self.order, self.words = paper, order, words
        body = paper.page.inset(MARGIN)
        self.head = body.top(HEAD)
        heights = [LINE, NAME, LINE, LINE, LINE, *[ROW] * HANDS_PER_SESSION, ROW + 3 * mm, ROW, LINE + mm, ROW + 2 * mm]
        table = body.below(HEAD).top(sum(heights))
        self.rows = table.rows(heights)
        self._columns = [row.columns(SHARES) for row in self.rows]
        self.table = table
        self.foot = Box(body.x, table.bottom + 1.5 * mm, body.width, body.bottom - table.bottom - 1.5 * mm)

    def cells(self, row: int) -> list[Box]:
        """The columns of a row."""
        return self._columns[row]

    def label(self, row: int) -> Box:
        """The place of a row's label: the columns before the players."""
        cells = self.cells(row)
        return Box(cells[0].x, cells[0].y, cells[FIRST_PLAYER].x - cells[0].x, cells[0].height)

    def player(self, row: int, seat: Seat) -> Box:
        """A player's two columns in a row."""
        at = FIRST_PLAYER + 2 * SEATS.index(seat)
        score, total = self.cells(row)[at : at + 2]
        return Box(score.x, score.y, score.width + total.width, score.height)

    # What all pages share

    def blank(self, real: RealPlaces = AS_PLANNED) -> None:
        """Lines and words of the form; seats and dealers of ``real`` rounds where they were not those of A4."""
        self._lines()
        self._dealers(real)
        for row, name in ((0, "number"), (1, "name"), (2, "start"), (3, "seats")):
            self._words(self.label(row).inset(1 * mm, 0), name, 9)
        for seat in SEATS:
            self.paper.text(self.player(2, seat), self.words.wind(seat), 11, bold=True, align="centre")
            around = " · ".join(self.words.wind(wind_of(seat, number, real)) for number in range(1, ROUNDS + 1))
            self.paper.text(self.player(3, seat).inset(1.2 * mm, 0), around, 8.5, align="centre", smallest=5)
        self._headings()
        for row, name in ((21, "remarks"), (22, "competition"), (23, "table_points"), (24, "signature")):
            self._words(self.label(row).inset(1 * mm, 0), name, 9)
        for no in range(1, HANDS_PER_SESSION + 1):
            dealt = self.cells(4 + no)[0]
            self.paper.text(dealt, no, 11, bold=True, align="centre")
        self._foot()

    def _headings(self) -> None:
        cells = self.cells(4)
        for cell, name in zip(cells, ["hand", "winner", "discarder", "points"], strict=False):
            self._words(cell.inset(0.4 * mm, 0), name, 7, "centre")
        for at in range(FIRST_PLAYER, PENALTIES, 2):
            self._words(cells[at].inset(0.4 * mm, 0), "score", 7.5, "centre")
            self._words(cells[at + 1].inset(0.4 * mm, 0), "total", 7.5, "centre")
        self._words(cells[PENALTIES].inset(0.4 * mm, 0), "penalty", 7.5, "centre")

    def _lines(self) -> None:
        paper, table = self.paper, self.table
        paper.frame(table, 1.2)
        for at, row in enumerate(self.rows[1:], start=1):
            thick = 1.2 if at in (4, 5, 9, 13, 17, 21, 22) else 0.4
            paper.rule(table.x, row.y, table.right, row.y, thick)
        remarks = self.rows[21]
        for at, cell in enumerate(self.cells(5)[1:], start=1):
            if at < FIRST_PLAYER or (at - FIRST_PLAYER) % 2:
                paper.rule(cell.x, self.rows[4].y, cell.x, remarks.y, 0.4)
            elif self.order.filled and at > FIRST_PLAYER:
                # What is remarked of all four stands in one line over their columns.
                paper.rule(cell.x, table.y, cell.x, remarks.y, 1.2)
                paper.rule(cell.x, remarks.bottom, cell.x, table.bottom, 1.2)
            else:
                paper.rule(cell.x, table.y, cell.x, table.bottom, 1.2)

    def _dealers(self, real: RealPlaces) -> None:
        """The dealer's cell of each hand has a mark, so that who deals is seen without counting."""
        for no in range(1, HANDS_PER_SESSION + 1):
            corner = self.cells(4 + no)[FIRST_PLAYER + 2 * SEATS.index(dealer_of(no, real))]
            self.paper.fill(Box(corner.x + 0.5 * mm, corner.y + 0.5 * mm, 1.6 * mm, 1.6 * mm), 0.6)

    def _foot(self) -> None:
        rules = self.words.house_rules(self.order.event)
        lines = [*self.words("foot"), *self.words("scored"), *rules]
        note = self.foot.top(len(lines) * 3.4 * mm)
        for place, words in zip(note.rows([1] * len(lines)), lines, strict=True):
            self.paper.text(place, words, 7, smallest=5)
        signatures = Box(self.foot.x, self.foot.bottom - 9 * mm, self.foot.width, 9 * mm)
        for place, name in zip(signatures.columns([1, 1]), ("referee", "chief-referee"), strict=True):
            self._words(place.columns([1, 2])[0], name, 9)
            line = place.columns([1, 2])[1]
            self.paper.rule(line.x, line.bottom - 1 * mm, line.right - 4 * mm, line.bottom - 1 * mm)

    def _words(self, box: Box, name: str, size: float, align: str = "left") -> None:
        lines = self.words(name)
        smaller = size if len(lines) == 1 else size - 2
        height = min(box.height, 1.3 * smaller * len(lines))
        block = Box(box.x, box.y + (box.height - height) / 2, box.width, height)
        for place, words in zip(block.rows([1] * len(lines)), lines, strict=True):
            self.paper.text(place, words, smaller, align=align, lines=1, smallest=4)  # type: ignore[arg-type]

    # A table's page

    def bare_page(self) -> None:
        """The form for a table that nothing is known of: everything is written by hand."""
        self.paper.stamp("form", self.blank)
        self._head(None)
        self._mark_and_end()

    def page(self, sheet: ScoreSheet) -> None:
        """One sheet on a page of its own."""
        real = "".join(f"{number}{''.join(places)}" for number, places in sorted(sheet.rounds.items()))
        self.paper.stamp(f"form{real}", partial(self.blank, sheet.rounds))
        self._head(sheet)
        for seat, sitter in sheet.sitters.items():
            self._sitter(seat, sitter)
        if self.order.filled:
            self._filled(sheet)
        referee = sheet.signed.get("referee") or self.order.referee(sheet.table)
        self._office(0, referee)
        self._office(1, sheet.signed.get("chief-referee", ""))
        self._mark_and_end()

    def _mark_and_end(self) -> None:
        if self.order.watermark:
            self.paper.watermark(self.order.watermark)
        self.paper.next_page()

    def _head(self, sheet: ScoreSheet | None) -> None:
        qr = Box(self.head.right - 24 * mm, self.head.y, 24 * mm, 24 * mm)
        if address := sheet and self.order.address(sheet):
            self.paper.qr(qr, address)
        left = Box(self.head.x, self.head.y, self.head.width - 26 * mm, 24 * mm)
        title, places, times = left.rows([8, 10, 6])
        event, what = title.columns([3, 1])
        self.paper.text(event, self.order.event.name, 12, bold=True, lines=2)
        self.paper.text(what, " ".join(self.words("title")), 10, align="right", lines=2, grey=True)
        session, table = places.columns([1, 1])
        for place, name in ((session, "session"), (table, "table")):
            words, figure = place.columns([1, 2])
            self._words(words, name, 12)
            if sheet:
                self.paper.text(figure, getattr(sheet, name), 24, bold=True)
            else:
                self.paper.rule(figure.x, figure.bottom - 2 * mm, figure.right - 9 * mm, figure.bottom - 2 * mm)
        self._times(times, sheet)

    def _times(self, room: Box, sheet: ScoreSheet | None) -> None:
        texts = zip(("date", "from", "to"), times(sheet) if sheet else [""] * 3, strict=True)
        for place, (name, value) in zip(room.columns([3.2, 2, 2]), texts, strict=True):
            words, blank = place.columns([1, 2])
            self._words(words, name, 8)
            self.paper.rule(blank.x, blank.bottom - 0.6 * mm, blank.right - 3 * mm, blank.bottom - 0.6 * mm)
            self.paper.text(blank.inset(0.5 * mm, 0), value, 9)

    def _sitter(self, seat: Seat, sitter: Sitter) -> None:
        self.paper.text(self.player(0, seat), sitter.number or "", 12, bold=True, align="centre")
        names = self.player(1, seat).inset(0.7 * mm, 0.4 * mm)
        language = self.paper.language
        needed = [ceil(width(printable(name), language) * SMALL / names.width) for name in sitter.lines]
        high = [max(1, lines) for lines in needed]
        for place, name, lines in zip(names.rows(high), sitter.lines, high, strict=True):
            self.paper.text(place, name, 9, align="centre", lines=max(lines + 1, 4 // len(high)), smallest=4)

    def _office(self, at: int, name: str) -> None:
        signatures = Box(self.foot.x, self.foot.bottom - 9 * mm, self.foot.width, 9 * mm)
        line = signatures.columns([1, 1])[at].columns([1, 2])[1]
        room = Box(line.x + mm, line.y, line.width - 6 * mm, line.height - 1.5 * mm)
        self.paper.text(room, name, 10, lines=2)

    def _filled(self, sheet: ScoreSheet) -> None:
        for line in sheet.hands:
            self._hand(line)
        remarks = self.rows[21]
        left = self.player(21, "E").x
        room = Box(left, remarks.y, self.table.right - left, remarks.height).inset(mm, 0)
        self.paper.text(room, remarks_text(sheet, self.words), 8, lines=5, smallest=4.5)
        for seat in sheet.sitters:
            if seat in sheet.scores:
                self.paper.text(self.player(22, seat), signed(sheet.scores[seat]), 13, bold=True, align="centre")
                self.paper.text(self.player(23, seat), rounded(sheet.points[seat]), 12, bold=True, align="centre")
            signature = self.player(24, seat).inset(mm, 0)
            self.paper.text(signature, sheet.signed.get(seat, ""), 8, align="centre", lines=4, smallest=5)

    def _hand(self, line: HandLine) -> None:
        cells = self.cells(4 + line.no)
        for cell, text in zip(cells[1:], played(line, self.words), strict=False):
            self.paper.text(cell, "–" if text is None else text, 10, align="centre", smallest=5)
        for seat, score in line.scores.items():
            at = FIRST_PLAYER + 2 * SEATS.index(seat)
            self.paper.text(cells[at].inset(mm, 0), signed(score), 9.5, align="right")
            self.paper.text(cells[at + 1].inset(mm, 0), signed(line.totals[seat]), 9.5, bold=True, align="right")
        noted = penalties_text(line, self.words)
        self.paper.text(cells[PENALTIES].inset(0.5 * mm, 0), noted, 7.5, align="centre", lines=3, smallest=4)


def times(sheet: ScoreSheet) -> list[str]:
    """Day, start and end of its session as the timetable has them; empty where it does not say."""
    if sheet.starts is None or sheet.ends is None:
        return ["", "", ""]
    starts, ends = localtime(sheet.starts), localtime(sheet.ends)
    return [date_format(starts, "DATE_FORMAT"), date_format(starts, "TIME_FORMAT"), date_format(ends, "TIME_FORMAT")]


def signed(points: int) -> str:
    """Points as they are written on the sheet: 42, −42, 0."""
    return str(points).replace("-", MINUS)


def played(line: HandLine, words: Words) -> list[str | int | None]:
    """Winner, discarder and points of a hand; None where there is none. Nothing of a hand that was not played."""
    if line.state in ("missing", "skipped"):
        return []
    winner, discarder = (words.wind(one.seat) if one else None for one in (line.winner, line.discarder))
    return [winner, discarder, line.points]


def penalties_text(line: HandLine, words: Words) -> str:
    """The penalty points within a hand."""
    return " ".join(f"{words.wind(one.seat)} {signed(one.points)}" for one in line.adjustments)


def remarks_text(sheet: ScoreSheet, words: Words) -> str:
    """The penalty points outside the hands, and the reasons of all penalties."""
    penalties = [f"{words.wind(seat)} {signed(points)}" for seat, points in sheet.penalties.items()]
    return "; ".join([*penalties, *sheet.remarks])
