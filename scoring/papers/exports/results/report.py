"""What all papers of results share: the session and status of the results, and the format of numbers."""

from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.game.rules.table_points import rounded
from scoring.papers.selectors.results_report import ResultsReport, SessionCell
from scoring.standings.rules.standings import PlayerStanding
from scoring.standings.rules.unit_standings import UnitStanding
from tournament.papers.exports.order import Order

MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"


def report_in(order: Order) -> ResultsReport:
    """Return the results that the order shows."""
    report: ResultsReport = order.content["report"]
    return report


def where_it_stands(report: ResultsReport) -> str:
    """Describe the last session and whether the results are provisional or official (rulings: Publication)."""
    event = report.event
    if not report.last:
        return _("No results yet")
    stands = _("After session %(session)d of %(total)d") % {"session": report.last, "total": event.planned_sessions}
    return " · ".join(filter(None, [stands, report.mark]))


def table(value: int | Fraction | None) -> str:
    """Format table points (an int is twelfths): 4, 1.5, 2.33; a dash for None."""
    return DASH if value is None else rounded(value).replace("-", MINUS)


def competition(value: int | Fraction | None) -> str:
    """Format competition points with their sign: +86, −42, 0; parts of a point, which stages cause, as decimals."""
    if value is None:
        return DASH
    return f"+{plain(value)}" if value > 0 else plain(value)


def plain(value: int | Fraction) -> str:
    """Format a number without a plus: 86, −42, 1.5."""
    return (str(int(value)) if value == int(value) else rounded(Fraction(value))).replace("-", MINUS)


def rank(value: int | None) -> str:
    """Format a rank; a dash for None."""
    return DASH if value is None else str(value)


def individual_figures(standing: PlayerStanding) -> list[str]:
    """Return table points, competition points and rank of a player as text."""
    return [table(standing.table_points), plain(standing.competition_points), rank(standing.rank)]


def unit_figures(standing: UnitStanding | None) -> list[str]:
    """Return table points, competition points and rank of a team or group as text; empty for players without one."""
    if standing is None:
        return ["", "", ""]
    return [table(standing.table_points), plain(standing.competition_points), rank(standing.rank)]


def session_figures(cell: SessionCell | None) -> list[str]:
    """Return table points, their sum, competition points, their sum as text; dashes for a session not played."""
    if cell is None:
        return [table(None)] * 4
    return [
        table(cell.table_points),
        table(cell.table_points_so_far),
        plain(cell.competition_points),
        plain(cell.competition_points_so_far),
    ]
