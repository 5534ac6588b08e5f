"""Putting teams and countries into groups of positions within which nobody meets."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from math import comb

from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.types import Entrant

FILLERS = "\0"
"""The team of the fillers, a name that no list has: they are packed, and kept apart, like a team."""
ATTEMPTS, LATER = 300, 20
"""Packings tried, times groups: many for four columns, few for quads, which leave little to choose. Later rounds are to
begin elsewhere, and try few."""
SPREAD = 600

Country = list[list[Entrant]]


def with_fillers(entrants: Sequence[Entrant], size: int) -> list[Entrant]:
    """The entrants and the numbers above theirs up to ``size``."""
    return [*entrants, *(Entrant(number, team=FILLERS) for number in range(len(entrants) + 1, size + 1))]


def countries(entrants: Sequence[Entrant], numbers: Numbers) -> list[Country]:
    """The countries as lists of teams, teams and people in random order, larger teams first.

    A team goes with the country of its first member; people without team are teams of one. Without country the
    region takes its place, without either the team is a country of its own.
    """
    shuffled = list(entrants)
    numbers.shuffle(shuffled)
    teams: dict[object, list[Entrant]] = defaultdict(list)
    for entrant in shuffled:
        teams[entrant.team or entrant.number].append(entrant)
    found: dict[object, Country] = defaultdict(list)
    for key, team in teams.items():
        first = team[0]
        found[first.country or ((first.region, "region") if first.region else (key, "own"))].append(
            sorted(team, key=lambda one: one.country)
        )
    return [sorted(country, key=len, reverse=True) for country in found.values()]


class _Bins:
    """Who is in which group, and the room left in each."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.room = list(sizes)
        self.members: list[list[Entrant]] = [[] for _ in sizes]
        self.split = 0

    def put(self, country: Country) -> None:
        """A country whole into the fullest group that takes it, else team by team, and the teams that none takes split.

        The next team goes where most of its country is, then where most room is.
        """
        size = sum(map(len, country))
        whole = min((at for at, room in enumerate(self.room) if room >= size), key=self.room.__getitem__, default=None)
        if whole is not None:
            self._into(whole, [one for team in country for one in team])
            return
        here = [0] * len(self.room)
        teams = [team for team in country if len(team) > 1]
        for team in teams:
            self.split += 1000 * _cross(self._parts(team, len(team), here))
        self._parts([one for alone in country[len(teams) :] for one in alone], 1, here)
        self.split += _cross(here)

    def _parts(self, people: Sequence[Entrant], most: int, here: list[int]) -> list[int]:
        """People into the groups where ``most`` of them find room, then where most of theirs are ``here``; the parts.

        With 1 it is as if each came alone: who comes next goes where the one before is, while there is room.
        """
        parts = []
        while people:
            wanted = min(most, len(people))
            at = -max((min(room, wanted), here[at], room, -at) for at, room in enumerate(self.room))[3]
            now, people = people[: self.room[at]], people[self.room[at] :]
            self._into(at, now)
            here[at] += len(now)
            parts.append(len(now))
        return parts

    def _into(self, at: int, people: Sequence[Entrant]) -> None:
        self.members[at] += people
        self.room[at] -= len(people)


def _cross(parts: Collection[int]) -> int:
    """Pairs of one country (or team) in different groups."""
    return comb(sum(parts), 2) - sum(comb(part, 2) for part in parts)


def packed(
    entrants: Sequence[Entrant], groups: Sequence[Sequence[int]], numbers: Numbers, attempts: int = ATTEMPTS
) -> list[int]:
    """The number (from 0) at each position: teams, then countries, whole in a group as far as can be.

    Best fit, largest first, then with the sizes taken up to 30% more or less by chance; the packing with the fewest
    team pairs, then country pairs, in different groups counts. ``entrants`` are as many as there are positions.
    """
    found, best = countries(entrants, numbers), None
    for attempt in range(max(1, attempts // len(groups))):
        weight = [sum(map(len, one)) * (1000 if not attempt else 700 + numbers.below(SPREAD)) for one in found]
        bins = _Bins([len(group) for group in groups])
        for at in sorted(range(len(found)), key=lambda at: -weight[at]):
            bins.put(found[at])
        if best is None or bins.split < best.split:
            best = bins
        if not best.split:
            break
    assert best is not None
    return placed(best.members, groups, numbers)


def placed(members: Sequence[Sequence[Entrant]], groups: Sequence[Sequence[int]], numbers: Numbers) -> list[int]:
    """The members of each group at its positions, both by chance."""
    lot = [0] * sum(map(len, groups))
    for at, group in zip(numbers.permutation(len(groups)), groups, strict=True):
        positions = list(group)
        numbers.shuffle(positions)
        for position, entrant in zip(positions, members[at], strict=True):
            lot[position] = entrant.number - 1
    return lot
