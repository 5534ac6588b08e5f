"""Putting teams and countries into groups of positions within which nobody meets."""

from collections import defaultdict
from collections.abc import Sequence

from tournament.rules.draws.numbers import Numbers
from tournament.rules.draws.types import Entrant

FILLERS = "\0"
"""The team of the fillers, a name that no list has: they are packed, and kept apart, like a team."""


def with_fillers(entrants: Sequence[Entrant], size: int) -> list[Entrant]:
    """The entrants and the numbers above theirs up to ``size``."""
    return [*entrants, *(Entrant(number, team=FILLERS) for number in range(len(entrants) + 1, size + 1))]


def _clusters(entrants: Sequence[Entrant], numbers: Numbers) -> list[list[list[Entrant]]]:
    """Countries, largest first, each a list of its teams, largest first; ties by lot.

    A team goes with the country of its first member; people without team are teams of one, people without country
    a country of their team's own.
    """
    shuffled = list(entrants)
    numbers.shuffle(shuffled)
    teams: dict[object, list[Entrant]] = defaultdict(list)
    for entrant in shuffled:
        teams[entrant.team or entrant.number].append(entrant)
    countries: dict[object, list[list[Entrant]]] = defaultdict(list)
    for key, team in teams.items():
        countries[team[0].country or ("no country", key)].append(sorted(team, key=lambda one: one.country))
    ordered = [sorted(country, key=len, reverse=True) for country in countries.values()]
    return sorted(ordered, key=lambda country: sum(map(len, country)), reverse=True)


class _Bins:
    """The groups of positions with the room left in each."""

    def __init__(self, groups: Sequence[Sequence[int]], numbers: Numbers) -> None:
        self.free = [list(group) for group in groups]
        for group in self.free:
            numbers.shuffle(group)
        numbers.shuffle(self.free)
        self.seated: dict[int, int] = {}

    def fit(self, size: int) -> list[int] | None:
        """The group with the least room that still takes ``size``."""
        return min((group for group in self.free if len(group) >= size), key=len, default=None)

    def seat(self, people: Sequence[Entrant]) -> None:
        """Into one group if one takes them all, else as many as go into the group with the most room, and so on."""
        rest = list(people)
        while rest:
            group = self.fit(len(rest)) or max(self.free, key=len)
            now, rest = rest[: len(group)], rest[len(group) :]
            for entrant in now:
                self.seated[group.pop()] = entrant.number - 1


def packed(entrants: Sequence[Entrant], groups: Sequence[Sequence[int]], numbers: Numbers) -> list[int]:
    """The number (from 0) at each position: whole countries, largest first, into the fullest group that takes them.

    A country that no group takes whole goes team by team. ``entrants`` are as many as there are positions.
    """
    bins = _Bins(groups, numbers)
    for country in _clusters(entrants, numbers):
        if bins.fit(sum(map(len, country))):
            bins.seat([entrant for team in country for entrant in team])
        else:
            for team in country:
                bins.seat(team)
    return [bins.seated[position] for position in range(len(entrants))]
