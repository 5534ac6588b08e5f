"""What a team needs in the last session before a cut, or in its match (3.5.4): sure, possible or impossible, by bounds.

The bounds rest on table points alone, as those of players (``needs``). Team-mates sit at different tables, so results
of teams depend on each other; what a table gives is limited, and so is how many teams can reach a figure. The bounds
relax that: a verdict "sure" or "impossible" always holds, "possible" may be less than that.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.game.rules.table_points import Ties
from scoring.standings.rules.formats.needs import Verdict, results_of

#: The team at each seat of a table; 0 for a seat whose points no team gets.
Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamContender:
    """A team before the session: its table points in twelfths; ``unit``: its pool, where so many of each go on."""

    number: int
    points: int
    unit: str = ""


@dataclass(frozen=True, slots=True)
class TeamNeed:
    """What a team needs: table points (twelfths) of the session from which on it is sure, and from which on possible.

    None: with no result. ``most``: what it can get at most.
    """

    verdict: Verdict
    sure_from: int | None
    possible_from: int | None
    most: int


@lru_cache(maxsize=1000)
def _sums(size: int, own: tuple[int, ...], ties: Ties) -> tuple[int, ...]:
    """Return what seats ``own`` (indices) of a table of so many can get together."""
    return tuple(sorted({sum(row[at] for at in own) for row in results_of(size, ties)}))


class _Field:
    """The teams that compete for the same places, and what each can get at the tables of the session."""

    def __init__(self, teams: Sequence[TeamContender], tables: Sequence[Seats], ties: Ties) -> None:
        self.teams = teams
        numbers = {team.number for team in teams}
        self.tables = [table for table in tables if numbers.intersection(table)]
        self.ties = ties
        #: Team -> index of a table -> what its seats there can get together.
        self.at: dict[int, dict[int, tuple[int, ...]]] = {team.number: {} for team in teams}
        for index, table in enumerate(self.tables):
            for number in numbers.intersection(table):
                own = tuple(seat for seat, team in enumerate(table) if team == number)
                self.at[number][index] = _sums(len(table), own, ties)
        self.given = [sum(results_of(len(table), ties)[0]) for table in self.tables]
        self.others = sum(
            _sums(len(table), seats, ties)[-1]
            for table in self.tables
            if (seats := tuple(at for at, team in enumerate(table) if team not in numbers))
        )

    def totals(self, number: int) -> list[int]:
        """Return every total that a team can get."""
        totals = {0}
        for sums in self.at[number].values():
            totals = {total + points for total in totals for points in sums}
        return sorted(totals)

    def range_of(self, number: int) -> tuple[int, int]:
        """Return the least and the most that a team can get."""
        sums = self.at[number].values()
        return sum(points[0] for points in sums), sum(points[-1] for points in sums)


def _may_reach(field: _Field, own: TeamContender, got: int) -> int:
    """Return how many other teams can at most have as many points, if the team gets ``got``."""
    level, left = own.points + got, sum(field.given) - got
    shared = sum(field.given[index] for index in field.at[own.number]) - got
    needed = []
    for team in field.teams:
        beside = [sums[-1] for index, sums in field.at[team.number].items() if index in field.at[own.number]]
        apart = [sums[-1] for index, sums in field.at[team.number].items() if index not in field.at[own.number]]
        need = max(0, level - team.points)
        if team is not own and need <= sum(apart) + min(sum(beside), shared):
            needed.append(need)
    count = 0
    for need in sorted(needed):
        left -= need
        count += left >= 0
    return count


def _must_pass(field: _Field, own: TeamContender, got: int) -> int:
    """Return how many other teams have more points for certain: what the tables give must go somewhere."""
    level, left = own.points + got, sum(field.given) - got - field.others
    certain, gains = 0, []
    for team in field.teams:
        if team is own:
            continue
        least, most = field.range_of(team.number)
        room = level - team.points
        if least > room:
            certain += 1
            left -= most
        else:
            left -= min(most, room)
            gains.append(most - min(most, room))
    for gain in sorted(gains, reverse=True):
        if left <= 0:
            break
        left -= gain
        certain += 1
    return certain


def _need(field: _Field, team: TeamContender, places: int) -> TeamNeed:
    totals = field.totals(team.number)
    # More points leave less for the others, so that both questions have the answer no below a figure, then yes.
    sure = bisect_left(totals, True, key=lambda got: _may_reach(field, team, got) < places)
    possible = bisect_left(totals, True, key=lambda got: _must_pass(field, team, got) < places)
    verdict: Verdict = "possible"
    if sure == 0:
        verdict = "sure"
    elif possible == len(totals):
        verdict = "impossible"
    first_sure, first_possible = ([*totals, None][at] for at in (sure, possible))
    return TeamNeed(verdict, first_sure, first_possible, totals[-1])


def team_needs(
    teams: Sequence[TeamContender], tables: Sequence[Seats], places: int, ties: Ties = "share"
) -> Mapping[int, TeamNeed]:
    """Return number -> what the team needs for one of ``places`` (of each unit, if the teams have units)."""
    by_team: dict[int, TeamNeed] = {}
    for unit in Counter(team.unit for team in teams):
        field = _Field([team for team in teams if team.unit == unit], tables, ties)
        by_team |= {team.number: _need(field, team, places) for team in field.teams}
    return by_team
