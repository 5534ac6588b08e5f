"""Compare ratings on a generated federation of five years: ``python -m research.ratings [SEED]``.

Players of different strength, which drifts, play 12 events a year; the hands are those of the simulator
(`scoring.standings.rules.simulation.hands`). Each rating predicts who of two players at a table has more points, before
it sees the result. Its parameters are the best ones of a small grid in the years 2 and 3; the figures are those of the
years 4 and 5: the mean loss (-ln of the probability given to what happened; a coin has 0.6931), and the share of pairs
whose better rated player was ahead. Pairs with equal points do not count.
"""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple, Protocol

import numpy as np

from scoring.standings.rules.simulation.hands import session_scores

PLAYERS, YEARS, EVENTS, SESSIONS = 600, 5, 12, 8
#: The spread of strengths (the share of hands won goes with exp(strength)) and its drift in a year.
SPREAD, DRIFT = 0.3, 0.08
TUNED, JUDGED = (2, 3), (4, 5)


class Table(NamedTuple):
    """Four players and their scores."""

    year: int
    event: int
    session: int
    players: tuple[int, ...]
    scores: tuple[int, ...]


class Rating(Protocol):
    """A rating that learns table by table."""

    def wins(self, one: int, other: int) -> float:
        """Return the probability that ``one`` has more points than ``other``."""

    def learn(self, table: Table) -> None:
        """Take a result."""


def federation(seed: int) -> list[Table]:
    """Return the tables of five years in the order of play; the same for the same seed."""
    chance = np.random.default_rng(seed)
    strength = chance.normal(0, SPREAD, PLAYERS)
    # Some play often, most rarely.
    eager = chance.pareto(1.5, PLAYERS) + 0.2
    tables = []
    for year, event in product(range(1, YEARS + 1), range(EVENTS)):
        strength += chance.normal(0, DRIFT / math.sqrt(EVENTS), PLAYERS)
        field = chance.choice(PLAYERS, size=4 * int(chance.integers(8, 25)), replace=False, p=eager / eager.sum())
        for session in range(SESSIONS):
            seats = chance.permutation(field).reshape(-1, 4)
            for players, scores in zip(seats, session_scores(strength[seats], chance), strict=True):
                tables.append(Table(year, event, session, tuple(map(int, players)), tuple(map(int, scores))))
    return tables


class WengLin:
    """Weng and Lin (2011), a rating of groups by Bayesian approximation; the formulas of the two methods below.

    The scale is that of ``beta`` = 1: a difference of 1 is one deviation of luck at a table.
    """

    def __init__(self, sigma: float, tau: float) -> None:
        self.start, self.tau = sigma * sigma, tau * tau
        self.mean: dict[int, float] = {}
        self.variance: dict[int, float] = {}

    def of(self, player: int) -> tuple[float, float]:
        return self.mean.get(player, 0.0), self.variance.get(player, self.start)

    def wins(self, one: int, other: int) -> float:
        (first, spread), (second, other_spread) = self.of(one), self.of(other)
        return _logistic((first - second) / math.sqrt(2 + spread + other_spread))

    def learn(self, table: Table) -> None:
        means, variances = zip(*(self.of(player) for player in table.players), strict=True)
        variances = tuple(variance + self.tau for variance in variances)
        for player, mean, variance, (step, shrink) in zip(
            table.players, means, variances, self.steps(means, variances, table.scores), strict=True
        ):
            self.mean[player] = mean + step
            self.variance[player] = variance * max(1 - shrink, 1e-4)

    def steps(
        self, means: Sequence[float], variances: Sequence[float], scores: Sequence[int]
    ) -> Iterator[tuple[float, float]]:
        """Yield for each player the step of the mean, and the share by which the variance shrinks."""
        raise NotImplementedError


class BradleyTerry(WengLin):
    """The method "Bradley-Terry, full pair" (algorithm 1)."""

    def steps(
        self, means: Sequence[float], variances: Sequence[float], scores: Sequence[int]
    ) -> Iterator[tuple[float, float]]:
        for own, (mean, variance, score) in enumerate(zip(means, variances, scores, strict=True)):
            step = shrink = 0.0
            for at, (other, spread, points) in enumerate(zip(means, variances, scores, strict=True)):
                if at == own:
                    continue
                both = math.sqrt(variance + spread + 2)
                chance = _logistic((mean - other) / both)
                step += variance / both * (_result(score, points) - chance)
                shrink += math.sqrt(variance) / both * variance / both**2 * chance * (1 - chance)
            yield step, shrink


class PlackettLuce(WengLin):
    """The method "Plackett-Luce" (algorithm 4), with shared ranks."""

    def steps(
        self, means: Sequence[float], variances: Sequence[float], scores: Sequence[int]
    ) -> Iterator[tuple[float, float]]:
        total = math.sqrt(sum(variances) + len(variances))
        strengths = [math.exp(mean / total) for mean in means]
        # For each player: the sum of those who are not ahead, and how many share the rank.
        behind = [sum(s for s, points in zip(strengths, scores, strict=True) if points <= score) for score in scores]
        shared = [scores.count(score) for score in scores]
        for own, (variance, score) in enumerate(zip(variances, scores, strict=True)):
            step = shrink = 0.0
            for at, points in enumerate(scores):
                if points < score:
                    continue
                chance = strengths[own] / behind[at]
                step += ((at == own) - chance) / shared[at]
                shrink += chance * (1 - chance) / shared[at]
            yield variance / total * step, math.sqrt(variance) / total * variance / total**2 * shrink


