"""The state of many runs at once, and playing one session in all of them."""

from dataclasses import dataclass

import numpy as np

from scoring.standings.rules.simulation.hands import Floats, Ints, session_scores, table_points
from scoring.standings.rules.simulation.knockouts import of_teams
from scoring.standings.rules.simulation.pairing import PAIRS


@dataclass(slots=True)
class Field:
    """The state of a batch of runs: a row for each run, a column for each player."""

    strength: Floats
    table: Ints
    score: Ints
    stage: Ints
    bracket: Ints
    place: Ints
    met: Ints
    rematches: Ints
    all_table: Ints
    all_score: Ints
    team_rank: Ints
    pool: Ints

    def order(self) -> Ints:
        """Return the players by rank: stage reached, frozen bracket, table points, score, then by chance."""
        keys = (-self.score, -self.table, self.bracket, -self.stage)
        return np.lexsort(keys, axis=1)

    def team_order(self, size: int) -> Ints:
        """Return the teams by rank: the last knock-out they reached and their place there, then all their points."""
        totals = (-of_teams(self.all_score, size).sum(axis=2), -of_teams(self.all_table, size).sum(axis=2))
        return np.lexsort((*totals, of_teams(self.team_rank, size)[:, :, 0]), axis=1)


def sit(field: Field, tables: Ints, chance: np.random.Generator) -> None:
    """Play one session at these tables (runs x tables x 4)."""
    runs, count, _four = tables.shape
    run = np.arange(runs)[:, None, None]
    scores = session_scores(field.strength[run, tables].reshape(-1, 4), chance)
    points = table_points(scores)
    better = (-scores).argsort(axis=1, kind="stable").argsort(axis=1)
    for score, table in ((field.score, field.table), (field.all_score, field.all_table)):
        score[run, tables] += scores.reshape(runs, count, 4)
        table[run, tables] += points.reshape(runs, count, 4)
    field.place[run, tables] = better.reshape(runs, count, 4)
    for first, second in PAIRS.tolist():
        one, two = tables[:, :, first], tables[:, :, second]
        field.rematches += (field.met[run[:, :, 0], one, two] > 0).sum(axis=1)
        field.met[run[:, :, 0], one, two] = field.met[run[:, :, 0], two, one] = 1
