"""Tabu search over several sessions at once: two players of one session exchange their seats, repeatedly."""

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import meetings
from tournament.draws.rules.types import Positions

TENURE = 8
CLOSED, NEVER = 1 << 60, 1 << 62

Prices = NDArray[np.int64]


class _Exchanges:
    """A chart under exchanges, with the price of one more meeting of each pair (which rises with every meeting)."""

    def __init__(self, chart: Positions, price: Prices, again: int) -> None:
        self.chart = chart.copy()
        self.again = again
        self.price = price + again * meetings(chart)
        np.fill_diagonal(self.price, 0)

    def changes(self, session: int, table: int, seat: int) -> Prices:
        """Return what an exchange of this seat with each other seat of the session adds to the cost (tables x 4)."""
        tables, price, again = self.chart[session], self.price, self.again
        player, mates = tables[table, seat], np.delete(tables[table], seat)
        arriving = price[player][tables]
        own = price[tables[:, :, None], tables[:, None, :]].sum(axis=2) - 3 * again
        leaving = int((price[player, mates] - again).sum())
        change = arriving.sum(axis=1, keepdims=True) - arriving - leaving
        return change + price[tables[:, :, None], mates].sum(axis=2) - own

    def exchange(self, session: int, first: tuple[int, int], second: tuple[int, int]) -> None:
        tables = self.chart[session]
        for amount in (-self.again, self.again):
            for table in (first[0], second[0]):
                four = tables[table]
                self.price[four[:, None], four[None, :]] += amount
            if amount < 0:
                tables[first], tables[second] = tables[second], tables[first]
        np.fill_diagonal(self.price, 0)

    def costly(self) -> NDArray[np.int64]:
        """Return session, table and seat of every player with a mate at a price."""
        seated = self.price[self.chart[:, :, :, None], self.chart[:, :, None, :]]
        return np.argwhere((seated > self.again).any(axis=3))


def chart_cost(chart: Positions, price: Prices, again: int) -> int:
    """Return the cost of all meetings: each at its price, plus ``again`` for every earlier one of the same pair."""
    met = meetings(chart)
    return int((price * met + again * (met * (met - 1) // 2)).sum()) // 2


def exchanged(
    chart: Positions,
    price: Prices,
    again: int,
    numbers: Numbers,
    *,
    bound: int,
    steps: int,
    within: NDArray[np.int64] | None = None,
) -> tuple[Positions, int]:
    """Return the cheapest chart, and its cost, that tabu search finds before ``bound`` or the last step.

    It never returns a more expensive chart. A meeting costs ``price`` (a symmetric matrix over the positions) and
    ``again`` for each earlier meeting of the pair, which is the sum of C(meetings, 2) if all prices are 0. With
    ``within`` (a label for each position) only positions with equal labels exchange seats, so that a unique label fixes
    its player.
    """
    cost = least = chart_cost(chart, price, again)
    best, size = chart, price.shape[0]
    if least <= bound or chart.shape[1] < 2:
        return best, least
    search = _Exchanges(chart, price, again)
    closed_until = np.zeros((len(chart), size), dtype=np.int64)
    noise = np.array(numbers.permutation(size)).reshape(-1, 4)
    for step in range(steps):
        candidates = search.costly()
        session, table, seat = (int(index) for index in candidates[numbers.below(len(candidates))])
        change = search.changes(session, table, seat)
        seats = search.chart[session]
        key = change * size + np.roll(noise, step)
        key[(closed_until[session][seats] > step) & (cost + change >= least)] += CLOSED
        key[table] = NEVER
        if within is not None:
            key[within[seats] != within[seats[table, seat]]] = NEVER
        other = tuple(int(index) for index in np.unravel_index(int(key.argmin()), key.shape))
        if key[other] == NEVER:
            continue
        moved = [seats[table, seat], seats[other]]
        cost += int(change[other])
        search.exchange(session, (table, seat), (other[0], other[1]))
        closed_until[session, moved] = step + 1 + numbers.below(TENURE)
        if cost < least:
            best, least = search.chart.copy(), cost
            if least <= bound:
                break
    return best, least
