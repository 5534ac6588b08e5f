"""Pools of many runs at once: who is dealt where, who goes on, and who meets whom."""

import numpy as np
import pytest

from scoring.formats.rules.ready import READY
from scoring.standings.rules.formats.checking import StagePlan
from scoring.standings.rules.formats.qualifying import Who
from scoring.standings.rules.knockout.rule import KnockOutRule
from scoring.standings.rules.simulation.pools import (
    bracket_places,
    by_place,
    cross_tables,
    deal,
    fills_tables,
    groups,
)
from scoring.standings.rules.simulation.runs import simulated

ORDER = np.array([[0, 1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1, 0]])
NOTHING = (np.zeros((2, 8), dtype=np.int64), np.zeros((2, 8), dtype=np.int64))


def test_a_snake_deals_by_rank_in_each_run() -> None:
    dealt = deal(StagePlan(1, 2, pools=2), ORDER, NOTHING, 4, np.random.default_rng(1))
    assert dealt.tolist() == [[0, 1, 1, 0, 0, 1, 1, 0]] * 2
    assert [one.tolist() for one in groups(StagePlan(1, 2, pools=2), ORDER, dealt)] == [
        [[0, 3, 4, 7], [7, 4, 3, 0]], [[1, 2, 5, 6], [6, 5, 2, 1]],
    ]  # fmt: skip


def test_a_snake_of_sixteen_is_the_plain_one() -> None:
    order = np.arange(16)[None, :]
    points = (np.zeros((1, 16), dtype=np.int64), np.zeros((1, 16), dtype=np.int64))
    dealt = deal(StagePlan(1, 2, pools=4), order, points, 4, np.random.default_rng(1))
    assert dealt.tolist() == [[0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0]]


def test_a_lot_deals_as_many_to_each_pool_and_others_in_each_run() -> None:
    order = np.tile(np.arange(32), (3, 1))
    points = (np.zeros((3, 32), dtype=np.int64), np.zeros((3, 32), dtype=np.int64))
    dealt = deal(StagePlan(1, 2, pools=4, pooling="lot"), order, points, 4, np.random.default_rng(1))
    assert [sorted(row) for row in dealt.tolist()] == [sorted([0, 1, 2, 3] * 8)] * 3
    assert len({tuple(row) for row in dealt.tolist()}) == 3


def test_whole_teams_are_dealt_by_their_points() -> None:
    table = np.array([[0, 0, 9, 0, 1, 1, 5, 5]])
    stage = StagePlan(1, 2, pools=2, pool_teams=True)
    dealt = deal(stage, np.arange(8)[None, :], (table, 0 * table), 2, np.random.default_rng(1))
    assert dealt.tolist() == [[1, 1, 1, 1, 0, 0, 0, 0]] or dealt.tolist() == [[0, 0, 1, 1, 1, 1, 0, 0]]
    part = deal(stage, np.array([[2, 3, 6, 7]]), (table, 0 * table), 2, np.random.default_rng(1))
    assert part.tolist() == [[-1, -1, 1, 1, -1, -1, 0, 0]]


@pytest.mark.parametrize(
    ("pool_teams", "playing", "size", "fits"),
    [(False, 30, 4, True), (True, 64, 4, True), (True, 30, 4, False), (True, 12, 2, False), (True, 16, 2, True)],
)
def test_pools_of_teams_fill_tables(pool_teams: bool, playing: int, size: int, fits: bool) -> None:
    assert fills_tables(StagePlan(1, 2, pools=4, pool_teams=pool_teams), playing, size) is fits


def test_winners_of_the_pools_cross_over() -> None:
    pool = np.array([[0, 0, 0, 0, 1, 1, 1, 1]])
    order = np.array([[4, 0, 5, 1]])
    assert by_place(order, pool).tolist() == [[0, 4, 1, 5]]
    assert cross_tables(StagePlan(3, 3, method="cross"), 8, 4).tolist() == [[0, 2, 5, 7], [1, 3, 4, 6]]
    assert cross_tables(StagePlan(3, 3, method="cross", crossing=(4, 3, 2, 1)), 4, 2).tolist() == [[3, 2, 1, 0]]
    rule = KnockOutRule(2, 1)
    stage = StagePlan(3, 4, method="knockout", who=Who("best-of-pools", 2), knockout=rule)
    assert sorted(bracket_places(stage, 4, 2).tolist()) == [0, 1, 2, 3]


@pytest.mark.parametrize("name", ["groups-final", "pools-cross", "team-pools"])
def test_ready_formats_with_pools_are_simulated(name: str) -> None:
    ready = READY[name]
    figures = simulated(ready.stages(ready.sessions), 64, 60, "s", team_size=4 if name == "team-pools" else 0)
    assert figures.sessions == ready.sessions
    assert 0.3 < figures.rank_correlation < 1


def test_players_meet_only_those_of_their_pool() -> None:
    """In a pool of eight, four pairs must meet a second time."""
    alone = simulated([StagePlan(1, 2, pools=2)], 16, 40, "s")
    together = simulated([StagePlan(1, 2)], 16, 40, "s")
    assert (together.rematch_pairs, alone.rematch_pairs) == (0, 8)
