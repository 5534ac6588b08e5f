"""The newest package of a hall, with the lines that the tables of standings show."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property, lru_cache

from django.http import Http404

from scoring.publishing.models import ReceivedPackage
from scoring.publishing.selectors.packages import newest_content
from scoring.publishing.selectors.shape import Player, PlayerLine, PublicData, Seat, Session, Sitter, UnitLine
from scoring.releases.selectors.status import ReleaseStatus
from scoring.standings.selectors.standings import NamedEntry
from web.shared.viewer import ViewerContext


@dataclass(frozen=True)
class HallStanding:
    """The figures of a line, as the tables of standings read them; all points are fractions."""

    number: int
    rank: int | None
    table_points: Fraction
    competition_points: Fraction
    status: str
    session_points: tuple[Fraction, ...]
    best: None = None


@dataclass(frozen=True)
class HallResult:
    """A player's result of one session."""

    session: int
    table_points: Fraction
    competition_points: int


@dataclass(frozen=True)
class HallLine:
    """A line of the individual standings; ``moved`` is not published."""

    standing: HallStanding
    entry: NamedEntry
    results: tuple[HallResult, ...]
    last: HallResult | None
    moved: None = None


@dataclass(frozen=True)
class HallUnitLine:
    """A line of the standings of teams or groups."""

    standing: HallStanding
    name: str
    moved: None = None
    best_name: str = ""
    last: None = None


class HallReport:
    """What a package of a hall says."""

    def __init__(self, package: ReceivedPackage) -> None:
        self.package = package
        self.data = PublicData.model_validate_json(package.content)

    @property
    def published_at(self) -> datetime:
        """When the hall made the package."""
        return self.package.made_at or self.package.received_at

    @cached_property
    def status(self) -> ReleaseStatus:
        return ReleaseStatus(**self.data.status.model_dump())

    @cached_property
    def sessions(self) -> dict[int, Session]:
        """The sessions that have tables, by number."""
        return {session.number: session for session in self.data.sessions if session.tables}

    @cached_property
    def entries(self) -> dict[int, NamedEntry]:
        """Number -> entry, as lists name it."""
        teams = {team.number: team.name for team in self.data.teams}
        return {player.number: _entry(player, teams) for player in self.data.players}

    @cached_property
    def lines(self) -> list[HallLine]:
        return [self._line(line) for line in self.data.individual]

    @cached_property
    def teams(self) -> list[HallUnitLine]:
        names = {team.number: team.name for team in self.data.teams}
        return [_unit_line(line, names) for line in self.data.team_lines]

    @cached_property
    def groups(self) -> list[HallUnitLine]:
        names = {group.number: group.name for group in self.data.groups}
        return [_unit_line(line, names) for line in self.data.group_lines]

    def name_of(self, sitter: Sitter) -> str:
        """Return the name of a person at a seat."""
        entry = self.entries.get(sitter.number or 0)
        return entry.name if entry else sitter.name

    def path_of(self, number: int) -> list[tuple[Session, int, Seat]]:
        """Return the sessions of a player, each with the number of the table to go to and the seat."""
        return [
            (session, table.at or table.number, seat)
            for session in self.sessions.values()
            for table in session.tables
            for seat in table.seats
            if number in [sitter.number for sitter in seat.people]
        ]

    def _line(self, line: PlayerLine) -> HallLine:
        results = tuple(
            HallResult(result.session, Fraction(result.table_points), result.competition_points)
            for result in line.sessions
        )
        last = results[-1] if results and results[-1].session == self.data.status.last_session else None
        best = tuple(sorted((result.table_points for result in results), reverse=True))
        return HallLine(_standing(line, line.status, best), self.entries[line.number], results, last)


def hall_report(reader: ViewerContext) -> HallReport:
    """Return what the hall published last; raise Http404 if it published nothing."""
    key = newest_content(reader.event)
    if key is None:
        raise Http404
    return _report(*key)


@lru_cache(maxsize=8)
def _report(package: int, _digest: str) -> HallReport:
    """Share the report of a package between the requests of a process."""
    return HallReport(ReceivedPackage.objects.get(pk=package))


def _entry(player: Player, teams: dict[int, str]) -> NamedEntry:
    return NamedEntry(
        pk=0,
        number=player.number,
        name=player.name,
        latin_name=player.latin_name,
        country=player.country,
        kind=player.kind,
        status="",
        team=player.team,
        team_name=teams.get(player.team or 0),
        group=None,
        rank_lost=False,
    )


def _standing(line: PlayerLine | UnitLine, status: str, best: tuple[Fraction, ...] = ()) -> HallStanding:
    points, score = Fraction(line.table_points), Fraction(line.competition_points)
    return HallStanding(line.number, line.rank, points, score, status, best)


def _unit_line(line: UnitLine, names: dict[int, str]) -> HallUnitLine:
    return HallUnitLine(_standing(line, "ranked"), names[line.number])
