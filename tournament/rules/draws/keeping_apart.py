"""Who gets which position of a fixed chart in the start, with teams, countries and regions kept apart (3.5.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from tournament.rules.draws.how import AREAS
from tournament.rules.draws.numbers import Numbers
from tournament.rules.draws.quality import PAIRS, meetings
from tournament.rules.draws.types import Entrant, Positions

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

    ``at`` is what the others at the tables of each position add to each column (columns x positions), ``own`` what who
    is there pays for it; so a step takes a few lines of ``at``, and changes few numbers in it.
    """

    def __init__(self, chart: Positions, price: Prices, lot: Sequence[int]) -> None:
        self.lot = np.array(lot, dtype=np.int64)
        self.costs = price.costs
        self.pays = np.ascontiguousarray(price.pays[self.lot].T)
        self.met = meetings(chart)
        self.at = np.zeros(price.costs.T.shape, dtype=np.int64)
        places, columns = price.costs[self.lot].nonzero()
        added = price.costs[self.lot[places], columns]
        np.add.at(self.at, (columns[:, None], opponents(chart)[places]), added[:, None])
        self.own = self.at[self.pays, np.arange(len(self.lot))].sum(axis=0)
        self.alike = price.costs[self.lot, self.pays].sum(axis=0)

    def changes(self, position: int) -> Weights:
        """What the exchange of this position with each other one adds to the total.

        Who meet each other would each be priced beside themselves (``alike``), and pay for one another as before.
        """
        here, mine = self.at[:, position], self.costs[self.lot[position]]
        both = np.add.reduce(mine.take(self.pays))
        change = self.met[position] * (2 * both - self.alike - self.alike[position])
        change += np.add.reduce(here.take(self.pays))
        change += np.add.reduce(self.at[self.pays[:, position]])
        change -= self.own
        return change - self.own[position]

    def exchange(self, one: int, other: int) -> None:
        """Swap the numbers at two positions."""
        dearer = self.costs[self.lot[other]] - self.costs[self.lot[one]]
        meets = self.met[one] - self.met[other]
        for line in (self.lot, self.alike, *self.pays):
            line[one], line[other] = line[other], line[one]
        changed = meets != 0
        changed[one] = changed[other] = True
        (columns,), (near,) = dearer.nonzero(), changed.nonzero()
        self.at[columns[:, None], near] += dearer[columns, None] * meets[near]
        self.own[near] = np.add.reduce(self.at[self.pays[:, near], near])


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
    now = least = total_cost(chart, price, lot)
    if least <= bound:
        return list(lot), least, 0
    best = np.array(lot)
    state = _Lots(chart, price, lot)
    closed_until = np.zeros(len(best), dtype=np.int64)
    noise = np.tile(numbers.permutation(len(best)), 2)
    size = len(best)
    since = 0
    for step in count():
        if least <= bound or step >= since + steps:
            break
        resting = closed_until > step
        (candidates,) = ((state.own > 0) > resting).nonzero()
        if not len(candidates):
            continue
        position = int(candidates[numbers.below(len(candidates))])
        change = state.changes(position)
        closed = resting & (change >= least - now)
        closed[position] = True
        key = change * size + noise[step % size : step % size + size]
        key[closed] = CLOSED
        other = int(key.argmin())
        state.exchange(position, other)
        now += int(change[other])
        closed_until[position] = closed_until[other] = step + 2 + numbers.below(TENURE)
        if now < least:
            best, least, since = state.lot.copy(), now, step + 1
    return best.tolist(), least, step
