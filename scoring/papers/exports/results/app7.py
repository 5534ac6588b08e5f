"""The table of results (App. 7), landscape: each player's points with those of group and team, and every session.

Cells of groups and teams are merged over all members. Sessions that do not fit next to the totals go on further pages
with the same lines. Names that are too long for their cells and the list of officials are at the end (`app7_foot`).
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from common.paper import Box, Paper, landscape
from scoring.papers.exports.results.app7_foot import draw_foot, foot_height
from scoring.papers.exports.results.app7_pages import (
    HEAD,
    NAME,
    NOTE,
    NUMBER,
    ROW,
    TEAM,
    TITLE,
    Page,
    Part,
    Span,
    columns_of,
    enlarged,
    evenly,
    parts_of,
    rows_on,
)
from scoring.papers.exports.results.report import (
    individual_figures,
    report_in,
    session_figures,
    unit_figures,
    where_it_stands,
)
from scoring.papers.selectors.results_report import ResultLine, ResultsReport
from scoring.settings.selectors import gives_table_points, in_mados
from scoring.standings.selectors.labels import note_of
from tournament.papers.exports.order import SIZES, Order, session_name

SIZE, PAD = 7.5, 2.2
#: How much larger texts may become to use the page.
LARGEST_TEXT = 1.2
#: The share of the heading's height for the name of a block.
OVER = 0.42
#: The grey of the rules within a team.
THIN = 0.55


def results_table(order: Order) -> bytes:
    """Return the PDF of the table."""
    title = _("Results")
    paper = Paper(title, language=order.language, size=landscape(SIZES[order.size]), furniture=order.furniture(title))
    report = report_in(order)
    pages = evenly(report.groups, rows_on(paper.body))
    sheet = _Sheet(paper, order, report)
    order.total(sum(len(page.lines) for page in pages) * len(sheet.parts))
    for number, page in enumerate(pages, start=1):
        for part in sheet.parts:
            bottom = sheet.page(page, part)
            if number < len(pages) or part != sheet.parts[-1]:
                paper.next_page()
    draw_foot(paper, report.officials, bottom)
    paper.next_page()
    return paper.finished()


class _Sheet:
    """Draw the pages: title, headings and lines."""

    def __init__(self, paper: Paper, order: Order, report: ResultsReport) -> None:
        self.paper, self.order, self.report = paper, order, report
        self.has_teams, self.has_groups = bool(report.standings.team_names), bool(report.standings.group_names)
        blocks = 1 + self.has_groups + self.has_teams
        self.has_table_points = gives_table_points(report.event)
        self.in_mados = in_mados(report.event)
        self.widths = columns_of(table_points=self.has_table_points, mados=self.in_mados)
        self.per_block, self.per_session = len(self.widths.totals), len(self.widths.session)
        self.parts = parts_of(paper.body.width, blocks, report.last, self.widths)
        self.row, self.size = ROW, SIZE

    # Columns

    def columns(self, part: Part) -> list[float]:
        """Return the widths of a part's columns: names, totals, sessions."""
        team = [TEAM] if self.has_teams else []
        totals = list(self.widths.totals) * (1 + self.has_groups + self.has_teams) if part.totals else []
        return [NUMBER, *team, NAME, *totals, *self.widths.session * (part.end - part.first)]

    @property
    def names(self) -> int:
        """The number of columns before the totals."""
        return 3 if self.has_teams else 2

    def page(self, page: Page, part: Part) -> float:
        """Draw one page of one part; return the y position where its table ends."""
        body, widths = self.paper.body, self.columns(part)
        self._use_page(page)
        self._title(body)
        head = body.below(TITLE + NOTE).top(HEAD)
        room = Box(body.x, head.bottom, body.width, self.row * len(page.lines))
        self._head(head, widths, part)
        self._lines(room, widths, page, part)
        for row, line in enumerate(page.lines):
            self._line(Box(room.x, room.y + row * self.row, room.width, self.row).columns(widths), line, part)
            self.order.step()
        for span in page.teams if self.has_teams else ():
            self._span(room, widths, span, [1], [span.name], "left")
        if part.totals:
            self._totals(room, widths, page)
        return room.bottom

    def _use_page(self, page: Page) -> None:
        """Make rows and texts larger if the lines leave a part of the page empty; the officials keep their room."""
        larger = enlarged(self.paper.body.height - foot_height(self.report.officials), len(page.lines))
        self.row, self.size = ROW * larger, SIZE * min(larger, LARGEST_TEXT)

    def _title(self, box: Box) -> None:
        title, note = box.top(TITLE), box.below(TITLE).top(NOTE)
        self.paper.text(title, _("Results"), 15, bold=True)
        self.paper.text(note, where_it_stands(self.report), 8.5)

    def _head(self, head: Box, widths: Sequence[float], part: Part) -> None:
        paper, cells = self.paper, head.columns(widths)
        paper.fill(head)
        team = [_("Team")] if self.has_teams else []
        for cell, words in zip(cells, [_("No."), *team, _("Name")], strict=False):
            paper.text(cell.inset(1, 0), words, 8, bold=True, lines=2, align="centre", smallest=5)
        column = self.names
        for words in self._blocks() if part.totals else ():
            self._block(cells[column : column + self.per_block], words, self._headings_of_totals())
            column += self.per_block
        for number in range(part.first, part.end):
            score = [_("mados") if self.in_mados else _("CP"), _("Total")]
            below = [_("TP"), _("Total"), *score] if self.has_table_points else score
            self._block(cells[column : column + self.per_session], session_name(number), below)
            column += self.per_session

    def _headings_of_totals(self) -> list[str]:
        table_points = [_("Table points")] if self.has_table_points else []
        return [*table_points, _("Mados won or lost") if self.in_mados else _("Competition points"), _("Rank")]

    def _blocks(self) -> list[str]:
        groups = [pgettext("form", "Group")] if self.has_groups else []
        return [_("Individual"), *groups, *([_("Team")] if self.has_teams else [])]

    def _block(self, cells: Sequence[Box], words: str, below: Sequence[str]) -> None:
        first, last = cells[0], cells[-1]
        height = first.height * OVER
        over = Box(first.x, first.y, last.right - first.x, height)
        self.paper.text(over.inset(1, 0.5), words, 8, bold=True, align="centre", smallest=5)
        self.paper.rule(over.x, over.bottom, over.right, over.bottom, 0.3)
        for cell, word in zip(cells, below, strict=True):
            lines = 2 if len(cells) == self.per_block else 1
            self.paper.text(cell.below(height).inset(0.6, 0.5), word, 6.5, align="centre", lines=lines, smallest=4)

    # Lines

    def _lines(self, room: Box, widths: Sequence[float], page: Page, part: Part) -> None:
        """Draw the rules between rows and columns; merged cells of a team have rules only at its end."""
        paper, columns = self.paper, room.columns(widths)
        top = room.y - HEAD
        paper.frame(Box(room.x, top, room.width, room.bottom - top), 0.8)
        paper.rule(room.x, room.y, room.right, room.y, 0.8)
        strong = {self.names, *range(self.names, len(columns), self.per_block)} if part.totals else {self.names}
        after = self.names + (self.per_block * len(self._blocks()) if part.totals else 0)
        strong = {column for column in strong if column <= after} | set(range(after, len(columns), self.per_session))
        for number, column in enumerate(columns[1:], start=1):
            bold = number in strong
            begins = top if bold or number < self.names else top + HEAD * OVER
            paper.rule(column.x, begins, column.x, room.bottom, 0.6 if bold else 0.25, grey=0 if bold else THIN)
        ends = {span.start + span.length for span in page.teams} if self.has_teams else set()
        merged = [columns[1]] if self.has_teams else []
        if part.totals:
            merged += columns[self.names + self.per_block : after]
        plain = [column for column in columns if column not in merged]
        for row in range(1, len(page.lines)):
            y = room.y + row * self.row
            if row in ends:
                continue
            for column in plain:
                paper.rule(column.x, y, column.right, y, 0.25, grey=THIN)
        self._ends(room, columns, page, part)

    def _ends(self, room: Box, columns: Sequence[Box], page: Page, part: Part) -> None:
        """Draw thicker rules at the end of each team; they cross the group's cells only at the end of the group."""
        first = self.names + self.per_block
        group = columns[first : first + self.per_block] if self.has_groups and part.totals else []
        ends = {span.start + span.length for span in page.groups}
        for span in page.teams if self.has_teams else page.groups:
            row = span.start + span.length
            y = room.y + row * self.row
            if row == len(page.lines):
                continue
            if group and row not in ends:
                self.paper.rule(room.x, y, group[0].x, y, 0.6)
                self.paper.rule(group[-1].right, y, room.right, y, 0.6)
            else:
                self.paper.rule(room.x, y, room.right, y, 0.6)

    def _line(self, cells: Sequence[Box], line: ResultLine, part: Part) -> None:
        paper, name = self.paper, cells[self.names - 1]
        paper.text(cells[0].inset(1, 0), line.entry.number, self.size, align="centre", smallest=4)
        note = note_of(line.entry, line.standing.status)
        words = f"{line.entry.name} ({note})" if note else line.entry.name
        paper.text(name.inset(PAD, 1), words, self.size + 0.5, lines=2, smallest=4.5)
        column = self.names
        if part.totals:
            self._figures(cells[column : column + self.per_block], individual_figures(line.standing), bold=True)
            column += self.per_block * len(self._blocks())
        for session in line.sessions[part.first - 1 : part.end - 1]:
            self._figures(cells[column : column + self.per_session], session_figures(session))
            column += self.per_session

    def _figures(self, cells: Sequence[Box], figures: Sequence[str], *, bold: bool = False) -> None:
        # Without table points only the last figures remain.
        for cell, figure in zip(cells, figures[-len(cells) :], strict=True):
            size = self.size if bold else SIZE  # figures of sessions have no room to be larger
            self.paper.text(cell.inset(PAD, 0.3), figure, size, align="right", bold=bold, smallest=4)

    def _totals(self, room: Box, widths: Sequence[float], page: Page) -> None:
        column = self.names + self.per_block
        for has, spans in ((self.has_groups, page.groups), (self.has_teams, page.teams)):
            if has:
                for span in spans:
                    figures = unit_figures(span.standing)[-self.per_block :]
                    self._span(room, widths, span, range(column, column + self.per_block), figures, "right")
                column += self.per_block

    def _span(
        self, room: Box, widths: Sequence[float], span: Span, columns: Sequence[int], texts: Sequence[str], align: str
    ) -> None:
        """Draw text in cells that are merged over the lines of a team or group."""
        cells = Box(room.x, room.y + span.start * self.row, room.width, self.row * span.length).columns(widths)
        for column, text in zip(columns, texts, strict=True):
            cell = cells[column].inset(PAD, 0.5)
            bold, lines = align == "right", 1 if align == "right" else max(1, 2 * span.length)
            self.paper.text(cell, text, self.size, align=align, bold=bold, lines=lines, smallest=4.5)  # type: ignore[arg-type]
