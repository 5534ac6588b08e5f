"""Who gets which position of a fixed chart: the lots, with teams, countries and regions kept apart (3.5.1)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tournament.rules.draws.how import AREAS
from tournament.rules.draws.numbers import Numbers
from tournament.rules.draws.quality import PAIRS, labels, meetings
from tournament.rules.draws.types import Entrant, Positions

APART, TEAM, COUNTRY, REGION = 10**9, 10**6, 10**3, 1
AREA = AGAIN = 10**8
"""A meeting of two of one area in a draw by areas; one more meeting of two where the chart is searched too."""
STEPS, TENURE = 1500, 7
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

    def __init__(self, met: Weights, cost: Weights, lot: Sequence[int]) -> None:
        self.lot = np.array(lot, dtype=np.int64)
        self.met = met
        self.neighbours = [np.flatnonzero(row) for row in met]
        self.cost = cost[np.ix_(self.lot, self.lot)]
        self.own = (met * self.cost).sum(axis=1)

    def changes(self, position: int) -> Weights:
        """What the exchange of this position with each other one adds to the total."""
        near, kin = self.neighbours[position], np.flatnonzero(self.cost[position])
        coming = self.met[position, near] @ self.cost[near]
        going = self.cost[position, kin] @ self.met[kin]
        between = 2 * self.met[position] * self.cost[position]
        return coming + going - self.own[position] - self.own + between

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


def total_cost(chart: Positions, cost: Weights, lot: Sequence[int]) -> int:
    """What all meetings of a chart with this lot cost."""
    seated = np.array(lot)[chart]
    return int(sum(cost[seated[:, :, one], seated[:, :, other]].sum() for one, other in PAIRS))


def searched(
    chart: Positions, cost: Weights, lot: Sequence[int], numbers: Numbers, bound: int, steps: int = STEPS
) -> tuple[list[int], int]:
    """The best lot, and its cost, that best swaps with tabu find from ``lot`` before ``bound`` or the last step.

    Each step moves someone whose meetings cost something, by chance, with the partner that adds least; the two then
    stay for a few steps.
    """
    best = list(lot)
    now = least = total_cost(chart, cost, lot)
    if least <= bound:
        return best, least
    state = _Lots(meetings(chart), cost, lot)
    closed_until = np.zeros(len(best), dtype=np.int64)
    noise = np.tile(numbers.permutation(len(best)), 2)
    size = len(best)
    for step in range(steps):
        if least <= bound:
            break
        candidates = np.flatnonzero((state.own > 0) & (closed_until <= step))
        if not len(candidates):
            continue
        position = int(candidates[numbers.below(len(candidates))])
        change = state.changes(position)
        closed = (closed_until > step) & (now + change >= least)
        closed[position] = True
        key = change * size + noise[step % size :][:size]
        key[closed] = CLOSED
        other = int(key.argmin())
        state.exchange(position, other)
        now += int(change[other])
        closed_until[[position, other]] = step + 2 + numbers.below(TENURE)
        if now < least:
            best, least = state.lot.tolist(), now
    return best, least
