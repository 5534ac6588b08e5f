"""Form A10 filled from the record, and the printed calculation of a pin."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import translation
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from common.paper import A4, Box, Furniture, Paper, landscape, mm
from common.paper.flow import Flow
from common.templatetags.pinju import country, signed
from ranking.pins.exports.mail import pin_label
from scoring.game.rules.table_points import rounded

ROWS_PER_PAGE = 11
ROW = 8.4 * mm
SHARES = (5.2, 3, 3, 1.2, 1.5, 1.5, 1.6, 1.7, 1.6, 1.6, 1.6)
PERSON_SHARES = (3, 1, 1, 2, 3, 4)
DASH = "–"


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
class Calculation:
    """A calculation to print: each condition is (what, article, needed, reached, met or missed), translated.

    ``reasons`` leads from a reason to its text; ``note`` is printed below the name.
    """

    name: str
    kind: str
    level: int
    day: date
    conditions: Sequence[Sequence[str]]
    events: Sequence[Mapping[str, Any]]
    reasons: Mapping[str, str]
    language: str
    note: str = ""


def form_a10(form: FormA10) -> bytes:
    """Return the PDF in landscape; the competitions take as many pages as they need."""
    with translation.override(form.language):
        title = _("Application for a mahjong pin (A10)")
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
    names = [_("Competition"), _("Time"), _("Place"), _("Class"), _("Players"), _("Sessions"), *points]
    names += [_("Individual rank"), pgettext("form", "Group rank"), _("Team rank")]
    _draw_cells(paper, room.top(ROW).columns(SHARES), names, grey=True)
    room_left = room.below(ROW)
    for event in events:
        _draw_cells(paper, room_left.top(ROW).columns(SHARES), _event_cells(event, web))
        room_left = room_left.below(ROW)
    if not summed:
        return
    sums = ["", "", "", "", "", _("Sum")]
    if web:
        sums += [str(sum(event["web_points"] or 0 for event in summed)), ""]
    else:
        table_points = sum(event["table_points"] for event in summed)
        sums += [rounded(table_points), str(sum(event["positive"] for event in summed))]
    _draw_cells(paper, room_left.top(ROW).columns(SHARES), [*sums, "", "", ""], bold=True)


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
    days = dict.fromkeys([parse_date(event["starts"] or ""), parse_date(event["ends"] or "")])
    return " – ".join(date_format(day, "SHORT_DATE_FORMAT") for day in days if day)


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


def calculation_paper(order: Calculation) -> bytes:
    """Return the PDF: every condition with its figures, then each event with its result and whether it counts."""
    with translation.override(order.language):
        pin = pin_label(order.kind, order.level)
        title = _("Calculation for %(pin)s") % {"pin": pin}
        furniture = Furniture(order.name, title, "")
        paper = Paper(title, language=order.language, size=A4, margin=14 * mm, furniture=furniture)
        flow = Flow(paper, label=46 * mm)
        flow.heading(title, 17)
        flow.lines(order.name, label=_("Name"), bold=True)
        flow.lines(date_format(order.day), label=_("Date"))
        if order.note:
            flow.lines(order.note, together=True)
        flow.heading(_("Conditions"))
        for condition, article, needed, reached, met in order.conditions:
            flow.lines(f"{reached} · {needed} ({article}) · {met}", label=condition, together=True)
        flow.heading(_("Events"))
        for event in order.events:
            flow.lines(_event_text(order, event), label=days_text(event) or DASH, together=True)
        if not order.events:
            flow.lines(
                _("No event is in the record yet. An event is added once it is closed and its class is confirmed.")
            )
        return flow.finished()


def _event_text(order: Calculation, event: Mapping[str, Any]) -> str:
    if order.kind == "web":
        figures = _("web points %(web_points)s, rank %(rank)s")
    else:
        figures = _("TP %(tp)s, CP %(cp)s (positive %(positive)s), rank %(rank)s, group %(group)s, team %(team)s")
    result = figures % {
        "tp": rounded(event["table_points"]),
        "cp": signed(event["competition_points"]),
        "positive": event["positive"],
        "rank": event["individual_rank"] or DASH,
        "group": event["group_rank"] or DASH,
        "team": event["team_rank"] or DASH,
        "web_points": event["web_points"] or 0,
    }
    letter = _("class %(letter)s") % {"letter": event["class"] or DASH}
    first_line = f"{event['name']} · {letter}"
    return "\n".join(filter(None, (first_line, result, order.reasons.get(event["reason"], ""))))
