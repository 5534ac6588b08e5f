"""Assign people to the positions of a fixed chart in the start, keeping teams, countries and regions apart (3.5.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.how import AREAS
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import PAIRS
from tournament.draws.rules.types import Entrant, Positions

APART, TEAM, COUNTRY, REGION = 10**9, 10**6, 10**3, 1
AREA = AGAIN = 10**8
"""Price of a meeting inside an area in a draw by areas; price of a repeated meeting if the chart is searched too."""
STEPS, AREA_STEPS, TENURE = 60, 1500, 7
"""Exchanges in a row without improvement that end a round of the search, and that of a draw by areas; the longest
time (in steps) for which exchanged positions stay fixed."""
ENOUGH = 600
"""Number of steps after which no further round in the same groups begins; bounds the time if kin must meet."""
CLOSED = np.iinfo(np.int64).max

Weights = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of meetings, by columns: one per team, country and region, and one per person with pairs to keep apart.

    ``pays`` has each number's columns (the first for none), ``costs`` what a number adds to each column (numbers x
    columns): a meeting of two numbers costs the sum of what one adds to the other's columns.
    """

    pays: Weights
    costs: Weights


def prices(everybody: Sequence[Entrant], region: int = REGION) -> Prices:
    """Return the prices of meetings: pairs kept apart before teams before countries before regions.

    ``region`` is the price of two people of one region.
    """
    apart = {(entrant.number - 1, other - 1) for entrant in everybody for other in entrant.apart}
    apart |= {(second, first) for first, second in apart}
    units: dict[tuple[int, object], int] = {}
    rows = []
    for entrant in everybody:
        names = (entrant.team, entrant.country, entrant.region)
        rows.append([units.setdefault((way, name), len(units) + 1) if name else 0 for way, name in enumerate(names)])
    kept_apart = sorted({first for first, _second in apart})
    alone = {number: len(units) + 1 + index for index, number in enumerate(kept_apart)}
    costs = np.zeros((len(rows), 1 + len(units) + len(alone)), dtype=np.int64)
    pays = np.array([[*row, alone.get(index, 0)] for index, row in enumerate(rows)], dtype=np.int64)
    for way, weight in enumerate((TEAM, COUNTRY, region)):
        costs[np.arange(len(rows)), pays[:, way]] = weight
    costs[:, 0] = 0
    for first, second in apart:
        costs[first, alone[second]] = APART - costs[first, pays[second, :3]].sum()
    return Prices(pays[:, pays.any(axis=0)], costs)


def weights(everybody: Sequence[Entrant], region: int = REGION) -> Weights:
    """Return the prices of all pairs of numbers: a symmetric matrix with zeros on its diagonal."""
    price = prices(everybody, region)
    total = price.costs[:, price.pays].sum(axis=2)
    np.fill_diagonal(total, 0)
    return total


def region_weight(rule: str) -> int:
    """Return the price of a meeting of two people of one region under a rule."""
    return AREA if rule == AREAS else REGION


