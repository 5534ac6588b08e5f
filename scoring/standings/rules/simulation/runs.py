"""Play a format many times and measure it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from scoring.standings.rules.formats.checking import StagePlan, sizes
from scoring.standings.rules.simulation.fields import Field, sit
from scoring.standings.rules.simulation.hands import Floats, Ints
from scoring.standings.rules.simulation.knockouts import KnockOut, in_teams, of_teams, players_of, teams_in_order
from scoring.standings.rules.simulation.pairing import charts, places, swiss
from scoring.standings.rules.simulation.pools import TEAM, bracket_places, by_place, cross_tables, deal, groups
from scoring.standings.rules.simulation.qualifying import UNITS, Mask, chosen, first_of_units

#: Meetings held at once: runs x players x players.
HELD = 6_000_000
MINUTES = 120
#: Standard deviation of strength. With 0.3 table points over seven sessions spread as in the real event (5.3).
SPREAD = 0.3


@dataclass(frozen=True, slots=True)
class Figures:
    """What a format did over its runs, measured by players, or by teams.

    ``best_wins``: share of the runs that the strongest wins. ``rank_correlation``: mean of Spearman's between strength
    and final rank. ``best_four_in_top_16``: share with all four strongest in the top 16. ``rematch_pairs``: mean number
    of meetings of two who had met.
    """

    runs: int
    best_wins: float
    rank_correlation: float
    best_four_in_top_16: float
    rematch_pairs: float
    sessions: int
    hours: float


def simulated(
    stages: Sequence[StagePlan],
    players: int,
    runs: int,
    seed: str,
    *,
    minutes: int = MINUTES,
    spread: float = SPREAD,
    units: int = UNITS,
    team_size: int = 0,
    progress: Callable[[int], None] = lambda _done: None,
) -> Figures:
    """Return the figures of a format for ``players`` over ``runs``; each stage needs a multiple of four.

    The players belong to so many ``units`` (groups or countries) of equal size, as far as stages ask for them. With
    ``team_size`` the figures are those of teams of so many: the best team wins, the best four are in the top 16.

    ``progress`` hears the number of finished runs; an exception from it cancels.
    """
    key = int.from_bytes(sha256(seed.encode()).digest()[:16], "big")
    chance = np.random.default_rng(key)
    batch = max(1, HELD // players**2)
    sums = np.zeros(4)
    for first in range(0, runs, batch):
        field = _played(stages, players, min(batch, runs - first), spread, units, chance)
        sums += _measured(field, team_size)
        progress(min(runs, first + batch))
    sessions = max(stage.last_session for stage in stages)
    best, correlation, four, rematches = (float(value) for value in sums / runs)
    return Figures(runs, best, correlation, four, rematches, sessions, sessions * minutes / 60)


def team_sizes(stages: Sequence[StagePlan]) -> set[int]:
    """Return the sizes of the teams in the knock-outs of a format; empty without one."""
    return {stage.knockout.players for stage in stages if stage.method == "knockout"}


def _played(
    stages: Sequence[StagePlan], players: int, runs: int, spread: float, units: int, chance: np.random.Generator
) -> Field:
    """Play some runs."""
    counts = sizes(stages, players, units)
    zero = np.zeros((runs, players), dtype=np.int64)
    field = Field(
        chance.normal(0, spread, (runs, players)), zero.copy(), zero.copy(), zero.copy(), zero.copy(), zero.copy(),
        np.zeros((runs, players, players), dtype=np.int8), np.zeros(runs, dtype=np.int64),
        zero.copy(), zero.copy(), zero.copy(), zero.copy(),
    )  # fmt: skip
    size = max(team_sizes(stages), default=TEAM)
    playing, going_on, on = players, None, field.order()
    for at, stage in enumerate(stages):
        if at:
            order = field.order()[:, :playing] if going_on is None else going_on
            going_on = None
            if stage.who.kind == "rest":
                # A consolation is played in the same sessions: the field of the next stage is chosen before.
                going_on, order = _parted(order, _chosen(field, stages[at + 1], order, counts[at + 1], units))
            else:
                order = _parted(order, _chosen(field, stage, order, counts[at], units))[0]
                playing = counts[at]
            on = order[:, : counts[at]]
            _begin(field, stage, at, on)
        if stage.pools:
            field.pool = deal(stage, on, (field.all_table, field.all_score), size, chance)
        if stage.method == "knockout":
            _knock_out(field, stage, at, counts[at], chance)
        else:
            _play(field, stage, on, chance)
    return field


def _chosen(field: Field, stage: StagePlan, order: Ints, count: int, units: int) -> Mask:
    """Return who of an order plays in a stage of ``count`` players; in a knock-out the players of the best teams."""
    if stage.method != "knockout":
        return chosen(stage.who, order, field.place, units, field.pool)
    return in_teams(order, _seeds(field, stage, count), stage.knockout.players)


def _seeds(field: Field, stage: StagePlan, count: int) -> Ints:
    """Return the teams of a knock-out by all their points, at the positions of its bracket."""
    size, cross = stage.knockout.players, stage.knockout.cross
    teams = teams_in_order(field.all_table, field.all_score, size)
    if stage.who.kind == "best-of-pools":
        pool = field.pool[:, ::size]
        inside = first_of_units(np.take_along_axis(pool, teams, axis=1), stage.who.count)
        best = by_place(_parted(teams, inside)[0], pool)
        return best[:, bracket_places(stage, best.shape[1], int(pool.max()) + 1)]
    best = teams[:, : count // size]
    return best[:, np.array(cross) - 1] if cross else best


def _knock_out(field: Field, stage: StagePlan, at: int, count: int, chance: np.random.Generator) -> None:
    """Play a knock-out, and rank its teams, with their players, above those of earlier stages."""
    size = stage.knockout.players
    play = KnockOut(stage.knockout, _seeds(field, stage, count), field.all_table, field.all_score, chance)
    ranked = play.played(lambda tables: sit(field, tables, chance))
    ranks = np.repeat(np.arange(ranked.shape[1]), size)[None, :]
    np.put_along_axis(field.bracket, players_of(ranked, size), ranks, axis=1)
    np.put_along_axis(field.team_rank, players_of(ranked, size), ranks - at * field.table.shape[1], axis=1)


def _parted(order: Ints, inside: Mask) -> tuple[Ints, Ints]:
    """Return the players of a field who are inside and those who are not, each in the order of the ranks."""
    count = int(inside[0].sum())
    parted = np.take_along_axis(order, (~inside).argsort(axis=1, kind="stable"), axis=1)
    return parted[:, :count], parted[:, count:]


def _begin(field: Field, stage: StagePlan, at: int, on: Ints) -> None:
    """Let players go on, carry their points over and freeze the brackets."""
    playing = on.shape[1]
    if stage.frozen:
        np.put_along_axis(field.bracket, on, np.arange(playing)[None, :] // stage.frozen, axis=1)
    np.put_along_axis(field.stage, on, at, axis=1)
    for points in (field.table, field.score):
        kept = np.take_along_axis(points, on, axis=1)
        carried = {"full": kept, "half": kept // 2}.get(stage.carry, np.zeros_like(kept))
        np.put_along_axis(points, on, carried, axis=1)
    if stage.carry == "bonus":
        bonus = np.array([int(12 * points) for points in stage.bonus[:playing]], dtype=np.int64)
        np.put_along_axis(field.table, on[:, : len(bonus)], bonus[None, :], axis=1)


def _play(field: Field, stage: StagePlan, on: Ints, chance: np.random.Generator) -> None:
    """Play a stage; ``on`` are its players, best first."""
    playing = on.shape[1]
    if stage.method == "cross":
        pools = int(field.pool.max()) + 1
        tables = by_place(on, field.pool)[:, cross_tables(stage, playing, pools).ravel()]
        sit(field, tables.reshape(len(on), -1, 4), chance)
        return
    lots: list[tuple[Ints, Ints]] = []
    if stage.method == "chart":
        for group in groups(stage, field.order()[:, :playing], field.pool):
            bracket = stage.frozen or group.shape[1]
            chart = charts(group.shape[1], len(stage.sessions), bracket)
            lots.append((chart, _shuffled(group, bracket, chance)))
    for session in range(len(stage.sessions)):
        if lots:
            drawn = [lot[:, chart[session].ravel()] for chart, lot in lots]
        else:
            orders = groups(stage, field.order()[:, :playing], field.pool)
            drawn = [_drawn(field, stage.method, order, stage.frozen or order.shape[1], chance) for order in orders]
        sit(field, np.concatenate(drawn, axis=1).reshape(len(on), -1, 4), chance)


def _drawn(field: Field, method: str, order: Ints, bracket: int, chance: np.random.Generator) -> Ints:
    """Return who sits where in one session, as rows of players table by table."""
    if method == "swiss":
        return np.take_along_axis(order, swiss(order, field.met, bracket).reshape(len(order), -1), axis=1)
    if method == "lots":
        order = _shuffled(order, bracket, chance)
    if method == "winners":
        by_place = np.take_along_axis(field.place, order, axis=1) + 8 * (np.arange(order.shape[1]) // bracket)
        order = np.take_along_axis(order, by_place.argsort(axis=1, kind="stable"), axis=1)
    return order[:, places(method, order.shape[1], bracket).ravel()]


def _shuffled(order: Ints, bracket: int, chance: np.random.Generator) -> Ints:
    """Return the order with every bracket shuffled."""
    keys = chance.random(order.shape) + np.arange(order.shape[1]) // bracket
    return np.take_along_axis(order, keys.argsort(axis=1), axis=1)


def _measured(field: Field, team_size: int) -> Floats:
    """Return the sums of the four measures over the runs, of players or of teams."""
    order, strength = field.order(), field.strength
    if team_size:
        order, strength = field.team_order(team_size), of_teams(strength, team_size).sum(axis=2)
    count = order.shape[1]
    rank, by_strength = order.argsort(axis=1), (-strength).argsort(axis=1)
    strength_rank = by_strength.argsort(axis=1)
    top = np.take_along_axis(rank, by_strength[:, :4], axis=1)
    squares = ((rank - strength_rank).astype(np.float64) ** 2).sum(axis=1)
    correlation = 1 - 6 * squares / (count * (count**2 - 1))
    return np.array([
        (top[:, 0] == 0).sum(), correlation.sum(), (top < 16).all(axis=1).sum(), field.rematches.sum(),
    ], dtype=np.float64)  # fmt: skip
