"""Standings of individuals (3.5.4, 3.10.1, 3.11.5; rulings: Ranking), beside those of teams and groups."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from scoring.rules.ranks import (
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
from scoring.rules.stages import Stage, StageWeights
from scoring.rules.table_points import TWELFTHS
from scoring.rules.unit_standings import MemberShare, UnitStanding, groups, teams

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

    `stage` is the last one reached, from 1; `session_points` the counted sessions' table points as earned, in twelfths,
    from the best down; `sessions` those that count; `results` all that was played, by session. What only some lines are
    asked for is worked out when it is: exact fractions are dear.
    """

    number: int
    status: Status
    sums: Sums
    unit: int
    place: Place | None
    session_points: tuple[int, ...]
    sessions: tuple[int, ...]
    results: tuple[ResultRow, ...]

    @property
    def rank(self) -> int | None:
        """The rank; None for who is not ranked."""
        return self.place and self.place.rank

    @property
    def stage(self) -> int:
        """The last stage reached, from 1."""
        return self.sums.stage

    @property
    def table_points(self) -> Fraction:
        """Table points as ranked: what earlier stages brought is carried as these say."""
        return Fraction(self.sums.table_points, TWELFTHS * self.unit)

    @property
    def competition_points(self) -> int | Fraction:
        """Competition points as ranked."""
        return in_units(self.sums.competition_points, self.unit)

    @property
    def gap(self) -> Gap | None:
        """What is missing to the next above; None at the top, without a rank, and below a later stage's players."""
        return gap(self.place, self.sums, self.unit) if self.place else None


def individuals(
    entrants: Iterable[Entrant],
    rows: Iterable[ResultRow],
    rules: StandingRules = DEFAULT_RULES,
    stages: Sequence[Stage] = (),
    until: int | None = None,
) -> list[PlayerStanding]:
    """The individual standings after session `until` (None: of all rows), best first, equals by number.

    TP, then CP, then by setting the session TP from the best down; whoever reached a later stage stands
    before those who did not. Fillers are nowhere, reserves only with a result. Withdrawn entries follow those
    who finished, disqualified ones come last, both without a rank. ValueError as `ranks.rows_by_number`.
    """
    entered = {entrant.number: entrant for entrant in entrants}
    played = rows_by_number(rows, entered, until)
    weights = StageWeights(stages, max((mine[-1].session for mine in played.values()), default=0))
    lines: dict[Status, list[_PlayerLine]] = {status: [] for status in STATUSES}
    for number in sorted(entered):
        entrant, mine = entered[number], played.get(number, [])
        if entrant.kind == "player" or (entrant.kind == "reserve" and mine):
            lines[_status(entrant, rules)].append(_player_line(number, mine, weights, rules))
    standings: list[PlayerStanding] = []
    for status, of_status in lines.items():
        of_status.sort(key=lambda line: line.sums, reverse=True)
        places: Sequence[Place | None] = [None] * len(of_status)
        if status == "ranked":
            places = ranks([line.sums for line in of_status])
        standings += [
            PlayerStanding(
                line.number, status, line.sums, weights.unit, place, line.session_points, line.sessions, line.results
            )
            for line, place in zip(of_status, places, strict=True)
        ]
    return standings


class _PlayerLine(NamedTuple):
    sums: Sums
    number: int
    session_points: tuple[int, ...]
    sessions: tuple[int, ...]
    results: tuple[ResultRow, ...]


def _status(entrant: Entrant, rules: StandingRules) -> Status:
    if entrant.status != "entered":
        return entrant.status
    return rules.reserve_rank if entrant.kind == "reserve" else "ranked"


def _player_line(number: int, mine: Sequence[ResultRow], weights: StageWeights, rules: StandingRules) -> _PlayerLine:
    stage = weights.reached(number)
    table = competition = 0
    points, sessions = [], []
    for weight, row in weights.counted(stage, mine):
        table += weight * row.table_points
        competition += weight * row.competition_points
        points.append(row.table_points)
        sessions.append(row.session)
    points.sort(reverse=True)
    # Sessions without table points weigh nothing: one player may have played fewer than the other.
    last = tuple(filter(None, points)) if rules.last_tie == "session-points" else ()
    sums = Sums(stage, table, competition, last)
    return _PlayerLine(sums, number, tuple(points), tuple(sessions), tuple(mine))
