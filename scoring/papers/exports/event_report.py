"""The report of an event on paper, to be published: podium, numbers, highest hands, closest table, climb, photos."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.days import day_range
from common.paper import Box, Paper, mm
from common.paper.flow import Flow
from common.paper.lists import few_rows
from common.paper.rows import HEADING, ROW, Column, Row
from common.templatetags.pinju import country
from scoring.papers.exports.results.papers import results_parts
from scoring.papers.exports.results.report import competition, table, where_it_stands
from scoring.papers.exports.tiles import draw_sets
from scoring.papers.selectors.event_report import EventReport, drawn_hands, event_report, is_complete, recorded_wins
from scoring.papers.selectors.labels import (
    at_table,
    climb_text,
    difference_text,
    number_lines,
    people_at,
    report_comes,
)
from scoring.papers.selectors.results_report import ResultsReport
from scoring.photos.selectors import captioned, photo_content, photos_of
from scoring.settings.selectors import gives_table_points, in_mados
from scoring.standings.rules.standings import PlayerStanding
from scoring.standings.rules.unit_standings import UnitStanding
from scoring.standings.selectors.hand_statistics import PlayedHand
from scoring.standings.selectors.labels import won_how
from scoring.tiles.rules.drawn import ShownSet
from tournament.papers.exports.kinds import Kind, When
from tournament.papers.exports.order import SIZES, Order
from tournament.papers.selectors import WHOLE, Parts, digest
from tournament.seating.selectors.seating import Seating

if TYPE_CHECKING:
    from tournament.events.models.events import Event

NAME, NUMBERS = 18, 14 * mm
#: The distance between photos, the most height of one, and the height of the caption under it.
BETWEEN, PHOTO, CAPTION = 6 * mm, 75 * mm, 12 * mm
#: The height of the headings of a list without rows, and the least height of a heading over it.
LIST_HEAD, ABOVE_LIST = HEADING + mm, 12 * mm
#: The height of the tiles of a hand with the free room around them.
TILES = 10 * mm


@dataclass(frozen=True)
class ReportPhoto:
    """A photo as JPEG, its height for a width of 1, and its caption, which may be empty."""

    jpeg: bytes
    proportion: float
    caption: str


def report_paper(order: Order) -> bytes:
    """Return the PDF of ``content["event_report"]``; it has one page, or more with many shared ranks."""
    event, report = order.event, order.content["event_report"]
    title = _("Report of the event")
    paper = Paper(title, language=order.language, size=SIZES[order.size], furniture=order.furniture(title))
    flow = Flow(paper, label=0)
    flow.lines(event.name, size=NAME, bold=True)
    flow.lines(_below_name(order))
    _podium(flow, event, report)
    flow.heading(_("The event in numbers"))
    _numbers(paper, flow.take(NUMBERS), number_lines(report.numbers, event))
    _hands(flow, event, report, order.content["drawn_hands"])
    if report.closest:
        flow.heading(_("Closest table"))
        flow.lines(f"{difference_text(report.closest, event)} · {at_table(report.closest)}", bold=True)
        flow.lines(people_at(report.closest))
    if report.climb:
        flow.heading(_("Biggest climb"))
        flow.lines(report.climb.entry.name, bold=True)
        flow.lines(climb_text(report.climb))
    _photos(flow, order.content["photos"])
    return flow.finished()


def _below_name(order: Order) -> str:
    event = order.event
    days = day_range(event.starts, event.ends)
    return " · ".join(filter(None, [days, event.venue, country(event.country), order.content["mark"]]))


def _podium(flow: Flow, event: "Event", report: EventReport) -> None:
    players = [
        (line.standing, line.entry.name, country(line.entry.country) if line.entry.country else "")
        for line in report.podium.players
    ]
    _ranks(flow, event, _("Podium"), players)
    _ranks(flow, event, _("Teams"), [(line, name, None) for line, name in report.podium.teams])
    _ranks(flow, event, _("Groups"), [(line, name, None) for line, name in report.podium.groups])


def _ranks(
    flow: Flow,
    event: "Event",
    title: str,
    lines: Sequence[tuple[PlayerStanding | UnitStanding, str, str | None]],
) -> None:
    """Write a list of ranks with points; country None: the name extends over its column."""
    has_table_points = gives_table_points(event)
    points = [Column(_("Table points"), 3, "right")] if has_table_points else []
    columns = [
        Column(_("Rank"), 1.6, "right", bold=True),
        Column(_("Name"), 8, bold=True),
        Column(_("Country") if any(line[2] for line in lines) else "", 4),
        *points,
        Column(_("Mados won or lost") if in_mados(event) else _("Competition points"), 4, "right"),
    ]
    rows = [
        Row((str(line.rank), name, where, *([table(line.table_points)] if has_table_points else []), _score(line)))
        for line, name, where in lines
    ]
    _list(flow, title, columns, rows)


def _score(line: PlayerStanding | UnitStanding) -> str:
    """Return competition points or mados, with their sign."""
    return competition(line.competition_points)


def _hands(flow: Flow, event: "Event", report: EventReport, drawn: Mapping[PlayedHand, Sequence[ShownSet]]) -> None:
    columns = [
        Column(_("Fans") if in_mados(event) else _("Points"), 1.6, "right", bold=True),
        Column(_("Name"), 8, bold=True),
        Column("", 4),
        Column("", 7, "right"),
    ]
    rows = [
        Row(
            (str(hand.points), entry.name if entry else _("filler"), won_how(hand), _hand_place(hand)),
            below=TILES if hand in drawn else 0,
        )
        for hand, entry in report.hands
    ]
    rooms = _list(flow, _("The highest hands"), columns, rows)
    for room, (hand, _entry) in zip(rooms, report.hands, strict=True):
        if hand in drawn:
            _rank, beside = room.columns([1.6, 19])
            draw_sets(flow.paper, beside.inset(1.2 * mm, mm), drawn[hand])


def _hand_place(hand: PlayedHand) -> str:
    values = {"session": hand.session, "table": hand.table}
    return f"{_('Session %(session)s, table %(table)s') % values} · {_('hand %(number)s') % {'number': hand.no}}"


def _list(flow: Flow, title: str, columns: Sequence[Column], rows: Sequence[Row]) -> list[Box]:
    """Write a list under its heading, both on one page, and return the room below each row; nothing without rows."""
    if not rows:
        return []
    height = LIST_HEAD + sum(ROW + row.below for row in rows)
    flow.make_room(ABOVE_LIST + height)
    flow.heading(title)
    return few_rows(flow.paper, flow.take(height), columns, rows, title="")


def _numbers(paper: Paper, room: Box, lines: Iterable[tuple[str, int]]) -> None:
    """Write the figures side by side, each over its label."""
    lines = list(lines)
    for box, (label, count) in zip(room.columns([1] * len(lines)), lines, strict=True):
        figure, below = box.inset(mm, 0).rows([9, 8])
        paper.text(figure, count, 18, bold=True, align="centre")
        paper.text(below, label, 8, align="centre", lines=3, smallest=5, grey=True, top=True)


def _photos(flow: Flow, photos: Sequence[ReportPhoto]) -> None:
    """Draw the photos two by two, each pair as high as the higher one, with their captions."""
    across = (flow.room.width - BETWEEN) / 2
    for start in range(0, len(photos), 2):
        pair = photos[start : start + 2]
        height = max(min(PHOTO, across * photo.proportion) for photo in pair)
        captions = CAPTION if any(photo.caption for photo in pair) else 0
        if not start:
            flow.make_room(ABOVE_LIST + height + captions + BETWEEN)
            flow.heading(_("Photos"))
        left, _between, right = flow.take(height + captions + BETWEEN).columns([across, BETWEEN, across])
        for box, photo in zip((left, right), pair, strict=False):
            flow.paper.picture(box.top(height), photo.jpeg)
            below = box.below(height + mm).top(captions)
            flow.paper.text(below, photo.caption, 8, lines=3, smallest=5, align="centre", top=True)


def _content(event: "Event", language: str) -> dict[str, Any]:
    released = ResultsReport(event, live=False)
    photos = [
        ReportPhoto(photo_content(photo), photo.height / photo.width, caption)
        for photo, caption in captioned(event, language)
    ]
    report = event_report(released.standings)
    return {
        "event_report": report,
        "drawn_hands": drawn_hands(event, report),
        "mark": where_it_stands(released),
        "photos": [photo for photo in photos if photo.jpeg],
    }


def _parts(event: "Event", seating: Seating, address: str) -> Parts:
    """Return the digest of the released results, the recorded tiles and the photos once the report can be published."""
    if not is_complete(event):
        return {}
    photos = [(photo.digest, photo.caption) for photo in photos_of(event)]
    return {WHOLE: digest(results_parts(event, seating, address)[WHOLE], recorded_wins(event), photos)}


def _lacks(event: "Event") -> str:
    return "" if is_complete(event) else report_comes(event)


EVENT_REPORT = Kind(
    "event-report",
    gettext_lazy("Report of the event"),
    gettext_lazy(
        "To publish: podium, numbers, highest hands, closest table, biggest climb and photos, with public names."
    ),
    report_paper,
    digests=_parts,
    content=_content,
    seats=False,
    lacks=_lacks,
    when=When.AFTER,
)
