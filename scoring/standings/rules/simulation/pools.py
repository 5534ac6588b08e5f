"""Pools of many runs at once, and the cross-over from them (3.5.4). Countries are not kept apart."""

import numpy as np

from scoring.standings.rules.formats.checking import StagePlan
from scoring.standings.rules.formats.crossing import as_ranks, crossed, crossed_bracket, pool_places
from scoring.standings.rules.knockout.bracket import bracket
from scoring.standings.rules.simulation.hands import Ints
from scoring.standings.rules.simulation.knockouts import in_teams, players_of, teams_in_order
from tournament.draws.rules.how import PoolKind
from tournament.draws.rules.pools import pool_sizes, rows_of

#: The size of teams in formats without a knock-out.
TEAM = 4


def fills_tables(stage: StagePlan, playing: int, size: int) -> bool:
    """Return whether each pool of a stage fills whole tables; ``size``: that of teams. True without pools of teams."""
    if not stage.pools or not stage.pool_teams:
        return True
    return playing % size == 0 and not any(size * teams % 4 for teams in pool_sizes(playing // size, stage.pools, 1))


def _pools_in_order(kind: PoolKind, sizes: list[int], runs: int, chance: np.random.Generator) -> Ints:
    """Return the pool of each place of the ranks (runs x units): a snake, or in each run another lot."""
    snake = np.array([pool for row in rows_of(sizes) for pool in row], dtype=np.int64)
    pools = np.tile(snake, (runs, 1))
    return chance.permuted(pools, axis=1) if kind == "lot" else pools


def deal(stage: StagePlan, order: Ints, points: tuple[Ints, Ints], size: int, chance: np.random.Generator) -> Ints:
    """Return the pool of each player (runs x players), -1 for those who are not in the order (best first).

    ``points``: table and competition points of all players, by which teams of ``size`` are ranked.
    """
    runs, playing = order.shape
    pools = stage.pools or 1
    dealt = np.full(points[0].shape, -1, dtype=np.int64)
    if not stage.pool_teams:
        at = _pools_in_order(stage.pooling, pool_sizes(playing, pools), runs, chance)
        np.put_along_axis(dealt, order, at, axis=1)
        return dealt
    teams = teams_in_order(*points, size)
    playing_teams = in_teams(teams, order // size, 1)
    teams = np.take_along_axis(teams, (~playing_teams).argsort(axis=1, kind="stable"), axis=1)[:, : playing // size]
    at = _pools_in_order(stage.pooling, pool_sizes(playing // size, pools, 1), runs, chance)
    np.put_along_axis(dealt, players_of(teams, size), np.repeat(at, size, axis=1), axis=1)
    return dealt


def groups(stage: StagePlan, order: Ints, pool: Ints) -> list[Ints]:
    """Return the order (best first) of each pool of a stage, or of everybody in a stage without pools."""
    if not stage.pools:
        return [order]
    at = np.take_along_axis(pool, order, axis=1)
    members = []
    for number in range(stage.pools):
        first = (at != number).argsort(axis=1, kind="stable")[:, : int((at[0] == number).sum())]
        members.append(np.take_along_axis(order, first, axis=1))
    return members


def by_place(order: Ints, pool: Ints) -> Ints:
    """Return those who go on from pools (best first): all winners by pool, then all seconds, and so on."""
    at = np.take_along_axis(pool, order, axis=1)
    place = np.zeros(at.shape, dtype=np.int64)
    for number in range(int(at.max()) + 1):
        inside = at == number
        place += np.where(inside, inside.cumsum(axis=1), 0)
    keys = place * (int(at.max()) + 1) + at
    return np.take_along_axis(order, keys.argsort(axis=1, kind="stable"), axis=1)


def cross_tables(stage: StagePlan, playing: int, pools: int) -> Ints:
    """Return the tables of a cross-over as places (from 0) of the order of `by_place`: tables x 4."""
    places = pool_places(pools, playing // pools)
    usual = as_ranks([place for table in crossed(places, 4) for place in table], places)
    return np.array(stage.crossing or usual, dtype=np.int64).reshape(-1, 4) - 1


def bracket_places(stage: StagePlan, teams: int, pools: int) -> Ints:
    """Return the place (from 0) in the order of `by_place` at each position of a bracket after pools."""
    places = pool_places(pools, teams // pools)
    usual = as_ranks(crossed_bracket(places, bracket(teams, stage.knockout)), places)
    return np.array(stage.knockout.cross or usual, dtype=np.int64) - 1
