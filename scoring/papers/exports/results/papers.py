"""The kinds of papers of results, and the digests of their content."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.papers.exports.results.app7 import results_table
from scoring.papers.exports.results.brackets import bracket_paper, without_bracket
from scoring.papers.exports.results.files import maker
from scoring.papers.exports.results.lists import cross_list, group_list, standings_list, team_list
from scoring.papers.exports.results.pools import lacks_pools, pool_list
from scoring.papers.exports.results.stages import one_stage, stage_list
from scoring.papers.exports.results.workbook import results_workbook
from scoring.papers.selectors.results_report import ResultsReport
from tournament.papers.exports.kinds import Kind, When, lacks_nothing
from tournament.papers.exports.order import Order
from tournament.papers.selectors import WHOLE, Parts, digest
from tournament.seating.selectors.seating import Seating

if TYPE_CHECKING:
    from tournament.events.models.events import Event

#: The part of a paper with all results that count so far; WHOLE is the part with the released results.
LIVE_PART = 1
LISTS = ("pdf", "xlsx", "csv")


def results_parts(event: "Event", _seating: Seating, _address: str) -> Parts:
    """Return the digests of the papers of released results, and of those of all that count so far."""
    reports = {WHOLE: ResultsReport(event, live=False), LIVE_PART: ResultsReport(event, live=True)}
    return {part: _content_digest(report) for part, report in reports.items() if report.last}


def _content_digest(report: ResultsReport) -> str:
    standings = report.standings
    names = [list(entry) for entry in standings.names.values()]
    units = [sorted(standings.team_names.items()), sorted(standings.group_names.items())]
    officials = [str(official) for official in report.officials]
    return digest(sorted(map(list, standings.rows)), names, units, str(standings.rules), officials, report.mark)


def _without_teams(event: "Event") -> str:
    return "" if event.teams.exists() else _("This event has no teams.")


def _without_groups(event: "Event") -> str:
    return "" if event.groups.exists() else _("This event has no groups.")


def _results(order: Order) -> bytes:
    return results_workbook(order) if order.ending == "xlsx" else results_table(order)


RESULT_PAPERS = [
    Kind(
        "results",
        gettext_lazy("Results"),
        gettext_lazy(
            "The table of App. 7: players with group and team, and every session with totals. Also as a workbook."
        ),
        _results,
        endings=("pdf", "xlsx"),
        sizes=("A3", "A4"),
        digests=results_parts,
        seats=False,
        results=True,
        when=When.RESULTS,
    ),
    *(
        Kind(
            name,
            title,
            description,
            make,
            endings=LISTS,
            sizes=("A4", "A3"),
            digests=results_parts,
            seats=False,
            results=True,
            lacks=lacks,
            when=When.RESULTS,
        )
        for name, title, description, make, lacks in (
            (
                "standings",
                gettext_lazy("Standings"),
                gettext_lazy("All players by rank, with what decides ties."),
                maker(standings_list, upright=True),
                lacks_nothing,
            ),
            (
                "cross-table",
                gettext_lazy("Cross table"),
                gettext_lazy("All players by rank, with every session."),
                maker(cross_list),
                lacks_nothing,
            ),
            (
                "team-list",
                gettext_lazy("Teams"),
                gettext_lazy("The team standings, with the points of each member."),
                maker(team_list),
                _without_teams,
            ),
            (
                "group-list",
                gettext_lazy("Groups"),
                gettext_lazy("The group standings, with the points of each member."),
                maker(group_list),
                _without_groups,
            ),
            (
                "stage-list",
                gettext_lazy("Results of each stage"),
                gettext_lazy("Every stage by rank: what counts for its rank, and each of its sessions."),
                maker(stage_list),
                one_stage,
            ),
            (
                "pool-list",
                gettext_lazy("Pools"),
                gettext_lazy("Every pool by rank, and the cross-over to the next stage."),
                maker(pool_list, upright=True),
                lacks_pools,
            ),
        )
    ),
    Kind(
        "bracket",
        gettext_lazy("Bracket"),
        gettext_lazy("The matches of the knock-out of teams, with points and who goes on."),
        bracket_paper,
        sizes=("A4", "A3"),
        digests=results_parts,
        seats=False,
        results=True,
        lacks=without_bracket,
        when=When.RESULTS,
    ),
]
