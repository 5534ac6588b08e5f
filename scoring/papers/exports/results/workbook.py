"""The results as one workbook: the table of App. 7 with merged cells of teams and groups, and every list."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from common.files.workbooks.writing import Heading, Merged, Sheet, Value, workbook
from scoring.game.rules.table_points import in_points
from scoring.papers.exports.results.files import list_sheet
from scoring.papers.exports.results.lists import cross_list, group_list, standings_list, team_list
from scoring.papers.exports.results.report import report_in, where_it_stands
from scoring.papers.selectors.results_report import GroupBlock, ResultLine, ResultsReport, TeamBlock
from scoring.settings.selectors import gives_table_points, in_mados
from scoring.standings.selectors.labels import note_of
from tournament.papers.exports.order import Order, session_name


def results_workbook(order: Order) -> bytes:
    """Return the workbook with a sheet for each list that the event has, and the list of officials."""
    return workbook(_sheets(order, report_in(order)), title=order.event.name)


def _sheets(order: Order, report: ResultsReport) -> Iterator[Sheet]:
    lists = [standings_list(report), cross_list(report)]
    lists += [team_list(report)] if report.standings.team_names else []
    lists += [group_list(report)] if report.standings.group_names else []
    order.total(sum(len(result_list.rows) for result_list in lists))
    yield results_sheet(order, report)
    for result_list in lists:
        yield list_sheet(result_list, order)
    if report.officials:
        yield officials_sheet(report)


def results_sheet(order: Order, report: ResultsReport) -> Sheet:
    """Return the sheet with the table of App. 7."""
    title = " · ".join(filter(None, [order.event.name, where_it_stands(report), order.watermark]))
    headings, (rows, merged) = _headings(report), _rows(report)
    if not gives_table_points(report.event):
        # Columns 4, 7 and 10 are table points, and of each session's four from column 13 on the first two.
        columns = [at for at in range(len(headings)) if at not in (3, 6, 9) and (at < 12 or at % 4 > 1)]
        headings, rows = [headings[at] for at in columns], [[row[at] for at in columns] for row in rows]
        kept = [area for area in merged if area[0] - 1 in columns]
        merged = [Merged(columns.index(column - 1) + 1, first, count) for column, first, count in kept]
    return Sheet(_("Results"), headings, rows, title=title, frozen=3, paper="A3", merged=merged)


def _headings(report: ResultsReport) -> list[Heading]:
    headings = [Heading(_("No."), 7), Heading(_("Team"), 34), Heading(_("Name"), 34)]
    score, short = _("Competition points"), _("CP")
    if in_mados(report.event):
        score, short = _("Mados won or lost"), _("Mados")
    for block in (_("Individual"), pgettext("form", "Group"), _("Team")):
        headings += [Heading(f"{block}: {word}", 9) for word in (_("Table points"), score, _("Rank"))]
    for number in range(1, report.last + 1):
        words = (_("TP"), _("Total"), short, _("Total"))
        headings += [Heading(f"{session_name(number)}: {word}", 8) for word in words]
    return headings


def _rows(report: ResultsReport) -> tuple[list[list[Value]], list[Merged]]:
    """Return the rows and the merged cells: columns 2 and 10 to 12 of a team, 7 to 9 of a group."""
    rows: list[list[Value]] = []
    merged: list[Merged] = []
    for group in report.groups:
        merged += _merged(range(7, 10), len(rows), len(group.lines)) if group.standing else []
        for team in group.teams:
            merged += _merged([2, 10, 11, 12], len(rows), len(team.lines)) if team.standing else []
            rows += [_row(group, team, line, first=not index) for index, line in enumerate(team.lines)]
    return rows, merged


def _merged(columns: Sequence[int], first: int, count: int) -> list[Merged]:
    return [Merged(column, first, count) for column in columns] if count > 1 else []


def _row(group: GroupBlock, team: TeamBlock, line: ResultLine, *, first: bool) -> list[Value]:
    note = note_of(line.entry, line.standing.status)
    name = f"{line.entry.name} ({note})" if note else line.entry.name
    head = first and line is group.lines[0]
    row: list[Value] = [line.entry.number, team.name if first else None, name]
    row += [*_figures(line.standing), *_figures(group.standing if head else None)]
    row += _figures(team.standing if first else None)
    for cell in line.sessions:
        row += [in_points(cell.table_points), in_points(cell.table_points_so_far)] if cell else [None, None]
        row += [cell.competition_points, cell.competition_points_so_far] if cell else [None, None]
    return row


def _figures(standing: Any) -> list[Value]:
    return [standing.table_points, standing.competition_points, standing.rank] if standing else [None] * 3


def officials_sheet(report: ResultsReport) -> Sheet:
    """Return the sheet with the list of officials (2.3.4)."""
    words = (_("Function"), _("Name"), _("Qualification"), _("Qualification number"), _("Tables"))
    headings = [Heading(word, width) for word, width in zip(words, (28, 40, 30, 22, 14), strict=True)]
    rows = [
        [official.function, official.name, official.qualification, official.qualification_number, official.tables]
        for official in report.officials
    ]
    return Sheet(_("Officials"), headings, rows, title=report.event.name)
