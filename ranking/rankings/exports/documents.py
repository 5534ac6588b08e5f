"""A ranking as a workbook and as a paper: its first players, countries, events and formula."""

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.files.workbooks.writing import Heading, Sheet, Value, workbook
from common.paper import Furniture, Paper
from common.paper.list_widths import with_fitting_widths
from common.paper.lists import lists_of
from common.paper.rows import Cell, Column, Row, RowList
from common.templatetags.pinju import country
from ranking.rankings.rules.rule import Kind
from ranking.rankings.selectors.lines import RankedLines
from ranking.rankings.selectors.rankings import rule_of
from ranking.rankings.selectors.wording import (
    formula_lines,
    name_of,
    part_names,
    points_text,
    results_name,
    scope_lines,
)

if TYPE_CHECKING:
    from ranking.rankings.models import RankingSnapshot
    from ranking.rankings.selectors.lines import NamedLine

#: The most players of a workbook and of a paper; the CSV has them all.
MOST_ROWS, MOST_PRINTED = 10_000, 1_000
SIZE = 9


def ranking_workbook(snapshot: "RankingSnapshot") -> bytes:
    """Return a workbook: the first players with exact points, the countries, the events with weights, the formula."""
    parts = [Heading(name, 12) for name in part_names(rule_of(snapshot))]
    headings = [
        Heading(_("Rank"), 7),
        Heading(_("Name"), 28),
        Heading(_("Name in Latin letters"), 24),
        Heading(_("Country"), 18),
        *parts,
        Heading(_("Points"), 12),
        Heading(results_name(rule_of(snapshot)), 9),
    ]
    lines = [_workbook_cells(line, with_parts=bool(parts)) for line in RankedLines(snapshot)[:MOST_ROWS]]
    countries = [Heading(_("Rank"), 7), Heading(_("Country"), 28), Heading(_("Points"), 12), Heading(_("Players"), 10)]
    weights = [Heading(_("Weight"), 10), Heading(_("Age factor"), 10), Heading(_("Weight as published"), 14)]
    rating = rule_of(snapshot).kind is Kind.RATING
    events = [
        Heading(_("Event"), 46),
        Heading(_("Day"), 14),
        Heading(_("Players"), 10),
        *([] if rating else weights),
    ]
    name = name_of(snapshot.ranking)
    sheets = [
        Sheet(_("Ranking"), headings, lines, title=f"{name} · {_as_of(snapshot)}{_left_out(snapshot, MOST_ROWS)}"),
        Sheet(
            _("Countries"),
            countries,
            [[rank, code, _exact(points), players] for rank, code, points, players in _country_rows(snapshot)],
        ),
        Sheet(_("Events"), events, [row[: len(events)] for row in _event_rows(snapshot)]),
        Sheet(_("Rule"), [Heading(_("Rule"), 34), Heading(_("Value"), 60)], _rule_rows(snapshot)),
    ]
    return workbook(sheets, title=name)


def ranking_paper(snapshot: "RankingSnapshot", language: str) -> bytes:
    """Return the PDF: the first players, the countries, and the formula."""
    with translation.override(language):
        name = name_of(snapshot.ranking)
        printed = date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT")
        furniture = Furniture(snapshot.ranking.body.name, name, printed)
        paper = Paper(name, language=language, furniture=furniture)
        parts = part_names(rule_of(snapshot))
        columns = [
            Column(_("Rank"), 1, "right", bold=True),
            Column(_("Name"), 5, bold=True),
            Column(_("Country"), 3),
            *(Column(part, 2, "right") for part in parts),
            Column(_("Points"), 2, "right", bold=True),
            Column(results_name(rule_of(snapshot)), 1, "right"),
        ]
        rows = [Row(_paper_cells(line, with_parts=bool(parts))) for line in RankedLines(snapshot)[:MOST_PRINTED]]
        note = f"{_as_of(snapshot)}{_left_out(snapshot, MOST_PRINTED)}"
        players = RowList(with_fitting_widths(paper, columns, rows, SIZE), rows, name, note)
        countries = [
            Row([rank, code, points_text(points), players]) for rank, code, points, players in _country_rows(snapshot)
        ]
        of_countries = [
            Column(_("Rank"), 1, "right", bold=True),
            Column(_("Country"), 5, bold=True),
            Column(_("Points"), 2, "right", bold=True),
            Column(_("Players"), 2, "right"),
        ]
        rules = [Row(row) for row in _rule_rows(snapshot)]
        rule = RowList([Column(_("Rule"), 2), Column(_("Value"), 5)], rules, _("Rule"))
        lists_of(paper, [players, RowList(of_countries, countries, _("Countries")), rule])
        return paper.finished()


def _workbook_cells(named: "NamedLine", *, with_parts: bool) -> list[Value]:
    line, name = named.line, named.name
    parts: list[Value] = [_exact(line.part_a), _exact(line.part_b)] if with_parts else []
    return [line.rank, name.name, name.latin_name, country(line.country), *parts, _exact(line.points), line.results]


def _paper_cells(named: "NamedLine", *, with_parts: bool) -> list[Cell]:
    line, shown = named.line, named.name
    both = shown.latin_name and shown.latin_name != shown.name
    name: Cell = (shown.name, shown.latin_name) if both else shown.name
    parts: list[Cell] = [points_text(line.part_a), points_text(line.part_b)] if with_parts else []
    return [line.rank or "", name, country(line.country), *parts, points_text(line.points), line.results]


def _exact(value: Decimal | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def _country_rows(snapshot: "RankingSnapshot") -> list[tuple[int, str, Decimal, int]]:
    return [(row.rank, country(row.country), row.points, row.players) for row in snapshot.countries.all()]


def _event_rows(snapshot: "RankingSnapshot") -> list[list[Value]]:
    return [
        [row.name, row.ends, row.players, *map(_exact, (row.weight, row.factor)), _("Yes") if row.stated else ""]
        for row in snapshot.events.all()
    ]


def _rule_rows(snapshot: "RankingSnapshot") -> list[list[str]]:
    rule = rule_of(snapshot)
    return [[str(label), text] for label, text in [*formula_lines(rule), *scope_lines(rule)]]


def _as_of(snapshot: "RankingSnapshot") -> str:
    return _("As of %(day)s") % {"day": date_format(snapshot.day)}


def _left_out(snapshot: "RankingSnapshot", most: int) -> str:
    if snapshot.size <= most:
        return ""
    text = _("The first %(number)d of %(of)d players; the table (CSV) has them all.")
    return " · " + text % {"number": most, "of": snapshot.size}
