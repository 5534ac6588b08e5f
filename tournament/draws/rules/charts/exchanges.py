"""Search over several sessions at once: two players of one session exchange their seats, again and again."""

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import meetings
from tournament.draws.rules.types import Positions

TENURE = 8
CLOSED, NEVER = 1 << 60, 1 << 62

Prices = NDArray[np.int64]


class _Exchanges:
    """A chart under exchanges, with the price of one more meeting of each two (which rises with every meeting)."""

    def __init__(self, chart: Positions, price: Prices, again: int) -> None:
        self.chart = chart.copy()
        self.again = again
        self.price = price + again * meetings(chart)
        np.fill_diagonal(self.price, 0)

    def changes(self, session: int, table: int, seat: int) -> Prices:
        """What an exchange of this seat with each other seat of the session adds to the cost (tables x 4)."""
        tables, price, again = self.chart[session], self.price, self.again
        player, mates = tables[table, seat], np.delete(tables[table], seat)
        arriving = price[player][tables]
        own = price[tables[:, :, None], tables[:, None, :]].sum(axis=2) - 3 * again
        leaving = int((price[player, mates] - again).sum())
        change = arriving.sum(axis=1, keepdims=True) - arriving - leaving
        return change + price[tables[:, :, None], mates].sum(axis=2) - own

    def exchange(self, session: int, one: tuple[int, int], other: tuple[int, int]) -> None:
        tables = self.chart[session]
        for by in (-self.again, self.again):
            for table in (one[0], other[0]):
                four = tables[table]
                self.price[four[:, None], four[None, :]] += by
            if by < 0:
                tables[one], tables[other] = tables[other], tables[one]
        np.fill_diagonal(self.price, 0)

    def costly(self) -> NDArray[np.int64]:
        """Session, table and seat of everyone who sits with somebody at a price."""
        seated = self.price[self.chart[:, :, :, None], self.chart[:, :, None, :]]
        return np.argwhere((seated > self.again).any(axis=3))


def chart_cost(chart: Positions, price: Prices, again: int) -> int:
    """What all meetings cost: each at its price, and ``again`` more for every earlier one of the same two."""
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
    """The cheapest chart, and its cost, that tabu search finds before ``bound`` or the last step; never a dearer one.

    A meeting costs ``price`` (a symmetric matrix over the positions) and ``again`` for each earlier meeting of the two,
    which is the sum of C(meetings, 2) where all prices are 0. With ``within`` (a label for each position) only those
    with equal labels exchange seats, so that one with a label of its own stays.
    """
    now = least = chart_cost(chart, price, again)
    best, size = chart, price.shape[0]
    if least <= bound or chart.shape[1] < 2:
        return best, least
    search = _Exchanges(chart, price, again)
    closed_until = np.zeros((len(chart), size), dtype=np.int64)
    noise = np.array(numbers.permutation(size)).reshape(-1, 4)
    for step in range(steps):
        places = search.costly()
        session, table, seat = (int(at) for at in places[numbers.below(len(places))])
        change = search.changes(session, table, seat)
        seats = search.chart[session]
        key = change * size + np.roll(noise, step)
        key[(closed_until[session][seats] > step) & (now + change >= least)] += CLOSED
        key[table] = NEVER
        if within is not None:
            key[within[seats] != within[seats[table, seat]]] = NEVER
        other = tuple(int(at) for at in np.unravel_index(int(key.argmin()), key.shape))
        if key[other] == NEVER:
            continue
        moved = [seats[table, seat], seats[other]]
        now += int(change[other])
        search.exchange(session, (table, seat), (other[0], other[1]))
        closed_until[session, moved] = step + 1 + numbers.below(TENURE)
        if now < least:
            best, least = search.chart.copy(), now
            if least <= bound:
                break
    return best, least
