"""The record of a draw on paper: its inputs, signatures, figures, the list and the chart."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from common.paper import Paper
from common.paper.canvas import mm
from common.paper.lists import few_rows, rows_of
from common.paper.rows import ROW, Column, Row
from tournament.draws.exports import FIGURES, best_of, change_texts, method_words
from tournament.draws.rules.records import digest
from tournament.draws.selectors.chart import DrawnChart
from tournament.draws.selectors.draws import frozen_lines, numbers_of
from tournament.papers.exports.order import SIZES, Order, session_name

if TYPE_CHECKING:
    from tournament.draws.models.draws import Draw

#: Number of sessions next to each other.
SESSIONS_PER_PAGE = 6
#: Lower rows keep a session's tables on one page; height of title and headings.
LOWEST, CHART_HEAD = 4.4 * mm, 16 * mm
DASH = "–"
#: Height of the figures at the end of a page, with title and headings.
FIGURES_HIGH = 20 * mm + len(FIGURES) * ROW


def record_paper(order: Order, draw: "Draw") -> bytes:
    """Return the PDF of the draw's record: facts and figures, the frozen list, the chart in numbers."""
    subject = _("Record of the draw")
    title = _("%(what)s, version %(version)d") % {"what": subject, "version": draw.version}
    paper = Paper(title, language=order.language, size=SIZES["A4"], furniture=order.furniture(subject))
    note = _("Everybody can repeat this draw with the record as a file. The event's page explains how.")
    columns = [Column("", 2), Column("", 5)]
    best = [Column(_("Figure"), 5), Column(_("this chart"), 1, "right"), Column(_("best possible"), 1, "right")]

    def close() -> None:
        room = paper.body.below(paper.body.height - FIGURES_HIGH)
        few_rows(paper, room, best, _figures(draw), title=_("How good the chart is"))

    facts = [*_decided(draw), *_signed(draw), *_changed(draw)]
    rows_of(paper, columns, facts, title=title, note=note, free=FIGURES_HIGH, foot=close)
    rows_of(paper, _list_columns(), _listed(draw), title=_("The frozen list"))
    for first in range(0, len(draw.chart), SESSIONS_PER_PAGE):
        sessions = range(first + 1, min(first + SESSIONS_PER_PAGE, len(draw.chart)) + 1)
        heads = [Column(_("Table"), 1, "right"), *(Column(session_name(number), 3, "centre") for number in sessions)]
        heads += [Column("", 3)] * (SESSIONS_PER_PAGE - len(sessions) if first else 0)
        rows_of(
            paper,
            heads,
            _tables(draw, sessions, len(heads) - 1),
            title=_("The chart: players' numbers by table, East, South, West, North"),
            height=min(ROW, max(LOWEST, (paper.body.height - CHART_HEAD) / max(map(len, draw.chart)))),
        )
    return paper.finished()


def _decided(draw: "Draw") -> Iterator[Row]:
    yield Row(section=_("What decides it"), keep=2)
    yield Row([_("Players"), draw.players])
    yield Row([_("Sessions"), draw.sessions])
    yield Row([_("Lots"), str(draw.get_lots_display())])
    yield Row([_("Way of drawing"), draw.scheme_name])
    yield Row([_("Hash of the list"), draw.list_hash])
    yield Row([_("Hash of the fixed conditions"), digest(draw.terms)])
    yield Row([_("Hash of the secret"), draw.commitment])
    yield Row([_("Value named in public"), draw.public_value or DASH])
    yield Row([_("Secret"), draw.secret])
    yield Row([_("Seed"), draw.seed])
    yield Row([_("Method"), f"{method_words(draw.method)} · {draw.engine}"])
    if draw.candidates > 1:
        chosen = _("%(number)d of %(count)d") % {"number": draw.candidate + 1, "count": draw.candidates}
        yield Row([_("Candidate chosen"), " · ".join(filter(None, [chosen, draw.chosen_by, draw.choice_reason]))])


def _signed(draw: "Draw") -> Iterator[Row]:
    yield Row(section=_("Who decided"), keep=1)
    for name, at, by in (
        (_("Frozen"), draw.frozen_at, ""),
        (_("Chart drawn"), draw.made_at, ""),
        (_("Approved"), draw.approved_at, draw.approved_by),
        (_("Released"), draw.released_at, draw.released_by),
    ):
        if at:
            yield Row([name, " · ".join(filter(None, [date_format(localtime(at), "DATETIME_FORMAT"), by]))])


def _changed(draw: "Draw") -> Iterator[Row]:
    yield Row(section=_("Changed by hand"), keep=1)
    for change, text in zip(draw.changes, change_texts(draw), strict=True):
        yield Row(["", " · ".join(filter(None, [text, change.get("reason", "")]))])
    if not draw.changes:
        yield Row(["", _("none")])


def _figures(draw: "Draw") -> Iterator[Row]:
    for name, bound, label in FIGURES:
        cells = [draw.quality[name], best_of(name, bound, draw.quality, draw.chart, draw.pools)]
        yield Row([str(label), *(DASH if cell is None else cell for cell in cells)])


def _list_columns() -> list[Column]:
    names = [Column(_("Name"), 4, bold=True), Column(_("Team"), 4), Column(_("Country"), 1.4), Column(_("Group"), 2.6)]
    return [Column(_("No."), 0.8, "right"), *names, Column(_("Wish"), 1.6), Column(_("Line of the file"), 1.2, "right")]


def _listed(draw: "Draw") -> Iterator[Row]:
    numbers = numbers_of(draw)
    players = {line.number: line.entry.number for line in numbers}
    drawn_by = {line.number: line.drawn_by for line in numbers if line.drawn_by}
    for line in sorted(frozen_lines(draw, numbers)):
        wishes = [_("table %(table)d") % {"table": line.table}] if line.table else []
        wishes += [_("not with %(number)d") % {"number": players[number]} for number in line.apart]
        name = line.name
        if line.number in drawn_by:
            # The same text as in the list at the Desk (3.5.1).
            name = f"{name} ({_('drawn by %(name)s') % {'name': drawn_by[line.number]}})"
        texts = [name, line.team, line.country, line.region, ", ".join(wishes)]
        yield Row([players[line.number], *texts, line.number])


def _tables(draw: "Draw", sessions: Iterable[int], columns: int) -> Iterator[Row]:
    charts = [draw.chart[number - 1] for number in sessions]
    players = DrawnChart(draw).player_numbers

    def four(seats: list[int]) -> str:
        return "  ".join(str(players.get(position, DASH)) for position in seats)

    for table in range(max(map(len, charts))):
        fours = [four(chart[table]) if table < len(chart) else DASH for chart in charts]
        yield Row([table + 1, *fours, *[""] * (columns - len(fours))])
