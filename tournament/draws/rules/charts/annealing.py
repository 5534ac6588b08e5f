"""Annealing over several sessions at once, where best exchanges alone end far from the best.

Each step looks at all exchanges of two seats of one session together (their costs are one matrix) and takes one by
chance, those that cost less likelier; the chance of costlier ones falls. All arithmetic is of whole numbers.
"""

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.charts.exchanges import Prices, chart_cost, exchanged
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import meetings
from tournament.draws.rules.types import Positions

ONE = 1 << 32
HOT, COLD, STAY = ONE // 20, ONE // 200, 2 * ONE
"""The chance of an exchange that costs the least there is, at first and at last, and the weight of none at all."""
WORST, EVERY = 64, 100
MENDING = 1000


def chances(now: int) -> NDArray[np.int64]:
    """The weight of an exchange by what it costs, from -WORST to WORST: one, or the chance to the power of the cost."""
    falling = [ONE]
    for _cost in range(WORST):
        falling.append(falling[-1] * now >> 32)
    return np.array([ONE] * WORST + falling, dtype=np.int64)


def _ranked(price: Prices, again: int) -> tuple[Prices, int]:
    """The prices in small units that keep their order, and ``again`` in them: what costs least costs one."""
    levels = np.unique(np.append(price, again))
    levels = levels[levels > 0]
    return np.searchsorted(levels, price, side="right"), int(np.searchsorted(levels, again, side="right"))


class _Sessions:
    """The sessions with the price of a meeting more of each two, in units and as it is."""

    def __init__(self, chart: Positions, price: Prices, again: int) -> None:
        self.seats = chart.reshape(len(chart), -1).copy()
        self.table = np.arange(self.seats.shape[1]) // 4
        met = meetings(chart)
        unit_price, self.unit = _ranked(price, again)
        self.units, self.true, self.again = unit_price + self.unit * met, price + again * met, again
        for matrix in (self.units, self.true):
            np.fill_diagonal(matrix, 0)

    def changes(self, session: int) -> Prices:
        """What the exchange of any two seats of a session adds, in units (nonsense within a table)."""
        seats = self.seats[session]
        price = self.units[seats[:, None], seats]
        arriving = price.reshape(len(seats), -1, 4).sum(axis=2)[:, self.table]
        own = arriving.diagonal() - 3 * self.unit
        both = arriving - price - own[:, None]
        return both + both.T

    def exchange(self, session: int, one: int, other: int) -> int:
        """Exchange two seats; what that adds to the true cost."""
        seats, added = self.seats[session], 0
        for at, to in ((one, other), (other, one)):
            player, mates, others = seats[at], self._mates(seats, at), self._mates(seats, to)
            added += int(self.true[player, others].sum() - self.true[player, mates].sum()) + 3 * self.again
        for sign in (-1, 1):
            for at in (one, other):
                player, mates = seats[at], self._mates(seats, at)
                for matrix, by in ((self.units, self.unit), (self.true, self.again)):
                    matrix[player, mates] += sign * by
                    matrix[mates, player] += sign * by
            if sign < 0:
                seats[[one, other]] = seats[[other, one]]
        return added

    @staticmethod
    def _mates(seats: NDArray[np.int64], at: int) -> NDArray[np.int64]:
        first = at // 4 * 4
        return seats[[seat for seat in range(first, first + 4) if seat != at]]


def annealed(
    chart: Positions,
    price: Prices,
    again: int,
    numbers: Numbers,
    *,
    bound: int,
    steps: int,
    within: NDArray[np.int64] | None = None,
) -> tuple[Positions, int]:
    """The cheapest chart seen, and its cost, before ``bound`` or the last step; arguments as ``exchanged``."""
    now = least = chart_cost(chart, price, again)
    best = chart
    state = _Sessions(chart, price, again)
    closed = np.tril(np.ones((len(state.table), len(state.table)), dtype=bool)) | (state.table[:, None] == state.table)
    for step in range(steps if chart.shape[1] > 1 else 0):
        if least <= bound:
            break
        if step % EVERY == 0:
            weights = chances(HOT + (COLD - HOT) * step // steps)
        session = step % len(chart)
        weight = weights[np.clip(state.changes(session), -WORST, WORST) + WORST]
        weight[closed] = 0
        if within is not None:
            seated = within[state.seats[session]]
            weight[seated[:, None] != seated] = 0
        sums = weight.ravel().cumsum()
        chosen = numbers.below(int(sums[-1]) + STAY)
        if chosen >= sums[-1]:
            continue
        one, other = divmod(int(sums.searchsorted(chosen, side="right")), len(state.table))
        now += state.exchange(session, one, other)
        if now < least:
            best, least = state.seats.reshape(chart.shape).copy(), now
    return best, least


def rearranged(
    chart: Positions,
    price: Prices,
    again: int,
    numbers: Numbers,
    *,
    bound: int,
    steps: int,
    within: NDArray[np.int64] | None = None,
) -> tuple[Positions, int]:
    """Best exchanges first, which leave most as it is, and only if they do not reach ``bound`` annealing."""
    mended, cost = exchanged(chart, price, again, numbers, bound=bound, steps=MENDING, within=within)
    if cost <= bound:
        return mended, cost
    return annealed(mended, price, again, numbers, bound=bound, steps=steps, within=within)
