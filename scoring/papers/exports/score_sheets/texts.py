"""The texts of a filled score sheet: times, hands, penalties and remarks."""

from django.utils.formats import date_format
from django.utils.timezone import localtime

from scoring.papers.exports.score_sheets.labels import Labels
from scoring.papers.selectors.score_sheets import ScoreSheet
from scoring.sheets.selectors.facts.sheet_lines import HandLine

MINUS = "\N{MINUS SIGN}"


def times(sheet: ScoreSheet) -> list[str]:
    """Return day, start and end of the planned session as text; empty texts without a plan."""
    if sheet.starts is None or sheet.ends is None:
        return ["", "", ""]
    starts, ends = localtime(sheet.starts), localtime(sheet.ends)
    return [date_format(starts, "DATE_FORMAT"), date_format(starts, "TIME_FORMAT"), date_format(ends, "TIME_FORMAT")]


def signed(points: int) -> str:
    """Format points for the sheet: 42, −42, 0."""
    return str(points).replace("-", MINUS)


def played(line: HandLine, labels: Labels) -> list[str | int | float | None]:
    """Return winner, discarder and points of a hand, None for each missing; empty for a hand that was not played."""
    if line.state in ("missing", "skipped"):
        return []
    winner, discarder = (labels.wind(player.seat) if player else None for player in (line.winner, line.discarder))
    return [winner, discarder, line.points]


def penalties_text(line: HandLine, labels: Labels) -> str:
    """Describe the penalty points within a hand."""
    return " ".join(f"{labels.wind(row.seat)} {signed(row.points)}" for row in line.adjustments)


def remarks_text(sheet: ScoreSheet, labels: Labels) -> str:
    """Describe the penalty points outside the hands, and the reasons of all penalties."""
    penalties = [f"{labels.wind(seat)} {signed(points)}" for seat, points in sheet.penalties.items()]
    return "; ".join([*penalties, *sheet.remarks])
