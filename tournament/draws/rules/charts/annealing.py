"""Annealing over several sessions at once, where best exchanges alone give poor results.

Each step computes the costs of all exchanges of two seats of one session as one matrix and picks one at random, cheaper
ones more likely; the chance of expensive ones falls. All arithmetic uses whole numbers.
"""

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.charts.exchanges import Prices, chart_cost, exchanged
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import meetings
from tournament.draws.rules.types import Positions

ONE = 1 << 32
HOT, COLD, STAY = ONE // 20, ONE // 200, 2 * ONE
"""The chance of an exchange with the smallest positive cost, at first and at last; the weight of no exchange."""
WORST, EVERY = 64, 100
MENDING = 1000


def chances(now: int) -> NDArray[np.int64]:
    """Return the weight of an exchange by its cost, from -WORST to WORST.

    It is ONE up to cost 0, then the chance to the power of the cost.
    """
    falling = [ONE]
    for _cost in range(WORST):
        falling.append(falling[-1] * now >> 32)
    return np.array([ONE] * WORST + falling, dtype=np.int64)


def _ranked(price: Prices, again: int) -> tuple[Prices, int]:
    """Return the prices in small units that keep their order, and ``again`` in these units."""
    levels = np.unique(np.append(price, again))
    levels = levels[levels > 0]
    return np.searchsorted(levels, price, side="right"), int(np.searchsorted(levels, again, side="right"))


class _Sessions:
    """The sessions with the price of one more meeting of each pair, in units and as the true cost."""

    def __init__(self, chart: Positions, price: Prices, again: int) -> None:
        self.seats = chart.reshape(len(chart), -1).copy()
        self.table = np.arange(self.seats.shape[1]) // 4
        met = meetings(chart)
        unit_price, self.unit = _ranked(price, again)
        self.units, self.true, self.again = unit_price + self.unit * met, price + again * met, again
        for matrix in (self.units, self.true):
            np.fill_diagonal(matrix, 0)

    def changes(self, session: int) -> Prices:
        """Return what the exchange of any two seats of a session adds, in units (meaningless within a table)."""
        seats = self.seats[session]
        price = self.units[seats[:, None], seats]
        arriving = price.reshape(len(seats), -1, 4).sum(axis=2)[:, self.table]
        leaving = arriving.diagonal() - 3 * self.unit
        both = arriving - price - leaving[:, None]
        return both + both.T

    def exchange(self, session: int, first: int, second: int) -> int:
        """Exchange two seats; return the change of the true cost."""
        seats, added = self.seats[session], 0
        for seat, target in ((first, second), (second, first)):
            player, mates, new_mates = seats[seat], self._mates(seats, seat), self._mates(seats, target)
            added += int(self.true[player, new_mates].sum() - self.true[player, mates].sum()) + 3 * self.again
        for sign in (-1, 1):
            for seat in (first, second):
                player, mates = seats[seat], self._mates(seats, seat)
                for matrix, amount in ((self.units, self.unit), (self.true, self.again)):
                    matrix[player, mates] += sign * amount
                    matrix[mates, player] += sign * amount
            if sign < 0:
                seats[[first, second]] = seats[[second, first]]
        return added

    @staticmethod
    def _mates(seats: NDArray[np.int64], own_seat: int) -> NDArray[np.int64]:
        first_seat = own_seat // 4 * 4
        return seats[[seat for seat in range(first_seat, first_seat + 4) if seat != own_seat]]


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
    """Return the cheapest chart seen and its cost; stop at ``bound`` or the last step. Arguments as ``exchanged``."""
    cost = least = chart_cost(chart, price, again)
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
        first, second = divmod(int(sums.searchsorted(chosen, side="right")), len(state.table))
        cost += state.exchange(session, first, second)
        if cost < least:
            best, least = state.seats.reshape(chart.shape).copy(), cost
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
    """Try best exchanges first, which change least, and annealing only if they do not reach ``bound``."""
    mended, cost = exchanged(chart, price, again, numbers, bound=bound, steps=MENDING, within=within)
    if cost <= bound:
        return mended, cost
    return annealed(mended, price, again, numbers, bound=bound, steps=steps, within=within)
