"""The results for papers: all players by group and team with every session, and the status of the results."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from scoring.releases.selectors.status import release_status
from scoring.standings.rules.standings import PlayerStanding
from scoring.standings.rules.unit_standings import UnitStanding
from scoring.standings.selectors.standings import NamedEntry, Standings, last_released, view_of
from tournament.events.models.events import Event, Official
from tournament.events.selectors.events import officials_of


@dataclass(frozen=True, slots=True)
class SessionCell:
    """The result of a session and the sums so far (A7): table points in twelfths, competition points."""

    table_points: int
    table_points_so_far: int
    competition_points: int
    competition_points_so_far: int


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A player's line: the standing, and every session in order (None: not played)."""

    entry: NamedEntry
    standing: PlayerStanding
    sessions: tuple[SessionCell | None, ...]


@dataclass(frozen=True, slots=True)
class TeamBlock:
    """The lines of one team by number; without a standing, those of players without a team."""

    name: str
    standing: UnitStanding | None
    lines: list[ResultLine]


@dataclass(frozen=True, slots=True)
class GroupBlock:
    """The teams of one group by number; players without a team come last."""

    name: str
    standing: UnitStanding | None
    teams: list[TeamBlock]

    @property
    def lines(self) -> list[ResultLine]:
        return [line for team in self.teams for line in team.lines]


class ResultsReport:
    """The results of an event in one view, for papers and workbooks."""

    def __init__(self, event: Event, *, live: bool) -> None:
        self.event = event
        self.standings = Standings(event, view_of(event, live=live))

    @property
    def last(self) -> int:
        """The last session with a result; 0 without any."""
        return self.standings.last

    @cached_property
    def unreleased(self) -> bool:
        """Whether the report has results that are not public."""
        return self.standings.view.live and self.last > last_released(self.event)

    @cached_property
    def mark(self) -> str:
        """The label of the results' status (provisional or official since a time); empty for unreleased results."""
        return "" if self.unreleased else release_status(self.event, self.last).label

    @cached_property
    def officials(self) -> list[Official]:
        """The list of officials (2.3.4)."""
        return list(officials_of(self.event))

    @cached_property
    def groups(self) -> list[GroupBlock]:
        """All players in the standings, by group, team and number (A7)."""
        all_lines = [_line(line, self.standings.names[line.number], self.last) for line in self.standings.individual()]
        all_lines.sort(key=lambda line: (*_last(line.entry.group), *_last(line.entry.team), line.entry.number))
        groups = {line.number: line for line in self.standings.groups()}
        return [
            GroupBlock(self.standings.group_names.get(number or 0, ""), groups.get(number or 0), self._teams(lines))
            for number, lines in groupby(all_lines, key=lambda line: line.entry.group)
        ]

    def _teams(self, lines: Iterable[ResultLine]) -> list[TeamBlock]:
        standings = {line.number: line for line in self.standings.teams()}
        return [
            TeamBlock(self.standings.team_names.get(number or 0, ""), standings.get(number or 0), list(members))
            for number, members in groupby(lines, key=lambda line: line.entry.team)
        ]


def _last(number: int | None) -> tuple[bool, int]:
    """For sorting: by number, none at the end."""
    return number is None, number or 0


def _line(standing: PlayerStanding, entry: NamedEntry, last: int) -> ResultLine:
    played = {row.session: row for row in standing.results}
    cells: list[SessionCell | None] = []
    table = competition = 0
    for session in range(1, last + 1):
        row = played.get(session)
        if row is not None:
            table, competition = table + row.table_points, competition + row.competition_points
        cells.append(SessionCell(row.table_points, table, row.competition_points, competition) if row else None)
    return ResultLine(entry, standing, tuple(cells))
