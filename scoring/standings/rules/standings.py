"""Standings of individuals (3.5.4, 3.10.1, 3.11.5; rulings: Ranking); those of teams and groups are re-exported."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Literal, NamedTuple

from scoring.game.rules.table_points import TWELFTHS
from scoring.standings.rules.ranks import (
    DEFAULT_RULES,
    Entrant,
    Gap,
    Place,
    ResultRow,
    StandingRules,
    Sums,
    gap,
    in_units,
    movement,
    ranks,
    rows_by_number,
)
from scoring.standings.rules.stages import Stage, StageWeights
from scoring.standings.rules.unit_standings import MemberShare, UnitStanding, groups, teams

__all__ = [
    "Entrant",
    "Gap",
    "MemberShare",
    "PlayerStanding",
    "ResultRow",
    "Stage",
    "StandingRules",
    "UnitStanding",
    "groups",
    "individuals",
    "movement",
    "teams",
]

Status = Literal["ranked", "unranked", "withdrawn", "disqualified"]

STATUSES: tuple[Status, ...] = ("ranked", "unranked", "withdrawn", "disqualified")


class PlayerStanding(NamedTuple):
    """One line of the individual standings, with every tie-break value.

    `results`: all results by session; `counted`: those that count. Properties calculate exact fractions only on demand,
    because they are slow and few lines need them.
    """

    number: int
    status: Status
    sums: Sums
    unit: int
    place: Place | None
    counted: tuple[ResultRow, ...]
    results: tuple[ResultRow, ...]

    @property
    def session_points(self) -> tuple[int, ...]:
        """The counted sessions' table points as earned, in twelfths, from the best down."""
        return _best_first(self.counted)

    @property
    def sessions(self) -> tuple[int, ...]:
        return tuple(row.session for row in self.counted)

    @property
    def rank(self) -> int | None:
        return self.place and self.place.rank

    @property
    def stage(self) -> int:
        """The last stage reached, from 1."""
        return self.sums.stage

    @property
    def table_points(self) -> Fraction:
        """Table points for the rank, with earlier stages carried by the settings of the later ones."""
        return Fraction(self.sums.table_points, TWELFTHS * self.unit)

    @property
    def competition_points(self) -> int | Fraction:
        """Competition points for the rank."""
        return in_units(self.sums.competition_points, self.unit)

    @property
    def gap(self) -> Gap | None:
        """The distance to the next line; None at the top, without a rank, and below the players of a later stage."""
        return gap(self.place, self.sums, self.unit) if self.place else None


def individuals(
    entrants: Iterable[Entrant],
    rows: Iterable[ResultRow],
    rules: StandingRules = DEFAULT_RULES,
    stages: Sequence[Stage] = (),
    last_session: int | None = None,
) -> list[PlayerStanding]:
    """Return the individual standings after session `last_session` (None: all rows), best first, equals by number.

    The order is by TP, then CP, then by setting the session TP from the best down. Players of a later stage come before
    the others. Fillers are left out, and reserves without a result. Withdrawn entries follow, disqualified ones come
    last, both without a rank. Raise ValueError like `ranks.rows_by_number`.
    """
    entered = {entrant.number: entrant for entrant in entrants}
    played = rows_by_number(rows, entered, last_session)
    weights = StageWeights(stages, max((results[-1].session for results in played.values()), default=0))
    lines: dict[Status, list[_Line]] = {status: [] for status in STATUSES}
    for number in sorted(entered):
        entrant = entered[number]
        entry_rows = played.get(number, [])
        if entrant.kind == "player" or (entrant.kind == "reserve" and entry_rows):
            results = tuple(entry_rows)
            sums, counted = weights.of(number, results)
            lines[_status(entrant, rules)].append((sums, number, counted, results))
    standings: list[PlayerStanding] = []
    for status, of_status in lines.items():
        ordered = _in_order(of_status, rules)
        places: Sequence[Place | None] = [None] * len(ordered)
        if status == "ranked":
            places = ranks([line[0] for line in ordered])
        standings += [
            PlayerStanding(number, status, sums, weights.unit, place, counted, results)
            for (sums, number, counted, results), place in zip(ordered, places, strict=True)
        ]
    return standings


#: A line without place: its sort key, its number, its counted results, all its results.
_Line = tuple[Sums, int, tuple[ResultRow, ...], tuple[ResultRow, ...]]


def _status(entrant: Entrant, rules: StandingRules) -> Status:
    if entrant.status != "entered":
        return entrant.status
    return rules.reserve_rank if entrant.kind == "reserve" else "ranked"


def _in_order(lines: list[_Line], rules: StandingRules) -> list[_Line]:
    """Sort the lines, best first; the last tie-break is calculated only for lines with equal points."""
    if rules.last_tie == "session-points":
        occurrences = Counter(line[0] for line in lines)
        lines = [(_with_sessions(line) if occurrences[line[0]] > 1 else line) for line in lines]
    return sorted(lines, key=itemgetter(0), reverse=True)


def _with_sessions(line: _Line) -> _Line:
    """Add the sessions' points as tie-break, without sessions of 0 points: players may have played fewer sessions."""
    sums, number, counted, results = line
    return sums._replace(last=tuple(filter(None, _best_first(counted)))), number, counted, results


def _best_first(rows: Sequence[ResultRow]) -> tuple[int, ...]:
    return tuple(sorted([row.table_points for row in rows], reverse=True))
