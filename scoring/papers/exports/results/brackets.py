"""The paper with the brackets of the knock-outs of teams: one page for each."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from common.paper import A4, Box, Paper, landscape, mm
from scoring.formats.selectors.bracket_pictures import (
    BracketBox,
    BracketPicture,
    BracketTeam,
    bracket_pictures,
    has_knockout,
)
from scoring.papers.exports.results.report import competition, report_in, table, where_it_stands
from tournament.papers.exports.order import SIZES, Order

if TYPE_CHECKING:
    from tournament.events.models.events import Event

#: The gap between columns as a share of the page, and the highest row.
GAP, MOST_ROW = 0.04, 8 * mm
TITLE, HEADINGS, NOTE = 10 * mm, 10 * mm, 9 * mm


def without_bracket(event: "Event") -> str:
    """Return why the event has no bracket; empty if it has one."""
    return "" if has_knockout(event) else _("This event has no knock-out.")


def bracket_paper(order: Order) -> bytes:
    """Return the brackets as a PDF."""
    report = report_in(order)
    pictures = bracket_pictures(report.standings)
    order.total(len(pictures))
    title = _("Bracket")
    size, sheet, furniture = landscape(A4), landscape(SIZES[order.size]), order.furniture(title)
    paper = Paper(f"{order.event.name} · {title}", language=order.language, size=size, sheet=sheet, furniture=furniture)
    for picture in pictures:
        _draw(paper, picture, where_it_stands(report))
        paper.next_page()
        order.step()
    if not pictures:
        paper.text(paper.body.top(TITLE), _("The bracket is drawn once enough teams are entered."), 12)
        paper.next_page()
    return paper.finished()


def _draw(paper: Paper, picture: BracketPicture, note: str) -> None:
    body = paper.body
    paper.text(Box(body.x, body.y, body.width, TITLE), picture.title, 16, bold=True)
    top = body.y + TITLE + HEADINGS
    room = Box(body.x, top, body.width, body.height - TITLE - HEADINGS - NOTE)
    gap = room.width * GAP
    width = (room.width - gap * (len(picture.columns) - 1)) / len(picture.columns)
    row = min(MOST_ROW, room.height / picture.height)
    for at, (name, sessions) in enumerate(picture.columns):
        heading = Box(room.x + at * (width + gap), body.y + TITLE, width, HEADINGS)
        paper.text(heading, f"{name} · {sessions}", 10, bold=True)
    areas = {
        box.number: Box(room.x + box.column * (width + gap), room.y + box.top * row, width, box.rows * row)
        for box in picture.boxes
    }
    for before, after in picture.lines:
        _line(paper, areas[before.number], areas[after.number], gap)
    for box in picture.boxes:
        _box(paper, areas[box.number], box, row)
    explained = _("Table points decide a match, then competition points.")
    if any(team.tied for box in picture.boxes for team in box.teams):
        explained += " " + _("* Equal points: decided by the rule of the format.")
    paper.text(Box(body.x, body.bottom - NOTE, body.width, NOTE), " · ".join(filter(None, [note, explained])), 8)


def _line(paper: Paper, before: Box, after: Box, gap: float) -> None:
    y, to_y = before.y + before.height / 2, after.y + after.height / 2
    bend = after.x - gap / 2
    for x, from_y, to_x, at_y in (
        (before.right, y, bend, y), (bend, y, bend, to_y), (bend, to_y, after.x, to_y)
    ):  # fmt: skip
        paper.rule(x, from_y, to_x, at_y, 0.6, grey=0.5)


def _box(paper: Paper, area: Box, box: BracketBox, row: float) -> None:
    size = min(9, row * 0.62)
    heading = Box(area.x, area.y, area.width, row)
    paper.fill(heading)
    paper.frame(area)
    paper.text(heading.inset(3, 0), box.heading, size)
    for at, team in enumerate(box.teams, start=1):
        _team(paper, Box(area.x + 3, area.y + at * row, area.width - 6, row), team, size)


def _team(paper: Paper, line: Box, team: BracketTeam, size: float) -> None:
    points, place = line.width * 0.14, line.width * 0.06
    paper.text(Box(line.x, line.y, place, line.height), team.place or "", size, grey=True)
    name = Box(line.x + place, line.y, line.width - place - 2 * points, line.height)
    paper.text(name, team.name, size, bold=team.through, grey=team.team is None)
    if team.table_points is None or team.competition_points is None:
        return
    right = Box(line.right - 2 * points, line.y, points, line.height)
    paper.text(right, table(team.table_points), size, bold=True, align="right")
    mark = "*" if team.tied else ""
    last = Box(line.right - points, line.y, points, line.height)
    paper.text(last, competition(team.competition_points) + mark, size, align="right")
