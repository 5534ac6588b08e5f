"""Draws by a pattern: snake, split, winners and lots give every place of the pattern to one position.

If the pattern has pairs to avoid, players exchange their places: first as few such pairs as possible, then the least
sum of squared distances between a player's position and the position that the pattern has at that place.
"""

import numpy as np

from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.rounds.prices import SIX, SPREAD, pair_prices
from tournament.draws.rules.rounds.types import VERSION, Bracket, Ints, Solution, Task

#: Exchanges at most.
STEPS = 4000


def pattern(task: Task, bracket: Bracket) -> Ints:
    """Return the tables of the pattern, as positions.

    snake: 1, 2m, 2m+1, 4m at the first of m tables. split: i, i+m, i+2m, i+3m at table i. winners: by place before,
    then by rank, in fours. lots: by lot.
    """
    size = bracket.size
    rows = np.arange(size).reshape(4, -1)
    if task.method == "snake":
        return np.stack([rows[0], rows[1][::-1], rows[2], rows[3][::-1]], axis=1)
    if task.method == "split":
        return rows.T.copy()
    if task.method == "lots":
        lots = Numbers(VERSION, task.seed, "lots", str(bracket.first_table)).permutation(size)
        return np.array(lots).reshape(-1, 4)
    return np.arange(size).reshape(-1, 4)


class Places:
    """Who sits at each place of the pattern, with the prices of exchanges."""

    def __init__(self, task: Task, bracket: Bracket, cap: int) -> None:
        self.prices = pair_prices(bracket, task.demands, cap, spread=False)
        self.pattern = pattern(task, bracket).ravel()
        self.player = self.pattern.copy()
        self.table = np.arange(bracket.size) // 4
        self.distance = task.method != "lots"

    def tables(self) -> Ints:
        return self.player.reshape(-1, 4)

    def conflict_places(self) -> list[int]:
        """Return the places at tables with a pair to avoid."""
        tables = self.tables()
        price = sum((self.prices[tables[:, one], tables[:, two]] for one, two in SIX), start=np.int64(0))
        return np.flatnonzero(np.repeat(price, 4)).tolist()

    def moved_places(self) -> list[int]:
        return np.flatnonzero(self.player != self.pattern).tolist() if self.distance else []

    def gains(self, place: int) -> Ints:
        """Return what an exchange of this place with each other place saves."""
        player, tables = self.player, self.tables()
        with_table = self.prices[:, tables].sum(axis=2)
        own, table = player[place], self.table
        pair = self.prices[own, player]
        before = with_table[own, table[place]] + with_table[player, table]
        after = (with_table[own, table] - pair) + (with_table[player, table[place]] - pair)
        saved: Ints = np.where(table == table[place], 0, before - after)
        return saved + self._far(own, place, player) if self.distance else saved

    def _far(self, own: int, place: int, player: Ints) -> Ints:
        target, planned = self.pattern, int(self.pattern[place])
        before = np.square(player - target) + (own - planned) ** 2
        after = np.square(own - target) + np.square(player - planned)
        nearer: Ints = before - after
        return nearer << SPREAD

    def exchange(self, place: int, other: int) -> None:
        self.player[[place, other]] = self.player[[other, place]]


def patterned(task: Task, bracket: Bracket, cap: int = 2) -> Solution:
    """Return the tables of the pattern, changed as little as the pairs to avoid ask for; ``exact``: not changed."""
    places = Places(task, bracket, cap)
    if not places.conflict_places():
        return Solution([tuple(four) for four in places.tables().tolist()], exact=True)
    for _step in range(STEPS):
        if not _best_exchange(places):
            break
    tables = places.tables()
    worst = max(int(bracket.met[four[one], four[two]]) for four in tables for one, two in SIX)
    if task.demands.rematch == "avoid" and worst >= cap:
        return patterned(task, bracket, cap + 1)
    return Solution([tuple(four) for four in tables.tolist()])


def _best_exchange(places: Places) -> bool:
    """Make the first exchange that saves something for a place with a conflict, else for a moved one."""
    for place in dict.fromkeys(places.conflict_places() + places.moved_places()):
        gains = places.gains(place)
        best = int(gains.argmax())
        if gains[best] > 0:
            places.exchange(place, best)
            return True
    return False
