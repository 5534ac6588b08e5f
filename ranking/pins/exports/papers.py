"""Form A10 filled from the record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import translation
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from common.i18n.days import day_range
from common.paper import A4, Box, Paper, landscape, mm
from common.templatetags.pinju import country, signed
from ranking.pins.exports.mail import pin_label
from scoring.game.rules.table_points import rounded

ROWS_PER_PAGE = 11
ROW = 8.4 * mm
SHARES = (5.2, 3, 3, 1.2, 1.5, 1.5, 1.6, 1.7, 1.6, 1.6, 1.6)
PERSON_SHARES = (3, 1, 1, 2, 3, 4)
DASH = "–"
#: The columns in front of the points; the label of the sum is as wide as they are.
SUM_COLUMNS = 6


@dataclass(frozen=True)
class FormA10:
    """The content of form A10: the applicant, the pin, the date, and the events (as in a kept calculation).

    ``private`` holds document and contact, ``sex`` is its label, ``age`` is None if no birth date is stored.
    """

    name: str
    latin_name: str
    country: str
    age: int | None
    private: Mapping[str, str]
    sex: str
    kind: str
    level: int
    day: date
    events: Sequence[Mapping[str, Any]]
    promise: str
    body: str
    language: str


@dataclass(frozen=True)
class CountedSums:
    """The sums of the events that count; ``table_points`` in twelfths, ``positive`` in competition points."""

    table_points: int
    positive: int
    web_points: int


def counted_sums(events: Iterable[Mapping[str, Any]]) -> CountedSums:
    """Return the sums of the events of a kept calculation that count (A9 4.2: of CP only positive totals)."""
    counted = [event for event in events if not event["reason"]]
    table_points, positive, web_points = (
        sum(event[name] or 0 for event in counted) for name in ("table_points", "positive", "web_points")
    )
    return CountedSums(table_points, positive, web_points)


def sum_label(kind: str) -> str:
    """Return the label of the sum."""
    return _("Sum") if kind == "web" else _("Sum (only positive competition points count, A9 4.2)")


def form_a10(form: FormA10) -> bytes:
    """Return the PDF in landscape; the competitions take as many pages as they need."""
    with translation.override(form.language):
        title = _("Application for a mahjong pin (App. 10)")
        paper = Paper(title, language=form.language, size=landscape(A4), margin=14 * mm)
        counted = [event for event in form.events if not event["reason"]]
        starts = range(0, max(len(counted), 1), ROWS_PER_PAGE)
        for start in starts:
            paper.text(paper.body.top(10 * mm), title, 18, bold=True, align="centre")
            _draw_person(paper, paper.body.below(13 * mm).top(14 * mm), form)
            room = paper.body.below(32 * mm)
            last = start == starts[-1]
            _draw_competitions(paper, room, counted[start : start + ROWS_PER_PAGE], counted if last else [], form.kind)
            if last:
                _draw_signing(paper, form)
            _draw_page_number(paper, starts)
            paper.next_page()
        return paper.finished()


def _draw_page_number(paper: Paper, starts: Sequence[int]) -> None:
    """Draw the number of the page, if the form has several."""
    if len(starts) > 1:
        pages = _("Page %(number)d of %(count)d") % {"number": paper.pages + 1, "count": len(starts)}
        foot = Box(paper.body.x, paper.body.bottom + 2 * mm, paper.body.width, 5 * mm)
        paper.text(foot, pages, 7, align="right", grey=True)


def _draw_person(paper: Paper, room: Box, form: FormA10) -> None:
    names = [_("Name"), _("Sex"), _("Age"), _("Country"), _("ID document number"), _("Contact")]
    latin = f" {form.latin_name}" if form.latin_name and form.latin_name != form.name else ""
    age = "" if form.age is None else str(form.age)
    values = [
        form.name + latin,
        form.sex,
        age,
        country(form.country),
        form.private["document"],
        form.private["contact"],
    ]
    heads, cells = (row.columns(PERSON_SHARES) for row in room.rows([1, 1]))
    _draw_cells(paper, heads, names, grey=True)
    _draw_cells(paper, cells, values)


def _draw_competitions(
    paper: Paper, room: Box, events: Sequence[Mapping[str, Any]], summed: Sequence[Mapping[str, Any]], kind: str
) -> None:
    web = kind == "web"
    points = [_("Web points"), ""] if web else [_("TP"), _("CP")]
    names = [_("Competition"), _("Time"), _("Venue"), _("Class"), _("Players"), _("Sessions"), *points]
    names += [_("Individual rank"), pgettext("form", "Group rank"), _("Team rank")]
    _draw_cells(paper, room.top(ROW).columns(SHARES), names, grey=True)
    room_left = room.below(ROW)
    for event in events:
        _draw_cells(paper, room_left.top(ROW).columns(SHARES), _event_cells(event, web))
        room_left = room_left.below(ROW)
    if not summed:
        return
    cells = room_left.top(ROW).columns(SHARES)
    first, last = cells[0], cells[SUM_COLUMNS - 1]
    label = Box(first.x, first.y, last.right - first.x, first.height)
    sums = counted_sums(summed)
    points = [str(sums.web_points), ""] if web else [rounded(sums.table_points), str(sums.positive)]
    _draw_cells(paper, [label, *cells[SUM_COLUMNS:]], [sum_label(kind), *points, "", "", ""], bold=True)


def _event_cells(event: Mapping[str, Any], web: bool) -> list[str]:
    if web:
        points = [str(event["web_points"] or 0), ""]
    else:
        points = [rounded(event["table_points"]), signed(event["competition_points"])]
    ranks = [str(event[name] or DASH) for name in ("individual_rank", "group_rank", "team_rank")]
    area = ", ".join(filter(None, (event["place"], country(event["country"]))))
    return [
        event["name"],
        days_text(event),
        area,
        event["class"] or DASH,
        str(event["players"]),
        str(event["sessions"]),
        *points,
        *ranks,
    ]


def days_text(event: Mapping[str, Any]) -> str:
    """Return the first and the last day of a competition in a kept calculation."""
    first, last = parse_date(event["starts"] or ""), parse_date(event["ends"] or "")
    return day_range(first, last, "SHORT_DATE_FORMAT")


def _draw_cells(
    paper: Paper, areas: Sequence[Box], values: Sequence[str], *, grey: bool = False, bold: bool = False
) -> None:
    for area, value in zip(areas, values, strict=True):
        if grey:
            paper.fill(area)
        paper.frame(area, 0.4)
        paper.text(area.inset(1 * mm, 0.4 * mm), value, 8, lines=3, smallest=5, bold=bold)


def _draw_signing(paper: Paper, form: FormA10) -> None:
    body = paper.body
    room = Box(body.x, body.bottom - 40 * mm, body.width, 40 * mm)
    left, right = room.top(7 * mm).columns([1, 1])
    paper.text(left, _("Applies for: %(pin)s") % {"pin": pin_label(form.kind, form.level)}, 11, bold=True)
    paper.text(right, _("Date of the application: %(day)s") % {"day": date_format(form.day)}, 11, align="right")
    paper.text(room.below(8 * mm).top(15 * mm), form.promise, 9, lines=6, smallest=4)
    left, right = room.below(24 * mm).top(14 * mm).columns([1, 1])
    for area, label in ((left, _("Applicant, date")), (right, _("Checked by %(body)s, date") % {"body": form.body})):
        line = area.bottom - 5 * mm
        paper.rule(area.x, line, area.x + area.width * 0.85, line, 0.6)
        below = Box(area.x, line + 0.8 * mm, area.width * 0.85, 7 * mm)
        paper.text(below, label, 8, grey=True, smallest=5, lines=2, top=True)
