"""Divide the lines and sessions of the table of results over pages."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from common.paper import Box, mm
from scoring.papers.selectors.results_report import GroupBlock, ResultLine, TeamBlock
from scoring.standings.rules.unit_standings import UnitStanding

TITLE, NOTE, HEAD, ROW = 8 * mm, 5 * mm, 12 * mm, 5.6 * mm
#: Widths: number, team, name.
NUMBER, TEAM, NAME = 9 * mm, 25 * mm, 38 * mm
#: How far columns may shrink so that every session fits next to the totals.
SQUEEZED = 0.9
#: How much higher rows may become to use the page.
LARGEST = 1.6


class Columns(NamedTuple):
    """The widths of the totals of a player, a team or a group, and of a session."""

    totals: tuple[float, ...]
    session: tuple[float, ...]


#: Totals: table points, competition points, rank. Session: table points, sum, competition points, sum.
WITH_TABLE_POINTS = Columns((10.5 * mm, 13 * mm, 9 * mm), (6.5 * mm, 8 * mm, 8 * mm, 9 * mm))
#: The same with mados in place of competition points.
TABLE_POINTS_AND_MADOS = Columns((10.5 * mm, 16 * mm, 9 * mm), (6.5 * mm, 8 * mm, 13 * mm, 14 * mm))
#: Totals: mados, rank. Session: mados, sum.
OF_MADOS = Columns((16 * mm, 9 * mm), (13 * mm, 14 * mm))


def columns_of(*, table_points: bool, mados: bool) -> Columns:
    """Return the widths for an event with or without table points, in mados or in competition points."""
    if not table_points:
        return OF_MADOS
    return TABLE_POINTS_AND_MADOS if mados else WITH_TABLE_POINTS


class Part(NamedTuple):
    """The columns of one page next to the names: with totals or not, and a range of sessions (end exclusive)."""

    totals: bool
    first: int
    end: int


class Span(NamedTuple):
    """The rows of one team or group on a page: first row and length."""

    start: int
    length: int
    name: str
    standing: UnitStanding | None


class Page(NamedTuple):
    """The lines of a page, and their teams and groups."""

    lines: list[ResultLine]
    teams: list[Span]
    groups: list[Span]


def rows_on(body: Box) -> int:
    """Return how many lines fit on a page."""
    return int((body.height - TITLE - NOTE - HEAD) / ROW)


def enlarged(height: float, lines: int) -> float:
    """Return how much higher than `ROW` the rows of a page with this height may be, at least 1."""
    return max(1.0, min(LARGEST, (height - TITLE - NOTE - HEAD) / (ROW * max(1, lines))))


def evenly(groups: Sequence[GroupBlock], rows: int) -> list[Page]:
    """Return the pages, as few as possible and about equally full."""
    pages = list(pages_of(groups, rows))
    fewest = -(-sum(len(page.lines) for page in pages) // len(pages))
    tries = (list(pages_of(groups, most)) for most in range(max(1, fewest), rows))
    return next((attempt for attempt in tries if len(attempt) == len(pages)), pages)


def pages_of(groups: Sequence[GroupBlock], rows: int) -> Iterator[Page]:
    """Yield the pages, at least one; a team is kept on one page if it fits."""
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


def parts_of(width: float, blocks: int, sessions: int, columns: Columns = WITH_TABLE_POINTS) -> list[Part]:
    """Return how ``sessions`` are divided evenly over pages of this width, next to names and ``blocks`` of totals."""
    names = NUMBER + TEAM + NAME
    other_width = names + blocks * sum(columns.totals)
    first = max(1, int((width - other_width) / sum(columns.session)))
    if sessions <= first or (other_width + sessions * sum(columns.session)) * SQUEEZED <= width:
        return [Part(True, 1, sessions + 1)]
    further = max(1, int((width - names) / sum(columns.session)))
    count = -(-(sessions - first) // further)
    parts, session = [Part(True, 1, first + 1)], first + 1
    for left in range(count, 0, -1):
        takes = -(-(sessions + 1 - session) // left)
        parts.append(Part(False, session, session + takes))
        session += takes
    return parts
