"""Play a format many times and measure it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from scoring.standings.rules.formats.checking import StagePlan
from scoring.standings.rules.simulation.hands import Floats, Ints, session_scores, table_points
from scoring.standings.rules.simulation.pairing import PAIRS, charts, places, swiss

#: Meetings held at once: runs x players x players.
HELD = 6_000_000
MINUTES = 120
#: Standard deviation of strength. With 0.3 table points over seven sessions spread as in the real event (5.3).
SPREAD = 0.3


@dataclass(frozen=True, slots=True)
class Figures:
    """What a format did over its runs.

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


@dataclass(slots=True)
class _Field:
    """The state of a batch of runs: a row for each run, a column for each player."""

    strength: Floats
    table: Ints
    score: Ints
    stage: Ints
    bracket: Ints
    place: Ints
    met: Ints
    rematches: Ints

    def order(self) -> Ints:
        """Return the players by rank: stage reached, frozen bracket, table points, score, then by chance."""
        keys = (-self.score, -self.table, self.bracket, -self.stage)
        return np.lexsort(keys, axis=1)


def simulated(
    stages: Sequence[StagePlan],
    players: int,
    runs: int,
    seed: str,
    *,
    minutes: int = MINUTES,
    spread: float = SPREAD,
    progress: Callable[[int], None] = lambda _done: None,
) -> Figures:
    """Return the figures of a format for ``players`` (a multiple of four) over ``runs``.

    ``progress`` hears the number of finished runs; an exception from it cancels.
    """
    key = int.from_bytes(sha256(seed.encode()).digest()[:16], "big")
    chance = np.random.default_rng(key)
    batch = max(1, HELD // players**2)
    sums = np.zeros(4)
    for first in range(0, runs, batch):
        sums += _batch(stages, players, min(batch, runs - first), spread, chance)
        progress(min(runs, first + batch))
    sessions = max(stage.last_session for stage in stages)
    best, correlation, four, rematches = (float(value) for value in sums / runs)
    return Figures(runs, best, correlation, four, rematches, sessions, sessions * minutes / 60)


def _batch(stages: Sequence[StagePlan], players: int, runs: int, spread: float, chance: np.random.Generator) -> Floats:
    """Play some runs; return the sums of the four measures."""
    zero = np.zeros((runs, players), dtype=np.int64)
    field = _Field(
        chance.normal(0, spread, (runs, players)), zero.copy(), zero.copy(), zero.copy(), zero.copy(), zero.copy(),
        np.zeros((runs, players, players), dtype=np.int8), np.zeros(runs, dtype=np.int64),
    )  # fmt: skip
    playing = players
    for at, stage in enumerate(stages):
        if at:
            playing = stages[at - 1].advance or playing
            _begin(field, stage, at, playing)
        _play(field, stage, playing, chance)
    return _measured(field)


def _begin(field: _Field, stage: StagePlan, at: int, playing: int) -> None:
    """Let the best go on, carry their points over and freeze the brackets."""
    order = field.order()
    on = order[:, :playing]
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


def _play(field: _Field, stage: StagePlan, playing: int, chance: np.random.Generator) -> None:
    bracket = stage.frozen or playing
    chart, lots = None, None
    if stage.method == "chart":
        chart = charts(playing, len(stage.sessions), bracket)
        lots = _shuffled(field.order()[:, :playing], bracket, chance)
    for session in range(len(stage.sessions)):
        order = field.order()[:, :playing]
        if chart is not None and lots is not None:
            tables = lots[:, chart[session].ravel()]
        else:
            tables = _drawn(field, stage.method, order, bracket, chance)
        _sit(field, tables.reshape(len(order), -1, 4), chance)


def _drawn(field: _Field, method: str, order: Ints, bracket: int, chance: np.random.Generator) -> Ints:
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


def _sit(field: _Field, tables: Ints, chance: np.random.Generator) -> None:
    """Play one session at these tables (runs x tables x 4)."""
    runs, count, _four = tables.shape
    run = np.arange(runs)[:, None, None]
    scores = session_scores(field.strength[run, tables].reshape(-1, 4), chance)
    points = table_points(scores)
    better = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    field.score[run, tables] += scores.reshape(runs, count, 4)
    field.table[run, tables] += points.reshape(runs, count, 4)
    field.place[run, tables] = better.reshape(runs, count, 4)
    for first, second in PAIRS.tolist():
        one, two = tables[:, :, first], tables[:, :, second]
        field.rematches += (field.met[run[:, :, 0], one, two] > 0).sum(axis=1)
        field.met[run[:, :, 0], one, two] = field.met[run[:, :, 0], two, one] = 1


def _measured(field: _Field) -> Floats:
    order = field.order()
    runs, players = order.shape
    rank, by_strength = order.argsort(axis=1), (-field.strength).argsort(axis=1)
    strength_rank = by_strength.argsort(axis=1)
    top = np.take_along_axis(rank, by_strength[:, :4], axis=1)
    squares = ((rank - strength_rank).astype(np.float64) ** 2).sum(axis=1)
    correlation = 1 - 6 * squares / (players * (players**2 - 1))
    return np.array([
        (top[:, 0] == 0).sum(), correlation.sum(), (top < 16).all(axis=1).sum(), field.rematches.sum(),
    ], dtype=np.float64)  # fmt: skip
