"""The seats as a workbook: the chart, everybody by name, everybody by team."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from common.files.workbooks.writing import Heading, Sheet, Value, workbook
from tournament.papers.exports.order import Order, wind
from tournament.papers.exports.seat_lists import team_heading
from tournament.seating.selectors.seating import PlayerWay, by_name, by_team

WINDS = "ESWN"
#: How many characters wide names are.
NAMES = 30


def seats_workbook(order: Order) -> bytes:
    """The three lists as sheets of one workbook; numbers are numbers, times as the clock in the hall shows them."""
    title = " · ".join(filter(None, [order.event.name, order.watermark]))
    return workbook(_sheets(order, title), title=title)


def _sheets(order: Order, title: str) -> Iterator[Sheet]:
    lists = [_chart, _by_name, _by_team]
    order.total(len(lists))
    for one in lists:
        yield one(order, title)
        order.step()


def _chart(order: Order, title: str) -> Sheet:
    heads = [Heading(_("Session"), 8), Heading(_("Start"), 17), Heading(_("Table"), 8)]
    for one in WINDS:
        heads += [Heading(f"{wind(one)} {_('No.')}", 8), Heading(f"{wind(one)} {_('Name')}", NAMES)]
    return Sheet(_("Chart"), heads, _chart_rows(order), title=title, frozen=3)


def _chart_rows(order: Order) -> Iterator[list[Value]]:
    for session, tables in sorted(order.seating.by_session.items()):
        for table, seats in sorted(tables.items()):
            at = {seat.wind: seat for seat in seats if not order.seating.empty(seat)}
            row: list[Value] = [session, order.seating.starts.get(session), table]
            for one in WINDS:
                row += [at[one].planned.number, at[one].planned.name] if one in at else [None, None]
            yield row


def _by_name(order: Order, title: str) -> Sheet:
    rows = ([*_person(way), way.player.team_name, *_seats(order, way)] for way in by_name(order.seating.ways))
    heads = [*_person_headings(), Heading(_("Team"), NAMES), *_seat_headings(order)]
    return Sheet(_("By name"), heads, rows, title=title, frozen=2)


def _by_team(order: Order, title: str) -> Sheet:
    rows = (
        [number, team_heading(None, name), *_person(way), *_seats(order, way)]
        for number, name, members in by_team(order.seating.ways)
        for way in members
    )
    heads = [Heading(_("No."), 6), Heading(_("Team"), NAMES), *_person_headings(), *_seat_headings(order)]
    return Sheet(_("By team"), heads, rows, title=title, frozen=4)


def _person_headings() -> list[Heading]:
    latin = _("Name in Latin letters")
    return [Heading(_("Number"), 8), Heading(_("Name"), NAMES), Heading(latin, NAMES), Heading(_("Country"), 12)]


def _person(way: PlayerWay) -> list[Value]:
    player = way.player
    return [player.number, player.name, player.latin_name, player.country]


def _seat_headings(order: Order) -> list[Heading]:
    found = []
    for session in range(1, order.seating.sessions + 1):
        found += [Heading(f"{session}: {_('Table')}", 7), Heading(f"{session}: {_('Seat')}", 6)]
    return found


def _seats(order: Order, way: PlayerWay) -> list[Value]:
    found: list[Value] = []
    for session in range(1, order.seating.sessions + 1):
        seat = way.seats.get(session)
        found += [seat.table, wind(seat.wind)] if seat else [None, None]
    return found
