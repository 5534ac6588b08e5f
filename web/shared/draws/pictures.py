"""Who meets whom as pictures: every pair of players, or of units (teams, groups, countries) with their numbers."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.draws.selectors.chart import DrawnChart, Holder

#: So many players at most are drawn one by one, and so many units with their names.
PICTURED, NAMED = 200, 40
#: Half a row's names are seen, the rest in the title.
LETTERS = 14


@dataclass(frozen=True)
class Picture:
    """Who meets whom, in squares of one unit: paths for meetings once, more than once and within a team."""

    size: int
    teams: str
    once: str
    more: str
    kin: str
    order: list[Holder]


def picture(chart: DrawnChart) -> Picture | None:
    """The picture, players of one team side by side; None for more players than can be seen."""
    holders = sorted(chart.holders.values(), key=lambda one: (one.filler, not one.team, one.team, one.number))
    if len(holders) > PICTURED:
        return None
    met = chart.meetings()
    paths: dict[str, list[str]] = {"teams": [], "once": [], "more": [], "kin": []}
    for row, one in enumerate(holders):
        for column, other in enumerate(holders):
            times = met[one.number - 1][other.number - 1]
            kin = bool(one.team) and one.team == other.team and row != column
            if kin:
                paths["teams"].append(_square(column, row))
            if times:
                paths["kin" if kin else "more" if times > 1 else "once"].append(_square(column, row))
    return Picture(len(holders), order=holders, **{name: "".join(parts) for name, parts in paths.items()})


def _square(column: int, row: int) -> str:
    return f"M{column} {row}h1v1h-1z"


@dataclass(frozen=True, slots=True)
class UnitCell:
    """How often the people of two units meet, and how dark that is drawn (0 to 4)."""

    column: int
    meetings: int
    shade: int


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit with its number in the picture and its cells; ``short`` is as much of its name as fits."""

    at: int
    name: str
    short: str
    cells: list[UnitCell]


@dataclass(frozen=True)
class UnitPicture:
    """Who meets whom by units, rows and columns in one order; ``kind`` says which units."""

    kind: str | Promise
    size: int
    rows: list[UnitRow]


#: The units from the finest.
UNITS: list[tuple[str | Promise, Callable[[Holder], str]]] = [
    (_("teams"), lambda one: one.team),
    (_("groups"), lambda one: one.region),
    (_("countries"), lambda one: one.country),
]


def unit_picture(chart: DrawnChart) -> UnitPicture | None:
    """Meetings by the finest units of which there are no more than can be read; None if there are none."""
    for kind, unit_of in UNITS:
        units = sorted({unit_of(one) for one in chart.holders.values()} - {""})
        if 1 < len(units) <= NAMED:
            return UnitPicture(kind, len(units), _rows(chart, units, unit_of))
    return None


def _rows(chart: DrawnChart, units: list[str], unit_of: Callable[[Holder], str]) -> list[UnitRow]:
    place = {name: at for at, name in enumerate(units)}
    unit = {number: place.get(unit_of(one)) for number, one in chart.holders.items()}
    met = Counter(
        (unit[one], unit[other])
        for session in chart.draw.chart
        for four in session
        for one in four
        for other in four
        if one != other
    )
    # Both orders of a pair inside a unit are counted.
    times = [[met[row, column] // (1 + (row == column)) for column in place.values()] for row in place.values()]
    most = max(max(row) for row in times) or 1
    return [
        UnitRow(
            at=at,
            name=name,
            short=name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…",
            cells=[UnitCell(column, count, -(-4 * count // most)) for column, count in enumerate(times[at])],
        )
        for at, name in enumerate(units)
    ]
