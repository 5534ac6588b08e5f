"""Knock-outs in many runs at once: the same winners and ranks as the rule of one knock-out gives."""

import numpy as np
import pytest

from scoring.standings.rules.formats.checking import StagePlan
from scoring.standings.rules.formats.qualifying import Who
from scoring.standings.rules.knockout.bracket import bracket
from scoring.standings.rules.knockout.results import Score, played_matches, ranks_of
from scoring.standings.rules.knockout.rule import KnockOutRule
from scoring.standings.rules.simulation.hands import Ints
from scoring.standings.rules.simulation.knockouts import KnockOut, in_teams, of_teams, teams_in_order
from scoring.standings.rules.simulation.runs import simulated, team_sizes

PAIRS = KnockOutRule(2, 1, third=True)


class Played:
    """Points by lot for each table that is played, with many ties; kept for each round."""

    def __init__(self, runs: int, players: int, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.table, self.score = np.zeros((2, runs, players), dtype=np.int64)
        self.rounds: list[tuple[Ints, Ints]] = []
        self.seated: list[Ints] = []

    def sit(self, tables: Ints) -> None:
        before = self.table.copy(), self.score.copy()
        shape = tables.shape
        run = np.arange(shape[0])[:, None, None]
        self.table[run, tables] += 12 * self.chance.integers(0, 3, shape)
        self.score[run, tables] += self.chance.integers(0, 3, shape)
        self.rounds.append((self.table - before[0], self.score - before[1]))
        self.seated.append(tables)


@pytest.mark.parametrize(
    ("count", "rule"),
    [(4, KnockOutRule()), (8, KnockOutRule(tie="seed")), (10, KnockOutRule(players=5)), (4, PAIRS),
     (6, KnockOutRule(2, 1, tie="seed")), (8, KnockOutRule(2, 1, players=6, third=True))],
)  # fmt: skip
def test_each_run_is_decided_and_ranked_as_one_knockout(count: int, rule: KnockOutRule) -> None:
    runs, size = 60, rule.players
    field = Played(runs, (count + 2) * size, count)
    seeds = np.stack([field.chance.permutation(count + 2)[:count] for _run in range(runs)])
    ranked = KnockOut(rule, seeds, field.table, field.score, field.chance).played(field.sit)
    for run in range(runs):

        def score_of(team: int, number: int, run: int = run) -> Score:
            table, score = (gained[run, team * size : (team + 1) * size] for gained in field.rounds[number - 1])
            best = max(zip(table.tolist(), score.tolist(), strict=True))
            return Score(int(table.sum()), int(score.sum()), best)

        positions = seeds[run].tolist()
        played = played_matches(bracket(count, rule), positions, rule, score_of, len(field.rounds))
        expected = [team for team, _rank in ranks_of(played, positions)]
        ranks = dict(ranks_of(played, positions))
        assert [ranks[team] for team in ranked[run].tolist()] == [ranks[team] for team in expected]


def test_only_the_teams_of_a_match_sit_together() -> None:
    field = Played(5, 32, 1)
    KnockOut(KnockOutRule(sessions=2), np.tile(np.arange(8), (5, 1)), field.table, field.score, field.chance).played(
        field.sit
    )
    assert [tables.shape for tables in field.seated] == [(5, 8, 4), (5, 8, 4), (5, 4, 4), (5, 4, 4)]
    assert (np.sort(field.seated[0] // 4, axis=2)[:, :4] == [0, 3, 4, 7]).all()
    assert (np.sort(field.seated[2], axis=None) == np.sort(field.seated[3], axis=None)).all()


def test_a_lot_decides_equal_matches_either_way() -> None:
    seeds = np.tile([0, 1], (200, 1))
    nothing = np.zeros((200, 4), dtype=np.int64)
    rule = KnockOutRule(2, 1, players=2, tie="lot")
    ranked = KnockOut(rule, seeds, nothing, nothing, np.random.default_rng(1)).played(lambda _tables: None)
    assert 60 < (ranked[:, 0] == 0).sum() < 140


def test_teams_are_ranked_by_all_points_of_their_players() -> None:
    table = np.array([[12, 0, 12, 12, 0, 24, 99]])
    score = np.array([[5, 5, 0, 0, 20, 0, 0]])
    assert of_teams(table, 2).tolist() == [[[12, 0], [12, 12], [0, 24]]]
    assert teams_in_order(table, score, 2).tolist() == [[2, 1, 0]]
    assert in_teams(np.array([[6, 4, 0, 2]]), np.array([[2, 1]]), 2).tolist() == [[False, True, False, True]]


CUP = [StagePlan(1, 3), StagePlan(4, 5, method="knockout", who=Who("best", 4), knockout=PAIRS)]


def test_a_stronger_team_wins_more_often_and_fewer_sessions_say_less() -> None:
    short, long = (
        simulated([StagePlan(1, n), StagePlan(n + 1, n + 2, method="knockout", who=Who("best", 4), knockout=PAIRS)], 32,
                  600, "s", team_size=4)
        for n in (1, 8)
    )  # fmt: skip
    assert long.rank_correlation > short.rank_correlation + 0.1
    assert long.best_wins > 1 / 8 + 0.1
    assert (long.sessions, long.best_four_in_top_16) == (10, 1)


def test_without_skill_each_team_wins_equally_often() -> None:
    figures = simulated(CUP, 32, 800, "s", spread=0, team_size=4)
    assert figures.best_wins == pytest.approx(1 / 8, abs=0.04)
    assert figures.rank_correlation == pytest.approx(0, abs=0.05)


def test_a_consolation_takes_the_teams_that_are_not_in_the_knockout_and_a_cross_is_a_permutation() -> None:
    rest = StagePlan(4, 5, method="fours", who=Who("rest"))
    crossed = StagePlan(4, 5, method="knockout", who=Who("best", 4), knockout=KnockOutRule(2, 1, cross=(1, 3, 2, 4)))
    figures = simulated([CUP[0], rest, crossed], 32, 50, "s", team_size=4)
    assert figures.sessions == 5
    assert simulated([*CUP, StagePlan(6, 6, method="fours")], 32, 50, "s").sessions == 6
    assert team_sizes([*CUP, rest]) == {4}
    assert team_sizes([rest]) == set()
