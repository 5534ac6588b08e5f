"""Pictures of the meetings: every pair of players, or of units (teams, groups, countries) with their numbers."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.draws.selectors.chart import DrawnChart, Holder

#: The most players that are drawn one by one, and the most units with their names.
PICTURED, NAMED = 200, 40
#: The characters of a unit's name that fit; the title has the whole name.
LETTERS = 14


@dataclass(frozen=True)
class Picture:
    """The meetings as squares of one unit: SVG paths for meetings once, more than once and within a team."""

    size: int
    teams: str
    once: str
    more: str
    kin: str
    order: list[Holder]


def picture(chart: DrawnChart) -> Picture | None:
    """Return the picture, players of one team next to each other; None for more than PICTURED players."""
    holders = sorted(
        chart.holders.values(), key=lambda holder: (holder.filler, not holder.team, holder.team, holder.number)
    )
    if len(holders) > PICTURED:
        return None
    meetings = chart.meetings()
    paths: dict[str, list[str]] = {"teams": [], "once": [], "more": [], "kin": []}
    for row, holder in enumerate(holders):
        for column, other in enumerate(holders):
            times = meetings[holder.number - 1][other.number - 1]
            same_team = bool(holder.team) and holder.team == other.team and row != column
            if same_team:
                paths["teams"].append(_square(column, row))
            if times and same_team:
                paths["kin"].append(_square(column, row))
            elif times:
                paths["more" if times > 1 else "once"].append(_square(column, row))
    return Picture(len(holders), order=holders, **{name: "".join(parts) for name, parts in paths.items()})


def _square(column: int, row: int) -> str:
    return f"M{column} {row}h1v1h-1z"


@dataclass(frozen=True, slots=True)
class UnitCell:
    """The meetings of the people of two units, and the shade of the cell (0 to 4)."""

    column: int
    meetings: int
    shade: int


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit with its number in the picture and its cells; ``short`` is its name, cut to fit."""

    at: int
    name: str
    short: str
    cells: list[UnitCell]


@dataclass(frozen=True)
class UnitPicture:
    """The meetings by units, rows and columns in one order; ``kind`` is the kind of unit."""

    kind: str | Promise
    size: int
    rows: list[UnitRow]


#: The kinds of units, the finest first.
UNITS: list[tuple[str | Promise, Callable[[Holder], str]]] = [
    (_("teams"), lambda holder: holder.team),
    (_("groups"), lambda holder: holder.region),
    (_("countries"), lambda holder: holder.country),
]


def unit_picture(chart: DrawnChart) -> UnitPicture | None:
    """Return the meetings by the finest units that are at most NAMED; None if there are none."""
    for kind, unit_of in UNITS:
        units = sorted({unit_of(holder) for holder in chart.holders.values()} - {""})
        if 1 < len(units) <= NAMED:
            return UnitPicture(kind, len(units), _rows(chart, units, unit_of))
    return None


def _rows(chart: DrawnChart, units: list[str], unit_of: Callable[[Holder], str]) -> list[UnitRow]:
    positions = {name: position for position, name in enumerate(units)}
    unit = {number: positions.get(unit_of(holder)) for number, holder in chart.holders.items()}
    tables = [table for session in chart.draw.chart for table in session]
    met = Counter(
        (unit[first], unit[second]) for table in tables for first in table for second in table if first != second
    )
    # Both orders of a pair inside a unit are counted.
    size = range(len(units))
    times = [[met[row, column] // (1 + (row == column)) for column in size] for row in size]
    most = max(max(row) for row in times) or 1
    return [
        UnitRow(
            at=position,
            name=name,
            short=name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…",
            cells=[UnitCell(column, count, -(-4 * count // most)) for column, count in enumerate(times[position])],
        )
        for position, name in enumerate(units)
    ]
