"""The table of results (App. 7), landscape: each player's points with those of group and team, and every session.

Cells of group and team are one over all members. Sessions that do not fit beside the totals stand on a second part of
the same lines; names that are too long for their cells and the officials' list (2.3.4) stand at the foot.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from common.paper import Box, Paper, landscape, mm
from scoring.papers.exports.results.report import competition, rank, report_in, table, where_it_stands
from scoring.papers.selectors.results_report import GroupBlock, ResultLine, ResultsReport, SessionCell, TeamBlock
from scoring.standings.rules.standings import PlayerStanding
from scoring.standings.rules.unit_standings import UnitStanding
from scoring.standings.selectors.labels import note_of
from tournament.papers.exports.officials import official_text
from tournament.papers.exports.order import SIZES, Order, session_name

TITLE, NOTE, HEAD, ROW = 8 * mm, 5 * mm, 12 * mm, 5.6 * mm
#: Widths: number, team, name; table points, competition points, rank; table points, sum, points, sum of a session.
NUMBER, TEAM, NAME = 9 * mm, 25 * mm, 38 * mm
TOTALS = (10.5 * mm, 13 * mm, 9 * mm)
SESSION = (6.5 * mm, 8 * mm, 8 * mm, 9 * mm)
OFFICIAL, BESIDE = 4.6 * mm, 3
#: So many lines of a list at the foot stand under its title on one page.
KEPT = 5
SIZE, PAD = 7.5, 2.2
#: How much of the heads is the name of a block.
OVER = 0.42
#: How grey the rules within a team are.
THIN = 0.55
#: How much narrower columns may become so that every session stands beside the totals.
SQUEEZED = 0.9


class Part(NamedTuple):
    """What stands beside the names: the totals or not, and the sessions from which to which (exclusive)."""

    totals: bool
    first: int
    end: int


class Span(NamedTuple):
    """Lines of a page that belong to one team (or group), from which row on."""

    start: int
    length: int
    name: str
    standing: UnitStanding | None


class Page(NamedTuple):
    """The lines of a page, and their teams and groups."""

    lines: list[ResultLine]
    teams: list[Span]
    groups: list[Span]


def results_table(order: Order) -> bytes:
    """The table as a PDF."""
    what = _("Results")
    paper = Paper(what, language=order.language, size=landscape(SIZES[order.size]), furniture=order.furniture(what))
    report = report_in(order)
    pages = evenly(report.groups, rows_on(paper.body))
    sheet = _Sheet(paper, order, report)
    order.total(sum(len(page.lines) for page in pages) * len(sheet.parts))
    for at, page in enumerate(pages):
        for part in sheet.parts:
            bottom = sheet.page(page, part)
            if at < len(pages) - 1 or part != sheet.parts[-1]:
                paper.next_page()
    sheet.foot(bottom)
    paper.next_page()
    return paper.finished()


def rows_on(body: Box) -> int:
    """How many lines a page takes."""
    return int((body.height - TITLE - NOTE - HEAD) / ROW)


def evenly(groups: Sequence[GroupBlock], rows: int) -> list[Page]:
    """No more pages than need be, about as full as each other: no few lines alone on the last."""
    pages = list(pages_of(groups, rows))
    fewest = -(-sum(len(page.lines) for page in pages) // len(pages))
    tries = (list(pages_of(groups, most)) for most in range(max(1, fewest), rows))
    return next((found for found in tries if len(found) == len(pages)), pages)


def pages_of(groups: Sequence[GroupBlock], rows: int) -> Iterator[Page]:
    """The lines page by page; a team stands on one page where it fits on one. At least one page."""
    page = Page([], [], [])
    for group in groups:
        for team in group.teams:
            if page.lines and len(page.lines) + min(len(team.lines), rows) > rows:
                yield page
                page = Page([], [], [])
            for first in range(0, len(team.lines), rows):
                if first:
                    yield page
                    page = Page([], [], [])
                _take(page, group, team, team.lines[first : first + rows])
    yield page


def _take(page: Page, group: GroupBlock, team: TeamBlock, lines: list[ResultLine]) -> None:
    start = len(page.lines)
    page.teams.append(Span(start, len(lines), team.name, team.standing))
    before = page.groups[-1] if page.groups else None
    if before and before.standing is group.standing and before.standing:
        page.groups[-1] = before._replace(length=before.length + len(lines))
    else:
        page.groups.append(Span(start, len(lines), group.name, group.standing))
    page.lines.extend(lines)


def parts_of(width: float, blocks: int, sessions: int) -> list[Part]:
    """How ``sessions`` are shared out beside names and ``blocks`` of totals on a page of this width, evenly."""
    names = NUMBER + TEAM + NAME
    beside = names + blocks * sum(TOTALS)
    first = max(1, int((width - beside) / sum(SESSION)))
    if sessions <= first or (beside + sessions * sum(SESSION)) * SQUEEZED <= width:
        return [Part(True, 1, sessions + 1)]
    further = max(1, int((width - names) / sum(SESSION)))
    count = -(-(sessions - first) // further)
    parts, at = [Part(True, 1, first + 1)], first + 1
    for left in range(count, 0, -1):
        takes = -(-(sessions + 1 - at) // left)
        parts.append(Part(False, at, at + takes))
        at += takes
    return parts


class _Sheet:
    """Draws the pages: title, heads, lines, and the foot of the last one."""

    def __init__(self, paper: Paper, order: Order, report: ResultsReport) -> None:
        self.paper, self.order, self.report = paper, order, report
        self.has_teams, self.has_groups = bool(report.standings.team_names), bool(report.standings.group_names)
        blocks = 1 + self.has_groups + self.has_teams
        self.parts = parts_of(paper.body.width, blocks, report.last)

    # Columns

    def columns(self, part: Part) -> list[float]:
        """The widths of a part's columns, as shares: names first, then totals, then sessions."""
        team = [TEAM] if self.has_teams else []
        totals = list(TOTALS) * (1 + self.has_groups + self.has_teams) if part.totals else []
        return [NUMBER, *team, NAME, *totals, *SESSION * (part.end - part.first)]

    @property
    def names(self) -> int:
        """How many columns stand before the totals."""
        return 3 if self.has_teams else 2

    def page(self, page: Page, part: Part) -> float:
        """One page of one part; where its table ends."""
        body, widths = self.paper.body, self.columns(part)
        # A few sessions do not stretch over the whole page.
        wide = min(body.width, sum(widths) * 1.35)
        self._title(body.top(TITLE + NOTE))
        head = Box(body.x, body.y + TITLE + NOTE, wide, HEAD)
        room = Box(body.x, head.bottom, wide, ROW * len(page.lines))
        self._head(head, widths, part)
        self._lines(room, widths, page, part)
        for at, line in enumerate(page.lines):
            self._line(Box(room.x, room.y + at * ROW, wide, ROW).columns(widths), line, part)
            self.order.step()
        for span in page.teams if self.has_teams else ():
            self._span(room, widths, span, [1], [span.name], "left")
        if part.totals:
            self._totals(room, widths, page)
        return room.bottom

    def _title(self, box: Box) -> None:
        title, note = box.top(TITLE), box.below(TITLE)
        self.paper.text(title, _("Results"), 15, bold=True)
        self.paper.text(note, where_it_stands(self.report), 8.5)

    def _head(self, head: Box, widths: Sequence[float], part: Part) -> None:
        paper, cells = self.paper, head.columns(widths)
        paper.fill(head)
        team = [_("Team")] if self.has_teams else []
        for cell, words in zip(cells, [_("No."), *team, _("Name")], strict=False):
            paper.text(cell.inset(1, 0), words, 8, bold=True, lines=2, align="centre", smallest=5)
        at = self.names
        for words in self._blocks() if part.totals else ():
            self._block(cells[at : at + 3], words, [_("Table points"), _("Competition points"), _("Rank")])
            at += 3
        for number in range(part.first, part.end):
            self._block(cells[at : at + 4], session_name(number), [_("TP"), _("Total"), _("CP"), _("Total")])
            at += 4

    def _blocks(self) -> list[str]:
        groups = [_("Group")] if self.has_groups else []
        return [_("Individual"), *groups, *([_("Team")] if self.has_teams else [])]

    def _block(self, cells: Sequence[Box], words: str, below: Sequence[str]) -> None:
        first, last = cells[0], cells[-1]
        height = first.height * OVER
        over = Box(first.x, first.y, last.right - first.x, height)
        self.paper.text(over.inset(1, 0.5), words, 8, bold=True, align="centre", smallest=5)
        self.paper.rule(over.x, over.bottom, over.right, over.bottom, 0.3)
        for cell, word in zip(cells, below, strict=True):
            lines = 2 if len(cells) == len(TOTALS) else 1
            self.paper.text(cell.below(height).inset(0.6, 0.5), word, 6.5, align="centre", lines=lines, smallest=4)

    # Lines

    def _lines(self, room: Box, widths: Sequence[float], page: Page, part: Part) -> None:
        """The rules between rows and columns; those of a team's cells only where the team ends."""
        paper, columns = self.paper, room.columns(widths)
        top = room.y - HEAD
        paper.frame(Box(room.x, top, room.width, room.bottom - top), 0.8)
        paper.rule(room.x, room.y, room.right, room.y, 0.8)
        strong = {self.names, *range(self.names, len(columns), 3)} if part.totals else {self.names}
        after = self.names + (3 * len(self._blocks()) if part.totals else 0)
        strong = {at for at in strong if at <= after} | set(range(after, len(columns), 4))
        for at, column in enumerate(columns[1:], start=1):
            bold = at in strong
            begins = top if bold or at < self.names else top + HEAD * OVER
            paper.rule(column.x, begins, column.x, room.bottom, 0.6 if bold else 0.25, grey=0 if bold else THIN)
        ends = {span.start + span.length for span in page.teams} if self.has_teams else set()
        merged = [columns[1]] if self.has_teams else []
        if part.totals:
            merged += columns[self.names + 3 : after]
        plain = [column for column in columns if column not in merged]
        for row in range(1, len(page.lines)):
            y = room.y + row * ROW
            if row in ends:
                continue
            for column in plain:
                paper.rule(column.x, y, column.right, y, 0.25, grey=THIN)
        self._ends(room, columns, page, part)

    def _ends(self, room: Box, columns: Sequence[Box], page: Page, part: Part) -> None:
        """Thicker rules where a team ends, through its group's cells only where the group ends, too."""
        group = columns[self.names + 3 : self.names + 6] if self.has_groups and part.totals else []
        ends = {span.start + span.length for span in page.groups}
        for span in page.teams if self.has_teams else page.groups:
            row = span.start + span.length
            y = room.y + row * ROW
            if row == len(page.lines):
                continue
            if group and row not in ends:
                self.paper.rule(room.x, y, group[0].x, y, 0.6)
                self.paper.rule(group[-1].right, y, room.right, y, 0.6)
            else:
                self.paper.rule(room.x, y, room.right, y, 0.6)

    def _line(self, cells: Sequence[Box], line: ResultLine, part: Part) -> None:
        paper, name = self.paper, cells[self.names - 1]
        paper.text(cells[0].inset(1, 0), line.entry.number, SIZE, align="centre", smallest=4)
        note = note_of(line.entry, line.standing.status)
        words = f"{line.entry.name} ({note})" if note else line.entry.name
        paper.text(name.inset(PAD, 1), words, SIZE + 0.5, lines=2, smallest=4.5)
        at = self.names
        if part.totals:
            self._figures(cells[at : at + 3], individual_figures(line.standing), bold=True)
            at += 3 * len(self._blocks())
        for session in line.sessions[part.first - 1 : part.end - 1]:
            self._figures(cells[at : at + 4], session_figures(session))
            at += 4

    def _figures(self, cells: Sequence[Box], figures: Sequence[str], *, bold: bool = False) -> None:
        for cell, figure in zip(cells, figures, strict=True):
            self.paper.text(cell.inset(PAD, 0.3), figure, SIZE, align="right", bold=bold, smallest=4)

    def _totals(self, room: Box, widths: Sequence[float], page: Page) -> None:
        at = self.names + 3
        for has, spans in ((self.has_groups, page.groups), (self.has_teams, page.teams)):
            if has:
                for span in spans:
                    self._span(room, widths, span, range(at, at + 3), unit_figures(span.standing), "right")
                at += 3

    def _span(
        self, room: Box, widths: Sequence[float], span: Span, columns: Sequence[int], texts: Sequence[str], align: str
    ) -> None:
        """Text in cells that are one over the lines of a team or group."""
        cells = Box(room.x, room.y + span.start * ROW, room.width, ROW * span.length).columns(widths)
        for at, text in zip(columns, texts, strict=True):
            cell = cells[at].inset(PAD, 0.5)
            bold, lines = align == "right", 1 if align == "right" else max(1, 2 * span.length)
            self.paper.text(cell, text, SIZE, align=align, bold=bold, lines=lines, smallest=4.5)  # type: ignore[arg-type]

    # The foot

    def foot(self, bottom: float) -> None:
        """Under the last line the names that were too long for their cells, and the officials' list."""
        bottom = self._listed(_("Names in full"), list(self.paper.cut), bottom, 1)
        self._listed(_("Officials"), [official_text(one) for one in self.report.officials], bottom, BESIDE)

    def _listed(self, title: str, texts: Sequence[str], bottom: float, beside: int) -> float:
        """So many texts beside each other under a title, on new pages where there is no room; where they end."""
        if not texts:
            return bottom
        body = self.paper.body
        at = self._room(bottom + 3 * mm, 8 * mm + OFFICIAL * min(-(-len(texts) // beside), KEPT))
        self.paper.text(Box(body.x, at, body.width, 6 * mm), title, 9, bold=True)
        at += 7 * mm
        for first in range(0, len(texts), beside):
            at = self._room(at, OFFICIAL)
            cells = Box(body.x, at, body.width, OFFICIAL).columns([1] * beside)
            for cell, text in zip(cells, texts[first : first + beside], strict=False):
                self.paper.text(cell.inset(1, 0), text, 7.5, smallest=5)
            at += OFFICIAL
        return at

    def _room(self, at: float, height: float) -> float:
        """Where so much can be drawn: here, or at the top of a new page."""
        if at + height <= self.paper.body.bottom:
            return at
        self.paper.next_page()
        return self.paper.body.y


def individual_figures(standing: PlayerStanding) -> list[str]:
    """Table points, competition points and rank of a player."""
    return [table(standing.table_points), competition(standing.competition_points), rank(standing.rank)]


def unit_figures(standing: UnitStanding | None) -> list[str]:
    """Table points, competition points and rank of a team or group; nothing for nobody's."""
    if standing is None:
        return ["", "", ""]
    return [table(standing.table_points), competition(standing.competition_points), rank(standing.rank)]


def session_figures(cell: SessionCell | None) -> list[str]:
    """Table points, their sum, competition points, their sum; dashes where nothing was played."""
    if cell is None:
        return [table(None)] * 4
    return [
        table(cell.table_points),
        table(cell.table_points_so_far),
        competition(cell.competition_points),
        competition(cell.competition_points_so_far),
    ]
