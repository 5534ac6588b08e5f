"""The record of one team or group: members x sessions, counted results, and distance to the next rank."""

from collections.abc import Callable
from dataclasses import dataclass

from scoring.standings.rules.standings import ResultRow
from scoring.standings.rules.unit_standings import MemberShare, UnitStanding
from scoring.standings.selectors.rank_history import RankHistory, moved
from scoring.standings.selectors.standings import NamedEntry, Standings


@dataclass(frozen=True, slots=True)
class MemberRecord:
    """A member with the result of each session (None: no result).

    ``why_not``: why the member does not count, "disqualified" or "not-best", else empty.
    """

    entry: NamedEntry
    share: MemberShare
    cells: tuple[ResultRow | None, ...]
    why_not: str


@dataclass(frozen=True, slots=True)
class SessionSum:
    """The points of the counting members in a session (twelfths, points), the sums so far, and the rank after it.

    A session that does not count for teams and groups adds 0.
    """

    number: int
    counts: bool
    table_points: int
    competition_points: int
    table_points_so_far: int
    competition_points_so_far: int
    rank: int | None


@dataclass(frozen=True, slots=True)
class UnitRecord:
    """A team's or group's page."""

    name: str
    standing: UnitStanding
    moved: int | None
    ranked: int
    members: list[MemberRecord]
    sessions: list[SessionSum]


def team_record(standings: Standings, number: int, ranks: RankHistory) -> UnitRecord | None:
    """Return the record of team ``number``, or None; ``ranks``: the ranks of the teams after each session."""
    return _record(standings, number, standings.team_names, standings.teams, ranks)


def group_record(standings: Standings, number: int, ranks: RankHistory) -> UnitRecord | None:
    """Return the record of group ``number``, or None; ``ranks``: the ranks of the groups after each session."""
    return _record(standings, number, standings.group_names, standings.groups, ranks)


def _record(
    standings: Standings,
    number: int,
    names: dict[int, str],
    lines_now: Callable[[], list[UnitStanding]],
    ranks: RankHistory,
) -> UnitRecord | None:
    if number not in names:
        return None
    lines = lines_now()
    standing = next(line for line in lines if line.number == number)
    own_ranks = ranks.get(number, ())
    return UnitRecord(
        name=names[number],
        standing=standing,
        moved=moved(own_ranks),
        ranked=sum(line.rank is not None for line in lines),
        members=[_member(standings, share) for share in standing.members],
        sessions=_sums(standings, standing, own_ranks),
    )


def _member(standings: Standings, share: MemberShare) -> MemberRecord:
    entry = standings.names[share.number]
    played = {row.session: row for row in share.results}
    why_not = "disqualified" if entry.status == "disqualified" else "not-best"
    cells = tuple(map(played.get, range(1, standings.last + 1)))
    return MemberRecord(entry, share, cells, "" if share.counts else why_not)


def _sums(standings: Standings, standing: UnitStanding, ranks: tuple[int | None, ...]) -> list[SessionSum]:
    last_session = standings.rules.team_sessions
    rows = [row for member in standing.members if member.counts for row in member.results]
    sums = []
    table = competition = 0
    for session in range(1, standings.last + 1):
        counts = last_session is None or session <= last_session
        counted = [row for row in rows if counts and row.session == session]
        table_points = sum(row.table_points for row in counted)
        competition_points = sum(row.competition_points for row in counted)
        table += table_points
        competition += competition_points
        rank = ranks[session - 1] if session <= len(ranks) else None
        sums.append(SessionSum(session, counts, table_points, competition_points, table, competition, rank))
    return sums
