"""Who gets which position of a fixed chart in the start, with teams, countries and regions kept apart (3.5.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.how import AREAS
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import PAIRS
from tournament.draws.rules.types import Entrant, Positions

APART, TEAM, COUNTRY, REGION = 10**9, 10**6, 10**3, 1
AREA = AGAIN = 10**8
"""A meeting of two of one area in a draw by areas; one more meeting of two where the chart is searched too."""
STEPS, AREA_STEPS, TENURE = 60, 1500, 7
"""So many exchanges in a row without a better lot end a round of the search, and the one of a draw by areas; for so
many at most those just exchanged stay."""
ENOUGH = 600
"""After so many steps no further round in the same groups begins: what bounds the time where people must meet."""
CLOSED = np.iinfo(np.int64).max

Weights = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Prices:
    """What meetings cost, by columns: one for each team, country and region, and one for each who is kept apart.

    ``pays`` has each number's columns (the first for nobody), ``costs`` what a number adds to each column (numbers x
    columns): two numbers who meet cost the sum of what one adds to the other's columns.
    """

    pays: Weights
    costs: Weights


def prices(everybody: Sequence[Entrant], region: int = REGION) -> Prices:
    """What a meeting of each two numbers costs: pairs apart before teams before countries before regions.

    Unless ``region``, the cost of two of one region, says otherwise.
    """
    apart = {(one.number - 1, other - 1) for one in everybody for other in one.apart}
    apart |= {(other, one) for one, other in apart}
    units: dict[tuple[int, object], int] = {}
    rows = [
        [units.setdefault((way, name), len(units) + 1) if name else 0 for way, name in enumerate(names)]
        for names in ((one.team, one.country, one.region) for one in everybody)
    ]
    alone = {one: len(units) + 1 + at for at, one in enumerate(sorted({one for one, _ in apart}))}
    costs = np.zeros((len(rows), 1 + len(units) + len(alone)), dtype=np.int64)
    pays = np.array([[*row, alone.get(at, 0)] for at, row in enumerate(rows)], dtype=np.int64)
    for way, weight in enumerate((TEAM, COUNTRY, region)):
        costs[np.arange(len(rows)), pays[:, way]] = weight
    costs[:, 0] = 0
    for one, other in apart:
        costs[one, alone[other]] = APART - costs[one, pays[other, :3]].sum()
    return Prices(pays[:, pays.any(axis=0)], costs)


def weights(everybody: Sequence[Entrant], region: int = REGION) -> Weights:
    """The prices number by number: a symmetric matrix with zeros on its diagonal."""
    price = prices(everybody, region)
    total = price.costs[:, price.pays].sum(axis=2)
    np.fill_diagonal(total, 0)
    return total


def region_weight(rule: str) -> int:
    """What two of one region cost under a rule."""
    return AREA if rule == AREAS else REGION


class _Lots:
    """A lot (the number at each position) under exchange of two positions.

    ``at`` is what the others at the tables of each position add to each column (columns x positions), ``saved`` what
    would no longer be paid if nobody were there. A step costs what its calls of NumPy cost, hardly what is in them: so
    all costs are multiplied by the positions beforehand, which leaves room to break ties, and what is added up lies
    together (``_sums``).
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
        places, columns = self.costs[self.lot].nonzero()
        added = self.costs[self.lot[places], columns]
        np.add.at(self.at, (columns[:, None], self.near[places]), added[:, None])
        self._positions = np.arange(size)
        self._sums = np.empty((2 * ways + 1, size), dtype=np.int64)
        self._here, self._there, self.saved = self._sums[:ways], self._sums[ways:-1], self._sums[-1]
        self._count()

    def _count(self) -> None:
        """What each position's own number pays, from ``at``."""
        paid = self.at.take(self.pays * len(self.lot) + self._positions)
        np.negative(np.add.reduce(paid), out=self.saved)

    def changes(self, position: int) -> Weights:
        """What the exchange of this position with each other one adds to the total, times the positions.

        Who meet each other would each be priced beside themselves (``alike``), and pay for one another as before.
        """
        self.at[:, position].take(self.pays, out=self._here, mode="clip")
        self.at.take(self.pays[:, position], axis=0, out=self._there, mode="clip")
        change = np.add.reduce(self._sums)
        change += self.saved[position]
        meet = np.add.reduce((2 * self.costs[self.lot[position]]).take(self.pays))
        meet -= self.alike
        meet -= self.alike[position]
        meet *= self._met(position)
        change += meet
        return change

    def exchange(self, one: int, other: int) -> None:
        """Swap the numbers at two positions."""
        dearer = self.costs[self.lot[other]] - self.costs[self.lot[one]]
        meets = self._met(one) - self._met(other)
        self._rows[:, [one, other]] = self._rows[:, [other, one]]
        (columns,) = dearer.nonzero()
        self.at[columns] += dearer[columns, None] * meets
        self._count()

    def _met(self, position: int) -> NDArray[np.int64]:
        """How often a position meets each."""
        return np.bincount(self.near[position], minlength=len(self.lot))


def opponents(chart: Positions) -> NDArray[np.int64]:
    """For each position the three others at its table in each session."""
    sessions, tables, _ = chart.shape
    found = np.empty((4 * tables, 3 * sessions), dtype=np.int64)
    for session in range(sessions):
        for seat in range(4):
            others = chart[session][:, [other for other in range(4) if other != seat]]
            found[chart[session][:, seat], 3 * session : 3 * session + 3] = others
    return found


def total_cost(chart: Positions, price: Prices, lot: Sequence[int]) -> int:
    """What all meetings of a chart with this lot cost."""
    seated = np.array(lot)[chart]
    pays = price.pays.T[:, seated]
    return int(sum(price.costs[seated[:, :, one], pays[:, :, :, other]].sum() for one, other in PAIRS))


def searched(
    chart: Positions, price: Prices, lot: Sequence[int], numbers: Numbers, bound: int, steps: int = STEPS
) -> tuple[list[int], int, int]:
    """The best lot that best swaps with tabu find from ``lot``, its cost, and how many steps it took: until ``bound``,
    or until so many steps in a row brought nothing better.

    Each step moves someone whose meetings cost something, by chance, with the partner that adds least; the two then
    stay for a few steps.
    """
    least = total_cost(chart, price, lot)
    if least <= bound:
        return list(lot), least, 0
    state = _Lots(chart, price, lot)
    size = len(lot)
    best, now, least = state.lot.copy(), least * size, least * size
    noise = np.tile(numbers.permutation(size), 2)
    resting = _Resting(size)
    since = 0
    for step in count():
        if least <= bound * size or step >= since + steps:
            break
        resting.end(step)
        (candidates,) = (state.saved < resting.least).nonzero()
        if not len(candidates):
            continue
        position = int(candidates[numbers.below(len(candidates))])
        change = state.changes(position)
        key = change + noise[step % size : step % size + size]
        key[position] = CLOSED
        other = int(key.argmin())
        while other in resting.until and change[other] >= least - now and key[other] < CLOSED:
            key[other] = CLOSED
            other = int(key.argmin())
        state.exchange(position, other)
        now += int(change[other])
        resting.begin((position, other), step + 2 + numbers.below(TENURE))
        if now < least:
            best, least, since = state.lot.copy(), now, step + 1
    return best.tolist(), least // size, step


class _Resting:
    """Who was just exchanged: until which step they stay, and what ``saved`` must be less than to move."""

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
