"""Knock-outs of teams in many runs at once (3.5.4).

Players 0 to k - 1 are team 0, the next k team 1, and so on; players left over are in no team.
"""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from scoring.standings.rules.knockout.bracket import Match, Source, bracket
from scoring.standings.rules.knockout.rule import KnockOutRule
from scoring.standings.rules.knockout.seats import match_tables
from scoring.standings.rules.simulation.hands import Floats, Ints
from scoring.standings.rules.simulation.qualifying import Mask

#: More than any points of a player in a round.
MANY = 1 << 30
#: Plays tables (runs x tables x 4 players).
Sit = Callable[[Ints], None]


Values = TypeVar("Values", Ints, Floats)


def of_teams(values: Values, size: int) -> Values:
    """Return the values of each team's players: runs x teams x ``size``."""
    runs, players = values.shape
    return values[:, : players // size * size].reshape(runs, -1, size)


def teams_in_order(table: Ints, score: Ints, size: int) -> Ints:
    """Return the teams by their players' table points, then by their competition points."""
    return np.lexsort((-of_teams(score, size).sum(axis=2), -of_teams(table, size).sum(axis=2)), axis=1)


def players_of(teams: Ints, size: int) -> Ints:
    """Return the players of teams in a row: runs x (teams x ``size``)."""
    return (teams[:, :, None] * size + np.arange(size)).reshape(len(teams), -1)


def in_teams(order: Ints, teams: Ints, size: int) -> Mask:
    """Return which players of an order are of these teams."""
    return np.asarray((order[:, :, None] // size == teams[:, None, :]).any(axis=2))


class KnockOut:
    """A knock-out in many runs: ``seeds`` is the team at each position of the bracket (runs x teams).

    ``table`` and ``score`` are the points of all players, to which each session adds.
    """

    def __init__(self, rule: KnockOutRule, seeds: Ints, table: Ints, score: Ints, chance: np.random.Generator) -> None:
        self.rule, self.seeds, self.table, self.score, self.chance = rule, seeds, table, score, chance
        self.orders: dict[int, Ints] = {}
        shape = (len(seeds), int(seeds.max()) + 1)
        self.position = np.zeros(shape, dtype=np.int64)
        np.put_along_axis(self.position, seeds, np.arange(seeds.shape[1]), axis=1)
        #: What ranks the teams, the most important first: round, match for third place, place, points of the round.
        self.keys = [np.zeros(shape, dtype=np.int64) for _key in range(5)]

    def played(self, sit: Sit) -> Ints:
        """Play every round; return the teams by final rank, as ``knockout.results.ranks_of`` ranks them."""
        matches = bracket(self.seeds.shape[1], self.rule)
        final = max(match.round for match in matches)
        for number in range(1, final + 1):
            self._play([match for match in matches if match.round == number], sit, final)
        keys = [np.take_along_axis(key, self.seeds, axis=1) for key in reversed(self.keys)]
        return np.take_along_axis(self.seeds, np.lexsort((np.arange(self.seeds.shape[1]) + 0 * keys[0], *keys)), axis=1)

    def _play(self, matches: list[Match], sit: Sit, final: int) -> None:
        size = self.rule.players
        teams = {match.number: np.stack([self._team(source) for source in match.sources], axis=1) for match in matches}
        table, score = self.table.copy(), self.score.copy()
        for session in range(self.rule.sessions):
            sit(np.concatenate([self._tables(teams[match.number], session) for match in matches], axis=1))
        table_gained, score_gained = of_teams(self.table - table, size), of_teams(self.score - score, size)
        points = table_gained.sum(axis=2), score_gained.sum(axis=2)
        best = (table_gained * MANY + score_gained).max(axis=2)
        for match in matches:
            self._decide(match, teams[match.number], points, best, final)

    def _team(self, source: Source) -> Ints:
        if source.seed:
            return self.seeds[:, source.seed - 1]
        return self.orders[source.match][:, source.place - 1]

    def _tables(self, teams: Ints, session: int) -> Ints:
        size = self.rule.players
        places = [list(range(team * size, (team + 1) * size)) for team in range(self.rule.teams)]
        return players_of(teams, size)[:, np.array(match_tables(self.rule, places, session))]

    def _decide(self, match: Match, teams: Ints, points: tuple[Ints, Ints], best: Ints, final: int) -> None:
        table, score = (np.take_along_axis(gained, teams, axis=1) for gained in points)
        last = np.take_along_axis(self.position, teams, axis=1)
        if self.rule.tie == "lot":
            last = self.chance.random(teams.shape).argsort(axis=1)
        member = np.take_along_axis(best, teams, axis=1) if self.rule.tie == "member" else 0 * last
        order = np.lexsort((last, -member, -score, -table), axis=1)
        self.orders[match.number] = ordered = np.take_along_axis(teams, order, axis=1)
        same = np.zeros(teams.shape, dtype=np.int64)
        earlier = -int(match.round < final)
        points_of_losers = [earlier * np.take_along_axis(gained, order, axis=1) for gained in (table, score)]
        keys = [same - match.round, same + int(match.third), same + np.arange(teams.shape[1]), *points_of_losers]
        for key, value in zip(self.keys, keys, strict=True):
            np.put_along_axis(key, ordered, value, axis=1)