class Glicko2:
    """Glicko-2 (Glickman 2013) over the six pairs of a table; a period is an event, or a session of it."""

    def __init__(self, deviation: float, volatility: float, by_session: bool) -> None:
        self.start = (0.0, deviation / 173.7178, volatility)
        self.by_session = by_session
        self.players: dict[int, tuple[float, float, float]] = {}
        self.period: tuple[int, ...] = ()
        self.games: dict[int, list[tuple[int, float]]] = {}

    def of(self, player: int) -> tuple[float, float, float]:
        return self.players.get(player, self.start)

    def wins(self, one: int, other: int) -> float:
        (first, deviation, _own), (second, other_deviation, _other) = self.of(one), self.of(other)
        return _logistic(_weight(math.hypot(deviation, other_deviation)) * (first - second))

    def learn(self, table: Table) -> None:
        period = (table.year, table.event, table.session) if self.by_session else (table.year, table.event)
        if period != self.period:
            self._close()
            self.period = period
        for one, other in combinations(range(4), 2):
            result = _result(table.scores[one], table.scores[other])
            self.games.setdefault(table.players[one], []).append((table.players[other], result))
            self.games.setdefault(table.players[other], []).append((table.players[one], 1 - result))

    def _close(self) -> None:
        """Rate everybody who played in the period that ended."""
        before = {player: self.of(player) for player in self.games}
        for player, games in self.games.items():
            mean, deviation, volatility = before[player]
            precision = step = 0.0
            for other, result in games:
                rating, other_deviation, _volatility = before[other]
                weight = _weight(other_deviation)
                chance = _logistic(weight * (mean - rating))
                precision += weight**2 * chance * (1 - chance)
                step += weight * (result - chance)
            volatility = _volatility_after(deviation, volatility, step / precision, 1 / precision)
            widened = deviation**2 + volatility**2
            variance = 1 / (1 / widened + precision)
            self.players[player] = (mean + variance * step, math.sqrt(variance), volatility)
        self.games = {}


def _volatility_after(deviation: float, volatility: float, delta: float, variance: float, tau: float = 0.5) -> float:
    """Return the new volatility (step 5, the Illinois algorithm)."""
    start = math.log(volatility**2)

    def f(x: float) -> float:
        grown = math.exp(x)
        wide = deviation**2 + variance + grown
        return grown * (delta**2 - wide) / (2 * wide**2) - (x - start) / tau**2

    low = start
    if delta**2 > deviation**2 + variance:
        high = math.log(delta**2 - deviation**2 - variance)
    else:
        high = start - tau
        while f(high) < 0:
            high -= tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _weight(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def _result(own: int, other: int) -> float:
    return 0.5 + 0.5 * ((own > other) - (own < other))


@dataclass
class Judged:
    """The loss and the hits of predictions."""

    pairs: int = 0
    loss: float = 0.0
    hits: int = 0

    def note(self, chance: float, ahead: bool) -> None:
        self.pairs += 1
        self.loss -= math.log(chance if ahead else 1 - chance)
        self.hits += (chance > 0.5) == ahead


def judge(rating: Rating, tables: Sequence[Table]) -> dict[tuple[int, ...], Judged]:
    """Let a rating predict and learn the tables; return the figures of the years for tuning and for judging."""
    judged: dict[tuple[int, ...], Judged] = {TUNED: Judged(), JUDGED: Judged()}
    for table in tables:
        years = next((years for years in judged if table.year in years), None)
        for one, other in combinations(range(4), 2):
            if years and table.scores[one] != table.scores[other]:
                chance = rating.wins(table.players[one], table.players[other])
                judged[years].note(chance, table.scores[one] > table.scores[other])
        rating.learn(table)
    return judged


def main() -> None:
    """Print the figures of each rating with its best parameters."""
    tables = federation(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    print(f"{len(tables)} tables of {PLAYERS} players in {YEARS} years")
    weng_lin = list(product((0.3, 0.4, 0.5, 0.6, 0.8, 1.0), (0.0, 0.005, 0.01, 0.02)))
    glicko = list(product((60, 80, 100, 120, 160), (0.003, 0.01, 0.03), (False, True)))
    candidates: list[tuple[str, Callable[..., Rating], Sequence[tuple[float, ...]]]] = [
        ("Weng-Lin, Plackett-Luce", PlackettLuce, weng_lin),
        ("Weng-Lin, Bradley-Terry full", BradleyTerry, weng_lin),
        ("Glicko-2 over six pairs", Glicko2, glicko),
    ]
    for name, rating, grid in candidates:
        results = [(judge(rating(*parameters), tables), parameters) for parameters in grid]
        best, parameters = min(results, key=lambda result: result[0][TUNED].loss)
        found = best[JUDGED]
        print(
            f"{name} {parameters}: loss {found.loss / found.pairs:.4f}, better rated ahead "
            f"{found.hits / found.pairs:.2%} of {found.pairs} pairs"
        )


if __name__ == "__main__":
    main()
