"""The seats as a workbook: the chart, everyone by name, everyone by team."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from common.files.workbooks.writing import Heading, Sheet, Value, workbook
from tournament.papers.exports.order import Order, wind
from tournament.papers.exports.seat_lists import team_heading
from tournament.seating.selectors.name_lists import headed
from tournament.seating.selectors.seating import PlayerWay, by_name, by_team

WINDS = "ESWN"
#: Width of names in characters.
NAMES = 30


def seats_workbook(order: Order) -> bytes:
    """Return the three lists as sheets of one workbook, with times as shown by the clock in the hall."""
    title = " · ".join(filter(None, [order.event.name, order.watermark]))
    return workbook(_sheets(order, title), title=title)


def _sheets(order: Order, title: str) -> Iterator[Sheet]:
    lists = [_chart_sheet, _sheet_by_name, _sheet_by_team]
    order.total(len(lists))
    for make_sheet in lists:
        yield make_sheet(order, title)
        order.step()


def _chart_sheet(order: Order, title: str) -> Sheet:
    heads = [Heading(_("Session"), 8), Heading(_("Start"), 17), Heading(_("Table"), 8)]
    for seat_wind in WINDS:
        heads += [Heading(f"{wind(seat_wind)} {_('No.')}", 8), Heading(f"{wind(seat_wind)} {_('Name')}", NAMES)]
    return Sheet(_("Chart"), heads, _chart_rows(order), title=title, frozen=3)


def _chart_rows(order: Order) -> Iterator[list[Value]]:
    for session, tables in sorted(order.seating.by_session.items()):
        for table, seats in sorted(tables.items()):
            seat_of = {seat.wind: seat for seat in seats if not order.seating.empty(seat)}
            row: list[Value] = [session, order.seating.starts.get(session), table]
            for seat_wind in WINDS:
                player = seat_of[seat_wind].planned if seat_wind in seat_of else None
                row += [player.number, player.name] if player else [None, None]
            yield row


def _sheet_by_name(order: Order, title: str) -> Sheet:
    sections = by_name(order.seating.ways)
    # A column: a line with a heading would be sorted among the players.
    section = [Heading(_("Section"), NAMES)] if len(sections) > 1 else []
    rows = (
        [*_person_cells(way), way.player.team_name, *_seat_cells(order, way), *([heading] if section else [])]
        for heading, ways in headed(sections)
        for way in ways
    )
    heads = [*_person_headings(), Heading(_("Team"), NAMES), *_seat_headings(order), *section]
    return Sheet(_("By name"), heads, rows, title=title, frozen=2)


def _sheet_by_team(order: Order, title: str) -> Sheet:
    rows = (
        [number, team_heading(None, name), *_person_cells(way), *_seat_cells(order, way)]
        for number, name, members in by_team(order.seating.ways)
        for way in members
    )
    heads = [Heading(_("No."), 6), Heading(_("Team"), NAMES), *_person_headings(), *_seat_headings(order)]
    return Sheet(_("By team"), heads, rows, title=title, frozen=4)


def _person_headings() -> list[Heading]:
    latin = _("Name in Latin letters")
    return [Heading(_("Number"), 8), Heading(_("Name"), NAMES), Heading(latin, NAMES), Heading(_("Country"), 12)]


def _person_cells(way: PlayerWay) -> list[Value]:
    player = way.player
    return [player.number, player.name, player.latin_name, player.country]


def _seat_headings(order: Order) -> list[Heading]:
    headings = []
    for session in range(1, order.seating.sessions + 1):
        headings += [Heading(f"{session}: {_('Table')}", 7), Heading(f"{session}: {_('Seat')}", 6)]
    return headings


def _seat_cells(order: Order, way: PlayerWay) -> list[Value]:
    cells: list[Value] = []
    for session in range(1, order.seating.sessions + 1):
        seat = way.seats.get(session)
        cells += [seat.table, wind(seat.wind)] if seat else [None, None]
    return cells
