"""Who gets which position of a fixed chart: the lots, with teams, countries and regions kept apart (3.5.1)."""

from collections.abc import Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

from tournament.rules.draws.how import AREAS
from tournament.rules.draws.numbers import Numbers
from tournament.rules.draws.quality import PAIRS, labels, meetings
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


def weights(everybody: Sequence[Entrant], region: int = REGION) -> Weights:
    """What a meeting of each two numbers costs: pairs apart before teams before countries before regions.

    Unless ``region``, the cost of two of one region, says otherwise.
    """
    size = len(everybody)
    total = np.zeros((size, size), dtype=np.int64)
    for names, weight in (
        ([one.team for one in everybody], TEAM),
        ([one.country for one in everybody], COUNTRY),
        ([one.region for one in everybody], region),
    ):
        label = labels(names, size)
        total += weight * (label[:, None] == label[None, :])
    for entrant in everybody:
        for other in entrant.apart:
            total[entrant.number - 1, other - 1] = total[other - 1, entrant.number - 1] = APART
    np.fill_diagonal(total, 0)
    return total


def region_weight(rule: str) -> int:
    """What two of one region cost under a rule."""
    return AREA if rule == AREAS else REGION


class _Lots:
    """A lot (the number at each position) under exchange of two positions, with what each position's meetings cost."""

    def __init__(self, chart: Positions, cost: Weights, lot: Sequence[int]) -> None:
        self.lot = np.array(lot, dtype=np.int64)
        self.met = meetings(chart)
        self.opponents = opponents(chart)
        self.cost = cost[np.ix_(self.lot, self.lot)]
        self.own = (self.met * self.cost).sum(axis=1)

    def changes(self, position: int) -> Weights:
        """What the exchange of this position with each other one adds to the total."""
        own = self.cost[position]
        change = np.add.reduce(self.cost[self.opponents[position]]) - self.own
        change += np.add.reduce(own[self.opponents], axis=1)
        change += 2 * self.met[position] * own
        return change - self.own[position]

    def exchange(self, one: int, other: int) -> None:
        """Swap the numbers at two positions."""
        met, cost, own = self.met, self.cost, self.own
        own -= met[one] * cost[one] + met[other] * cost[other]
        self.lot[one], self.lot[other] = self.lot[other], self.lot[one]
        for lines in (cost, cost.T):
            kept = lines[one].copy()
            lines[one] = lines[other]
            lines[other] = kept
        changed = met[one] * cost[one], met[other] * cost[other]
        own += changed[0] + changed[1]
        own[one], own[other] = changed[0].sum(), changed[1].sum()


def opponents(chart: Positions) -> NDArray[np.int64]:
    """For each position the three others at its table in each session."""
    sessions, tables, _ = chart.shape
    found = np.empty((4 * tables, 3 * sessions), dtype=np.int64)
    for session in range(sessions):
        for seat in range(4):
            others = chart[session][:, [other for other in range(4) if other != seat]]
            found[chart[session][:, seat], 3 * session : 3 * session + 3] = others
    return found


def total_cost(chart: Positions, cost: Weights, lot: Sequence[int]) -> int:
    """What all meetings of a chart with this lot cost."""
    seated = np.array(lot)[chart]
    return int(sum(cost[seated[:, :, one], seated[:, :, other]].sum() for one, other in PAIRS))


def searched(
    chart: Positions, cost: Weights, lot: Sequence[int], numbers: Numbers, bound: int, steps: int = STEPS
) -> tuple[list[int], int, int]:
    """The best lot that best swaps with tabu find from ``lot``, its cost, and how many steps it took: until ``bound``,
    or until so many steps in a row brought nothing better.

    Each step moves someone whose meetings cost something, by chance, with the partner that adds least; the two then
    stay for a few steps.
    """
    best = list(lot)
    now = least = total_cost(chart, cost, lot)
    if least <= bound:
        return best, least, 0
    state = _Lots(chart, cost, lot)
    closed_until = np.zeros(len(best), dtype=np.int64)
    noise = np.tile(numbers.permutation(len(best)), 2)
    size = len(best)
    since = 0
    for step in count():
        if least <= bound or step >= since + steps:
            break
        resting = closed_until > step
        (candidates,) = (state.own > resting * CLOSED).nonzero()
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
        closed_until[[position, other]] = step + 2 + numbers.below(TENURE)
        if now < least:
            best, least, since = state.lot.tolist(), now, step + 1
    return best, least, step
