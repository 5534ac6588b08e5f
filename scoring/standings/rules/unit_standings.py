"""Standings of teams and groups (3.5.3, 3.10.1, 3.11.5; rulings: Ranking)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from scoring.game.rules.table_points import TWELFTHS
from scoring.standings.rules.ranks import (
    DEFAULT_RULES,
    Entrant,
    Gap,
    Place,
    Ranked,
    ResultRow,
    StandingRules,
    Sums,
    gap,
    ranks,
    rows_by_number,
)

TEAM_SIZE = 4


@dataclass(frozen=True, slots=True)
class MemberShare:
    """A member's points for a team or group, in the sessions that count for it; `twelfths` of table points.

    `counts` False: not among the best of a group, or disqualified. `results`: all rows for the unit.
    """

    number: int
    counts: bool
    twelfths: int
    competition_points: int
    results: tuple[ResultRow, ...]

    @property
    def table_points(self) -> Fraction:
        """The table points as an exact fraction, calculated on demand as few pages show members."""
        return Fraction(self.twelfths, TWELFTHS)


@dataclass(frozen=True, slots=True)
class UnitStanding:
    """One line of the standings of teams or groups, with every tie-break value.

    `number`: of the team or group; `best`: the best member that counts, the tie-break after both points; `members`:
    best first; `missing`: number of members short of a complete unit; `sessions`: those that count.
    """

    rank: int | None
    number: int
    status: Ranked
    table_points: Fraction
    competition_points: int
    best: MemberShare | None
    members: tuple[MemberShare, ...]
    missing: int
    sessions: tuple[int, ...]
    gap: Gap | None


def teams(
    numbers: Iterable[int],
    entrants: Iterable[Entrant],
    rows: Iterable[ResultRow],
    rules: StandingRules = DEFAULT_RULES,
    last_session: int | None = None,
) -> list[UnitStanding]:
    """Return the standings of the teams of these numbers after session `last_session`, best first, equals by number.

    A team adds the results of its seats, also those of reserves, without the carry of stages. Results of disqualified
    members do not count, missing members bring 0, results of fillers are not credited. Tie-breaks: CP, best
    member (by TP, then CP), else the same rank. Raise ValueError like `ranks.rows_by_number`.
    """
    entered = {entrant.number: entrant for entrant in entrants}
    shares: dict[int, dict[int, list[ResultRow]]] = {number: {} for number in numbers}
    complete = dict.fromkeys(shares, 0)
    for entrant in entered.values():
        if entrant.team in shares and entrant.kind != "filler":
            complete[entrant.team] += 1
            if entrant.kind == "player":
                shares[entrant.team][entrant.number] = []
    for number, entry_rows in rows_by_number(rows, entered, last_session).items():
        entrant = entered[number]
        if entrant.kind == "filler":
            continue
        for row in entry_rows:
            team = entrant.team if row.team is None else row.team
            if team in shares:
                shares[team].setdefault(number, []).append(row)
    units = []
    for team, members in shares.items():
        missing = max(0, TEAM_SIZE - complete[team])
        out = frozenset(number for number in members if entered[number].status == "disqualified")
        status: Ranked = rules.team_incomplete if missing else "ranked"
        units.append(_unit_line(team, members, status, missing, rules, out, len(members)))
    return _unit_standings(units)


def groups(
    numbers: Iterable[int],
    entrants: Iterable[Entrant],
    rows: Iterable[ResultRow],
    rules: StandingRules = DEFAULT_RULES,
    last_session: int | None = None,
) -> list[UnitStanding]:
    """Return the standings of the groups of these numbers after session `last_session`, best first, equals by number.

    A group adds the results of its best members, four by default; with fewer it has no rank. Disqualified members do
    not count, reserves only with a result. Tie-breaks as for teams. Raise ValueError like `ranks.rows_by_number`.
    """
    entered = {entrant.number: entrant for entrant in entrants}
    played = rows_by_number(rows, entered, last_session)
    shares: dict[int, dict[int, list[ResultRow]]] = {number: {} for number in numbers}
    for number, entrant in entered.items():
        takes_part = entrant.kind == "player" or (entrant.kind == "reserve" and number in played)
        if takes_part and entrant.group in shares:
            shares[entrant.group][number] = played.get(number, [])
    units = []
    for group, members in shares.items():
        out = frozenset(number for number in members if entered[number].status == "disqualified")
        missing = max(0, rules.group_best - (len(members) - len(out)))
        status: Ranked = "unranked" if missing else "ranked"
        units.append(_unit_line(group, members, status, missing, rules, out, rules.group_best))
    return _unit_standings(units)


class _UnitLine(NamedTuple):
    sums: Sums
    number: int
    status: Ranked
    members: tuple[MemberShare, ...]
    missing: int
    sessions: tuple[int, ...]


def _unit_line(
    number: int,
    members: Mapping[int, list[ResultRow]],
    status: Ranked,
    missing: int,
    rules: StandingRules,
    out: frozenset[int],
    best: int,
) -> _UnitLine:
    """Return the sums of a team or group over its `best` members without those in `out`."""
    last = rules.team_sessions
    shares = []
    for member, rows in members.items():
        counted = rows if last is None else [row for row in rows if row.session <= last]
        twelfths = sum([row.table_points for row in counted])
        competition_points = sum([row.competition_points for row in counted])
        shares.append(MemberShare(member, False, twelfths, competition_points, tuple(rows)))
    shares.sort(key=lambda share: (share.number in out, -share.twelfths, -share.competition_points, share.number))
    counting = [replace(share, counts=True) for share in shares[: min(best, len(members) - len(out))]]
    sums = Sums(
        1,
        (),
        sum(share.twelfths for share in counting),
        sum(share.competition_points for share in counting),
        (counting[0].twelfths, counting[0].competition_points) if counting else (),
    )
    played = {row.session for rows in members.values() for row in rows}
    sessions = tuple(sorted(session for session in played if last is None or session <= last))
    return _UnitLine(sums, number, status, (*counting, *shares[len(counting) :]), missing, sessions)


def _unit_standings(units: list[_UnitLine]) -> list[UnitStanding]:
    """Return ranked lines in order, then unranked ones in the same order."""
    units.sort(key=lambda line: line.number)
    units.sort(key=lambda line: (line.status == "ranked", line.sums), reverse=True)
    places = ranks([line.sums for line in units if line.status == "ranked"])
    unranked: list[Place | None] = [None] * (len(units) - len(places))
    return [
        UnitStanding(
            rank=place and place.rank,
            number=line.number,
            status=line.status,
            table_points=Fraction(line.sums.table_points, TWELFTHS),
            competition_points=line.sums.competition_points,
            best=line.members[0] if line.members and line.members[0].counts else None,
            members=line.members,
            missing=line.missing,
            sessions=line.sessions,
            gap=gap(place, line.sums) if place else None,
        )
        for line, place in zip(units, [*places, *unranked], strict=True)
    ]
