"""The rating Glicko-2."""

import math
from itertools import combinations

from research.ratings.tables import Table, logistic, result_of

#: How much the volatility may change (the system constant of the paper).
TAU = 0.5


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
        return logistic(_weight(math.hypot(deviation, other_deviation)) * (first - second))

    def learn(self, table: Table) -> None:
        period = (table.year, table.event, table.session) if self.by_session else (table.year, table.event)
        if period != self.period:
            self._close()
            self.period = period
        for one, other in combinations(range(4), 2):
            result = result_of(table.scores[one], table.scores[other])
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
                chance = logistic(weight * (mean - rating))
                precision += weight**2 * chance * (1 - chance)
                step += weight * (result - chance)
            volatility = _volatility_after(deviation, volatility, step / precision, 1 / precision)
            widened = deviation**2 + volatility**2
            variance = 1 / (1 / widened + precision)
            self.players[player] = (mean + variance * step, math.sqrt(variance), volatility)
        self.games = {}


def _volatility_after(deviation: float, volatility: float, delta: float, variance: float) -> float:
    """Return the new volatility (step 5, the Illinois algorithm)."""
    start = math.log(volatility**2)

    def f(x: float) -> float:
        grown = math.exp(x)
        wide = deviation**2 + variance + grown
        return grown * (delta**2 - wide) / (2 * wide**2) - (x - start) / TAU**2

    low = start
    if delta**2 > deviation**2 + variance:
        high = math.log(delta**2 - deviation**2 - variance)
    else:
        high = start - TAU
        while f(high) < 0:
            high -= TAU
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
