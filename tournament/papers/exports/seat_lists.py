"""Seats of everyone through all sessions, by name and by team."""

from django.utils.translation import gettext as _

from common.paper import A4, Paper, landscape
from common.paper.list_widths import with_fitting_widths
from common.paper.lists import rows_of
from common.paper.rows import Column, Row
from tournament.papers.exports.order import SIZES, Order, day_and_time, full_name, wind
from tournament.seating.selectors.name_lists import headed
from tournament.seating.selectors.seating import PlayerWay, by_name, by_team

#: Maximum number of sessions on an upright page.
UPRIGHT = 8
DASH = "–"
SIZE = 8.5


def list_by_name(order: Order) -> bytes:
    """Return a list sorted by name, with table and starting wind of each session."""
    with_team = any(way.player.team_name or way.player.country for way in order.seating.ways)
    paper, columns = _paper(order, _("Seats by name")), _columns(order, with_team=with_team)
    rows = []
    for heading, ways in headed(by_name(order.seating.ways)):
        rows += [Row(section=heading, keep=1)] if heading else []
        rows += [Row(_cells(order, way, with_team=with_team)) for way in ways]
    _write(paper, order, columns, rows, _("Seats by name"))
    return paper.finished()


def list_by_team(order: Order) -> bytes:
    """Return a list sorted by team and number; players without a team come last."""
    paper, columns = _paper(order, _("Seats by team")), _columns(order, with_team=False)
    rows = []
    for number, name, members in by_team(order.seating.ways):
        rows.append(Row(section=team_heading(number, name), keep=min(len(members), 4)))
        rows += [Row(_cells(order, way, with_team=False)) for way in members]
    _write(paper, order, columns, rows, _("Seats by team"))
    return paper.finished()


def team_heading(number: int | None, name: str) -> str:
    if not name:
        return _("Without a team")
    return name if number is None else f"{number}  {name}"


def _paper(order: Order, title: str) -> Paper:
    size, sheet = A4, SIZES[order.size]
    if order.seating.sessions > UPRIGHT:
        size, sheet = landscape(size), landscape(sheet)
    return Paper(title, language=order.language, size=size, sheet=sheet, furniture=order.furniture(title))


def _write(paper: Paper, order: Order, columns: list[Column], rows: list[Row], title: str) -> None:
    order.total(len(rows))
    fitting = with_fitting_widths(paper, columns, rows, SIZE)
    rows_of(paper, fitting, rows, title=title, note=_note(), size=SIZE, step=order.step)


def _note() -> str:
    return _("For each session the table and the wind at the start.")


def _columns(order: Order, *, with_team: bool) -> list[Column]:
    sessions = range(1, order.seating.sessions + 1)
    team = [Column(_("Team"), 4)] if with_team else []
    heads = [Column(_("No."), 1.1, "right"), Column(_("Name"), 5, bold=True), *team]
    # The planned day and time, if any, follow below the session's number.
    names = ["\n".join([str(number), *day_and_time(order.seating.starts.get(number))]) for number in sessions]
    return [*heads, *(Column(name, 1.5, "centre", alike=True) for name in names)]


def _cells(order: Order, way: PlayerWay, *, with_team: bool) -> list[str | int]:
    player = way.player
    team = [player.team_name or player.country] if with_team else []
    seats = [way.seats.get(session) for session in range(1, order.seating.sessions + 1)]
    seat_texts = [f"{seat.table} {wind(seat.wind)}" if seat else DASH for seat in seats]
    return [player.number or "", full_name(player), *team, *seat_texts]
