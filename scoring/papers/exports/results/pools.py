"""The list of the pools for paper, workbook and CSV file."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from scoring.formats.selectors.pool_tables import PoolLine, pools_of_stages, without_pools
from scoring.papers.exports.results.lists import points_columns
from scoring.papers.exports.results.parts import ListColumn, ListRow, ResultList, Value
from scoring.papers.selectors.results_report import ResultsReport
from scoring.settings.selectors import gives_table_points

if TYPE_CHECKING:
    from tournament.events.models.events import Event


def lacks_pools(event: "Event") -> str:
    """Return why the event has no pools to print; empty if it has."""
    return _("No pool is dealt yet.") if without_pools(event) else ""


def pool_list(report: ResultsReport) -> ResultList:
    """Return every pool by rank; the note is the cross-over to the next stage."""
    stages = pools_of_stages(report.standings)
    teams = any(stage.teams for stage in stages)
    columns = [
        ListColumn(_("Pool"), 8, 9, "left"),
        ListColumn(_("Rank"), 6, 7),
        ListColumn(_("No."), 6, 7),
        ListColumn(_("Team") if teams else _("Name"), 34, 34, "left"),
        ListColumn(_("Country"), 8, 9, "left"),
        *points_columns(report),
    ]
    rows = [
        ListRow([letter, line.rank, line.number, line.name, line.country, *_figures(report, line)])
        for stage in stages
        for letter, lines in stage.pools
        for line in lines
    ]
    tables = " · ".join(stage.tables for stage in stages if stage.crossing)
    note = _("Cross-over: %(tables)s") % {"tables": tables} if tables else ""
    return ResultList(_("Pools"), columns, rows, note)


def _figures(report: ResultsReport, line: PoolLine) -> list[Value]:
    figures: list[Value] = [line.table_points, line.competition_points]
    return figures if gives_table_points(report.event) else figures[1:]
