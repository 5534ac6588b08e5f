"""The parts of a list of results for paper, workbook and CSV file: its columns, rows and values."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from common.paper.texts import Align
from scoring.papers.exports.results.report import competition, plain, table


@dataclass(frozen=True, slots=True)
class Brought:
    """The result of a session; on paper the points are one below the other, in files they are two columns."""

    table_points: Fraction
    competition_points: int


#: A number, a text, a session's result, or None (in a ``pair`` column: not played).
Value = str | int | Fraction | Brought | None


@dataclass(frozen=True)
class ListColumn:
    """A column: heading (``short`` on paper), width as a share of the page and in characters.

    ``pair``: its cells are sessions; on paper ``of_unit`` is shown only in the rows of teams and groups, ``of_member``
    only in those of their members. ``competition``: competition points, which have their sign on paper.
    """

    heading: str
    share: float
    width: float
    align: Align = "right"
    pair: bool = False
    short: str = ""
    of_unit: bool = False
    of_member: bool = False
    competition: bool = False


@dataclass(frozen=True)
class ListRow:
    """A row; ``strong``: a team's or group's, ``follow``: the count of its members' rows; ``of``: a member's unit."""

    cells: Sequence[Value]
    strong: bool = False
    follow: int = 0
    of: str = ""


@dataclass(frozen=True)
class ResultList:
    """A list with its title; ``note`` explains its order."""

    title: str
    columns: Sequence[ListColumn]
    rows: Sequence[ListRow]
    note: str = ""


def on_paper(value: Value, column: ListColumn) -> str | tuple[str, str]:
    """Return a value as printed text; table and competition points of a session as a pair."""
    if isinstance(value, Brought):
        return table(value.table_points), competition(value.competition_points)
    if isinstance(value, int | Fraction):
        return competition(value) if column.competition else plain(value)
    return value if isinstance(value, str) else table(None)