class _Lots:
    """A lot (the number at each position) under exchange of two positions.

    ``at`` is what the other people at the tables of each position add to each column (columns x positions), ``saved``
    is the saving if the position were empty. The time of a step is the number of NumPy calls, hardly their size:
    therefore all costs are multiplied by the number of positions beforehand, which leaves room to break ties, and the
    summands are contiguous (``_sums``).
    """

    def __init__(self, chart: Positions, price: Prices, lot: Sequence[int]) -> None:
        size, ways = 4 * chart.shape[1], price.pays.shape[1]
        self.costs = price.costs * size
        self.near = opponents(chart)
        self._rows = np.empty((2 + ways, size), dtype=np.int64)
        self.lot, self.alike, self.pays = self._rows[0], self._rows[1], self._rows[2:]
        self.lot[:] = lot
        self.pays[:] = price.pays[self.lot].T
        self.alike[:] = self.costs[self.lot, self.pays].sum(axis=0)
        self.at = np.zeros(self.costs.T.shape, dtype=np.int64)
        positions, columns = self.costs[self.lot].nonzero()
        added = self.costs[self.lot[positions], columns]
        np.add.at(self.at, (columns[:, None], self.near[positions]), added[:, None])
        self._positions = np.arange(size)
        self._sums = np.empty((2 * ways + 1, size), dtype=np.int64)
        self._paid_at_position, self._paid_elsewhere = self._sums[:ways], self._sums[ways:-1]
        self.saved = self._sums[-1]
        self._count()

    def _count(self) -> None:
        """Update what the number at each position saves, from ``at``."""
        paid = self.at.take(self.pays * len(self.lot) + self._positions)
        np.negative(np.add.reduce(paid), out=self.saved)

    def changes(self, position: int) -> Weights:
        """Return what the exchange of this position with each other one adds to the total, times the positions.

        For pairs that meet, each number would be charged for a meeting with itself (``alike``); the correction replaces
        that by the unchanged price of their meetings.
        """
        self.at[:, position].take(self.pays, out=self._paid_at_position, mode="clip")
        self.at.take(self.pays[:, position], axis=0, out=self._paid_elsewhere, mode="clip")
        change = np.add.reduce(self._sums)
        change += self.saved[position]
        meet = np.add.reduce((2 * self.costs[self.lot[position]]).take(self.pays))
        meet -= self.alike
        meet -= self.alike[position]
        meet *= self._met(position)
        change += meet
        return change

    def exchange(self, first: int, second: int) -> None:
        """Swap the numbers at two positions."""
        added_costs = self.costs[self.lot[second]] - self.costs[self.lot[first]]
        meets = self._met(first) - self._met(second)
        self._rows[:, [first, second]] = self._rows[:, [second, first]]
        (columns,) = added_costs.nonzero()
        self.at[columns] += added_costs[columns, None] * meets
        self._count()

    def _met(self, position: int) -> NDArray[np.int64]:
        """Return how often a position meets each other position."""
        return np.bincount(self.near[position], minlength=len(self.lot))


def opponents(chart: Positions) -> NDArray[np.int64]:
    """Return for each position the three others at its table in each session."""
    sessions, tables, _ = chart.shape
    opponents_of = np.empty((4 * tables, 3 * sessions), dtype=np.int64)
    for session in range(sessions):
        for seat in range(4):
            other_seats = chart[session][:, [other for other in range(4) if other != seat]]
            opponents_of[chart[session][:, seat], 3 * session : 3 * session + 3] = other_seats
    return opponents_of


def total_cost(chart: Positions, price: Prices, lot: Sequence[int]) -> int:
    """Return the cost of all meetings of a chart with this lot."""
    seated = np.array(lot)[chart]
    pays = price.pays.T[:, seated]
    return int(sum(price.costs[seated[:, :, first], pays[:, :, :, second]].sum() for first, second in PAIRS))


def searched(
    chart: Positions, price: Prices, lot: Sequence[int], numbers: Numbers, bound: int, steps: int = STEPS
) -> tuple[list[int], int, int]:
    """Return the best lot that tabu search with best swaps finds from ``lot``, its cost, and the number of steps.

    It stops at ``bound``, or after ``steps`` steps in a row without improvement. Each step picks a random person whose
    meetings cost something and swaps with the cheapest partner; both then stay for a few steps.
    """
    least = total_cost(chart, price, lot)
    if least <= bound:
        return list(lot), least, 0
    state = _Lots(chart, price, lot)
    size = len(lot)
    best, current, least = state.lot.copy(), least * size, least * size
    noise = np.tile(numbers.permutation(size), 2)
    resting = _Resting(size)
    step = improved_at = 0
    while least > bound * size and step < improved_at + steps:
        resting.end(step)
        (candidates,) = (state.saved < resting.least).nonzero()
        if len(candidates):
            position = int(candidates[numbers.below(len(candidates))])
            change = state.changes(position)
            key = change + noise[step % size : step % size + size]
            key[position] = CLOSED
            other = int(key.argmin())
            while other in resting.until and change[other] >= least - current and key[other] < CLOSED:
                key[other] = CLOSED
                other = int(key.argmin())
            state.exchange(position, other)
            current += int(change[other])
            resting.begin((position, other), step + 2 + numbers.below(TENURE))
            if current < least:
                best, least, improved_at = state.lot.copy(), current, step + 1
        step += 1
    return best.tolist(), least // size, step


class _Resting:
    """Recently exchanged positions: the step until which they stay, and the limit of ``saved`` to move."""

    def __init__(self, size: int) -> None:
        self.until: dict[int, int] = {}
        self.least = np.zeros(size, dtype=np.int64)

    def begin(self, positions: Sequence[int], until: int) -> None:
        for position in positions:
            self.until[position] = until
            self.least[position] = -CLOSED

    def end(self, step: int) -> None:
        for position in [position for position, until in self.until.items() if until <= step]:
            del self.until[position]
            self.least[position] = 0
