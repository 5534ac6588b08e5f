"""The lots: the seed exchanges people of the start, and no exchange stands that lets more people meet who should not.

Units - whole countries, whole teams, single players, as ``LEVELS`` says - come in the order of their first numbers.
Each draws one of its own size, out of itself and those after it, and the two exchange their places member by member. If
the meetings of all who moved cost more than before, the exchange is taken back. Repeats, winds and tables belong to the
places of the start and stay what they are. ``verify_draw`` does the same in other words.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import itemgetter

from tournament.draws.rules.how import APART, AREAS
from tournament.draws.rules.lots.packing import with_fillers
from tournament.draws.rules.numbers import SeedNumbers
from tournament.draws.rules.types import Chart, Entrant

LEVELS = ("country", "team", "number", "number") * 2
"""Who is exchanged, in this order; with one round fewer, countries of unequal size mix less (docs/draws.md)."""
DIGIT = 10**8
"""More than the meetings of any chart, each counted with the sessions after it: a kind outweighs all of the next."""
LATE = DIGIT**5

Unit = list[int]


def _weights(rule: str) -> dict[str, int]:
    """What a meeting of each kind costs: pairs apart before teams before countries before regions; areas first."""
    return {"apart": DIGIT**3, "team": DIGIT**2, "country": DIGIT, "region": DIGIT**4 if rule == AREAS else 1}


class Places:
    """Who is at each place of the start (that of a number is where the start has it), and what meetings cost.

    A meeting costs the weight of its kind times LATE and the sessions from it on: so fewer meetings are better than
    later ones, and of as many the later are better.
    """

    def __init__(self, start: Chart, everybody: Sequence[Entrant], rule: str) -> None:
        #: What a meeting costs in each of the seats beside one, three a session, times its weight.
        self.early = [LATE + len(start) - at // 3 for at in range(3 * len(start))]
        self.who = list(range(len(everybody) + 1))
        self.place = list(self.who)
        near: list[list[int]] = [[] for _one in self.who]
        for session in start:
            for four in session:
                for one in four:
                    near[one] += [other for other in four if other != one]
        #: Who sits beside the one at a place, in the same order.
        self.mates = [itemgetter(*others) for others in near[1:]]
        self.kin = _kin(everybody, _weights(rule))
        self.total = self.cost(range(1, len(self.who)))

    def cost(self, moved: Collection[int]) -> int:
        """What the meetings of those who are moved cost, twice."""
        total = 0
        for one in moved:
            mates = self.mates[self.place[one] - 1](self.who)
            for weight, kin in self.kin[one]:
                if not kin.isdisjoint(mates):
                    total += weight * self._met(mates, kin, moved)
        return total

    def _met(self, mates: Sequence[int], kin: set[int], moved: Collection[int]) -> int:
        """Meetings with kin, more the earlier they are, and twice those that are not counted from both sides."""
        there = zip(self.early, mates, strict=True)
        return sum([early if mate in moved else 2 * early for early, mate in there if mate in kin])

    def nobody_meets(self, moved: Collection[int]) -> bool:
        """Whether none of these meets any kin."""
        for one in moved:
            mates = self.mates[self.place[one] - 1](self.who)
            if any(not kin.isdisjoint(mates) for _weight, kin in self.kin[one]):
                return False
        return True

    def exchange(self, unit: Unit, other: Unit) -> None:
        """The two units exchange their places, member by member."""
        place = self.place
        for one, two in zip(unit, other, strict=True):
            place[one], place[two] = place[two], place[one]
            self.who[place[one]], self.who[place[two]] = one, two

    def tried(self, unit: Unit, other: Unit) -> bool:
        """Exchange two units unless it costs more; whether they are exchanged."""
        moved = {*unit, *other}
        before = self.cost(moved) if self.total else 0
        self.exchange(unit, other)
        if before:
            after = self.cost(moved)
            stands = after <= before
            self.total += after - before if stands else 0
        else:
            stands = self.nobody_meets(moved)
        if not stands:
            self.exchange(unit, other)
        return stands


def _kin(everybody: Sequence[Entrant], weights: dict[str, int]) -> list[list[tuple[int, set[int]]]]:
    """For each number the sets of those who should not meet it, each with what a meeting costs."""
    found: list[list[tuple[int, set[int]]]] = [[] for _one in range(len(everybody) + 1)]
    for kind in ("team", "country", "region"):
        for members in _named(everybody, kind):
            kin = set(members)
            for one in members if len(members) > 1 else ():
                found[one].append((weights[kind], kin))
    apart: dict[int, set[int]] = defaultdict(set)
    for entrant in everybody:
        for number in entrant.apart:
            apart[entrant.number].add(number)
            apart[number].add(entrant.number)
    for one, others in apart.items():
        found[one].append((weights["apart"], others))
    return found


def _named(everybody: Iterable[Entrant], column: str) -> list[Unit]:
    """The numbers of those who have the same in a column of the list, where there is something, by first number."""
    found: dict[object, Unit] = defaultdict(list)
    for one in everybody:
        if name := getattr(one, column):
            found[name].append(one.number)
    return list(found.values())


def exchanges(places: Places, everybody: Sequence[Entrant], numbers: SeedNumbers) -> Iterator[tuple[str, bool]]:
    """Make the exchanges one by one: the level of each and whether it stands. Who has a table of their own stays."""
    for level in LEVELS:
        units = _named((one for one in everybody if one.table is None), level)
        waiting: dict[int, list[Unit]] = defaultdict(list)
        for unit in units:
            waiting[len(unit)].append(unit)
        turn: dict[int, int] = defaultdict(int)
        for unit in units:
            alike, at = waiting[len(unit)], turn[len(unit)]
            turn[len(unit)] += 1
            other = alike[at + numbers.below(len(alike) - at)]
            yield level, unit is other or places.tried(unit, other)


def drawn_lots(start: Chart, entrants: Sequence[Entrant], seed: str, *, rule: str = APART, variant: int = 0) -> Chart:
    """The start after the exchanges of this seed; ``entrants`` by number."""
    everybody = with_fillers(entrants, 4 * len(start[0]))
    places = Places(start, everybody, rule)
    for _exchange in exchanges(places, everybody, SeedNumbers(f"{seed}|{variant}")):
        pass
    who = places.who
    return tuple(tuple((who[e], who[s], who[w], who[n]) for e, s, w, n in session) for session in start)
