"""The lines of standings for pages, with names, movement and the last session."""

from typing import NamedTuple

from scoring.standings.rules.standings import PlayerStanding, ResultRow
from scoring.standings.rules.unit_standings import UnitStanding
from scoring.standings.selectors.standings import NamedEntry, Standings


class PlayerLine(NamedTuple):
    """A line of the individual standings; ``moved``: places gained in the last session, ``last``: its result."""

    standing: PlayerStanding
    entry: NamedEntry
    moved: int | None
    last: ResultRow | None


class UnitLine(NamedTuple):
    """A line of the standings of teams or groups; ``last``: table points (twelfths) of the last session."""

    standing: UnitStanding
    name: str
    moved: int | None
    best_name: str
    last: int | None


class CrossLine(NamedTuple):
    """A player's row of the cross table: the result of each session (None: not played)."""

    standing: PlayerStanding
    entry: NamedEntry
    cells: tuple[ResultRow | None, ...]


def player_lines(standings: Standings) -> list[PlayerLine]:
    """Return the lines of the individual standings."""
    return standings.once(("player lines", None), lambda: _player_lines(standings))


def _player_lines(standings: Standings) -> list[PlayerLine]:
    lines = standings.individual()
    moved = standings.movement(lines, standings.individual(standings.last - 1))
    return [
        PlayerLine(line, standings.names[line.number], moved[line.number], _of_session(line, standings.last))
        for line in lines
    ]


def team_lines(standings: Standings) -> list[UnitLine]:
    """Return the lines of the team standings."""
    return _unit_lines(standings, standings.teams(), standings.teams(standings.last - 1), standings.team_names)


def group_lines(standings: Standings) -> list[UnitLine]:
    """Return the lines of the group standings."""
    return _unit_lines(standings, standings.groups(), standings.groups(standings.last - 1), standings.group_names)


def cross_lines(standings: Standings) -> list[CrossLine]:
    """Return the lines of the individual standings with the result of each session."""
    sessions = range(1, standings.last + 1)
    lines = []
    for line in standings.individual():
        played = {row.session: row for row in line.results}
        lines.append(CrossLine(line, standings.names[line.number], tuple(map(played.get, sessions))))
    return lines


def _of_session(line: PlayerStanding, session: int) -> ResultRow | None:
    last = line.results[-1] if line.results else None
    return last if last and last.session == session else None


def _unit_lines(
    standings: Standings, lines: list[UnitStanding], before: list[UnitStanding], names: dict[int, str]
) -> list[UnitLine]:
    moved = standings.movement(lines, before)
    return [
        UnitLine(
            line,
            names[line.number],
            moved[line.number],
            standings.names[line.best.number].name if line.best else "",
            _last_session(line, standings.last),
        )
        for line in lines
    ]


def _last_session(line: UnitStanding, session: int) -> int | None:
    """Return the table points of the counting members in the session; None if it does not count for units."""
    if session not in line.sessions:
        return None
    rows = (row for member in line.members if member.counts for row in member.results)
    return sum(row.table_points for row in rows if row.session == session)
