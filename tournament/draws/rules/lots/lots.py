"""The lots: the seed exchanges people of the start; an exchange that makes more kin meet is undone.

Units - whole countries, whole teams, single players, as ``LEVELS`` says - come in the order of their first numbers.
Each draws a unit of its own size, among itself and those after it, and the two exchange their positions member by
member. If the meetings of all moved people cost more than before, the exchange is undone. Repeats, winds and tables
belong to the positions of the start and do not change. A draw in pools compares the pools first (``pooled``), and the
meetings only where the pools are equally good. ``verify_draw`` implements the same independently.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import itemgetter

from tournament.draws.rules.how import APART, AREAS, pool_rule
from tournament.draws.rules.lots.packing import with_fillers
from tournament.draws.rules.lots.pooled import SAME, PoolPrice
from tournament.draws.rules.numbers import SeedNumbers
from tournament.draws.rules.types import Chart, Entrant

LEVELS = ("country", "team", "number", "number") * 2
"""Levels of exchanges, in order; with one round fewer, countries of unequal size mix less (docs/draws.md)."""
DIGIT = 10**8
"""More than the weighted meetings of any chart, so that one kind outweighs all meetings of the next kind."""
LATE = DIGIT**5

Unit = list[int]


def _weights(rule: str) -> dict[str, int]:
    """Return the price of a meeting of each kind.

    Pairs apart cost more than teams, then countries, then regions; by areas, regions cost most.
    """
    return {"apart": DIGIT**3, "team": DIGIT**2, "country": DIGIT, "region": DIGIT**4 if rule == AREAS else 1}


class Positions:
    """The person at each position of the start (where the start has a number), and the prices of meetings.

    A meeting costs the weight of its kind times (LATE + the number of sessions from it on): fewer meetings are better,
    and among equal numbers later ones are better.
    """

    def __init__(self, start: Chart, everybody: Sequence[Entrant], rule: str) -> None:
        #: Price of a meeting with each table mate, three per session, before the weight.
        self.early = [LATE + len(start) - index // 3 for index in range(3 * len(start))]
        self.who = list(range(len(everybody) + 1))
        self.position = list(self.who)
        mates: list[list[int]] = [[] for _number in self.who]
        for session in start:
            for four in session:
                for number in four:
                    mates[number] += [other for other in four if other != number]
        #: The table mates of each position, in the same order.
        self.mates = [itemgetter(*others) for others in mates[1:]]
        self.kin = _kin(everybody, _weights(rule))
        self.total = self.cost(range(1, len(self.who)))
        pools = pool_rule(rule)
        self.pools = PoolPrice(start, everybody, pools) if pools else None

    def cost(self, moved: Collection[int]) -> int:
        """Return twice the cost of the meetings of the moved people."""
        total = 0
        for number in moved:
            mates = self.mates[self.position[number] - 1](self.who)
            for weight, kin in self.kin[number]:
                if not kin.isdisjoint(mates):
                    total += weight * self._met(mates, kin, moved)
        return total

    def _met(self, mates: Sequence[int], kin: set[int], moved: Collection[int]) -> int:
        """Return the cost of meetings with kin; those counted from one side only count twice."""
        priced_mates = zip(self.early, mates, strict=True)
        return sum([early if mate in moved else 2 * early for early, mate in priced_mates if mate in kin])

    def nobody_meets(self, moved: Collection[int]) -> bool:
        """Return whether none of these people meets any kin."""
        for number in moved:
            mates = self.mates[self.position[number] - 1](self.who)
            if any(not kin.isdisjoint(mates) for _weight, kin in self.kin[number]):
                return False
        return True

    def exchange(self, unit: Unit, other: Unit) -> None:
        """Exchange the positions of two units, member by member."""
        position = self.position
        for first, second in zip(unit, other, strict=True):
            position[first], position[second] = position[second], position[first]
            self.who[position[first]], self.who[position[second]] = first, second

    def exchange_if_no_worse(self, unit: Unit, other: Unit) -> bool:
        """Exchange two units unless that costs more; return whether they are exchanged."""
        if self.pools is None:
            return self._exchange_if_no_dearer(unit, other)
        change = self.pools.exchange(unit, other)
        if change < SAME:
            moved = {*unit, *other}
            before = self.cost(moved)
            self.exchange(unit, other)
            self.total += self.cost(moved) - before
            return True
        accepted = change == SAME and self._exchange_if_no_dearer(unit, other)
        if not accepted:
            self.pools.exchange(other, unit)
        return accepted

    def _exchange_if_no_dearer(self, unit: Unit, other: Unit) -> bool:
        """Exchange two units unless their meetings cost more; return whether they are exchanged."""
        moved = {*unit, *other}
        before = self.cost(moved) if self.total else 0
        self.exchange(unit, other)
        if before:
            after = self.cost(moved)
            accepted = after <= before
            self.total += after - before if accepted else 0
        else:
            accepted = self.nobody_meets(moved)
        if not accepted:
            self.exchange(unit, other)
        return accepted


def _kin(everybody: Sequence[Entrant], weights: dict[str, int]) -> list[list[tuple[int, set[int]]]]:
    """Return for each number the sets of people who should not meet it, each with its price."""
    kin_of: list[list[tuple[int, set[int]]]] = [[] for _one in range(len(everybody) + 1)]
    for kind in ("team", "country", "region"):
        for members in _named(everybody, kind):
            kin = set(members)
            for number in members if len(members) > 1 else ():
                kin_of[number].append((weights[kind], kin))
    apart: dict[int, set[int]] = defaultdict(set)
    for entrant in everybody:
        for apart_number in entrant.apart:
            apart[entrant.number].add(apart_number)
            apart[apart_number].add(entrant.number)
    for number, apart_numbers in apart.items():
        kin_of[number].append((weights["apart"], apart_numbers))
    return kin_of


def _named(everybody: Iterable[Entrant], column: str) -> list[Unit]:
    """Return the numbers grouped by equal values in a column, without empty values, in order of first numbers."""
    numbers: dict[object, Unit] = defaultdict(list)
    for entrant in everybody:
        name = getattr(entrant, column)
        if name:
            numbers[name].append(entrant.number)
    return list(numbers.values())


def exchanges(positions: Positions, everybody: Sequence[Entrant], numbers: SeedNumbers) -> Iterator[tuple[str, bool]]:
    """Make the exchanges one by one; yield the level of each and whether it was accepted.

    Players with a fixed table stay.
    """
    for level in LEVELS:
        units = _named((entrant for entrant in everybody if entrant.table is None), level)
        waiting: dict[int, list[Unit]] = defaultdict(list)
        for unit in units:
            waiting[len(unit)].append(unit)
        turn: dict[int, int] = defaultdict(int)
        for unit in units:
            alike, index = waiting[len(unit)], turn[len(unit)]
            turn[len(unit)] += 1
            other = alike[index + numbers.below(len(alike) - index)]
            yield level, unit is other or positions.exchange_if_no_worse(unit, other)


def drawn_lots(start: Chart, entrants: Sequence[Entrant], seed: str, *, rule: str = APART, variant: int = 0) -> Chart:
    """Return the start after the exchanges of this seed; ``entrants`` by number."""
    everybody = with_fillers(entrants, 4 * len(start[0]))
    positions = Positions(start, everybody, rule)
    for _exchange in exchanges(positions, everybody, SeedNumbers(f"{seed}|{variant}")):
        pass
    lots = positions.who
    return tuple(tuple((lots[e], lots[s], lots[w], lots[n]) for e, s, w, n in session) for session in start)
