"""Pack teams and countries into groups of positions within which no two meet."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from math import comb

from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.types import Entrant

FILLERS = "\0"
"""The team name of fillers, impossible in a list: fillers are packed, and kept apart, like a team."""
ATTEMPTS, LATER = 300, 20
"""Attempted packings, times groups: many for four columns, few for quads, which leave little choice. Later rounds only
need a different beginning, and try few."""
SPREAD = 600

Country = list[list[Entrant]]


def with_fillers(entrants: Sequence[Entrant], size: int) -> list[Entrant]:
    """Return the entrants and fillers for the numbers above theirs up to ``size``."""
    return [*entrants, *(Entrant(number, team=FILLERS) for number in range(len(entrants) + 1, size + 1))]


def countries(entrants: Sequence[Entrant], numbers: Numbers) -> list[Country]:
    """Return the countries as lists of teams, teams and people in random order, larger teams first.

    A team belongs to the country of its first member; people without a team are teams of one. Without a country the
    region takes its place; without either the team is its own country.
    """
    shuffled = list(entrants)
    numbers.shuffle(shuffled)
    teams: dict[object, list[Entrant]] = defaultdict(list)
    for entrant in shuffled:
        teams[entrant.team or entrant.number].append(entrant)
    teams_of_country: dict[object, Country] = defaultdict(list)
    for key, team in teams.items():
        first = team[0]
        stand_in: object = (first.region, "region") if first.region else (key, "own")
        teams_of_country[first.country or stand_in].append(sorted(team, key=lambda entrant: entrant.country))
    return [sorted(country, key=len, reverse=True) for country in teams_of_country.values()]


class _Bins:
    """The members of each group, and the room left in each."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.room = list(sizes)
        self.members: list[list[Entrant]] = [[] for _ in sizes]
        self.split = 0

    def put(self, country: Country) -> None:
        """Put a country whole into the fullest group with room, else team by team, splitting teams that fit nowhere.

        Each team goes where most of its country is, then where most room is.
        """
        size = sum(map(len, country))
        fitting = (group for group, room in enumerate(self.room) if room >= size)
        whole = min(fitting, key=self.room.__getitem__, default=None)
        if whole is not None:
            self._into(whole, [entrant for team in country for entrant in team])
            return
        in_group = [0] * len(self.room)
        teams = [team for team in country if len(team) > 1]
        for team in teams:
            self.split += 1000 * _cross(self._parts(team, len(team), in_group))
        self._parts([entrant for single in country[len(teams) :] for entrant in single], 1, in_group)
        self.split += _cross(in_group)

    def _parts(self, people: Sequence[Entrant], most: int, in_group: list[int]) -> list[int]:
        """Put people into groups with room for ``most`` of them, then where most of ``in_group`` are; return the parts.

        With ``most`` 1 the people count as single: each goes to the group of the previous one while there is room.
        """
        parts = []
        while people:
            wanted = min(most, len(people))
            group = -max((min(room, wanted), in_group[group], room, -group) for group, room in enumerate(self.room))[3]
            joining, people = people[: self.room[group]], people[self.room[group] :]
            self._into(group, joining)
            in_group[group] += len(joining)
            parts.append(len(joining))
        return parts

    def _into(self, group: int, people: Sequence[Entrant]) -> None:
        self.members[group] += people
        self.room[group] -= len(people)


def _cross(parts: Collection[int]) -> int:
    """Return the number of pairs of one country (or team) in different groups."""
    return comb(sum(parts), 2) - sum(comb(part, 2) for part in parts)


def packed(
    entrants: Sequence[Entrant], groups: Sequence[Sequence[int]], numbers: Numbers, attempts: int = ATTEMPTS
) -> list[int]:
    """Return the number (from 0) at each position: teams, then countries, kept whole in groups as far as possible.

    Best fit, largest first, then with sizes changed by up to 30% at random; the packing with the fewest split team
    pairs, then split country pairs, wins. ``entrants`` are as many as there are positions.
    """
    country_list = countries(entrants, numbers)
    best = None
    for attempt in range(max(1, attempts // len(groups))):
        weight = []
        for country in country_list:
            factor = 700 + numbers.below(SPREAD) if attempt else 1000
            weight.append(sum(map(len, country)) * factor)
        bins = _Bins([len(group) for group in groups])
        for index in sorted(range(len(country_list)), key=lambda index: -weight[index]):
            bins.put(country_list[index])
        if best is None or bins.split < best.split:
            best = bins
        if not best.split:
            break
    assert best is not None
    return placed(best.members, groups, numbers)


def placed(members: Sequence[Sequence[Entrant]], groups: Sequence[Sequence[int]], numbers: Numbers) -> list[int]:
    """Return the lot with the members of each group at the positions of a random group, in random order."""
    lot = [0] * sum(map(len, groups))
    for index, group in zip(numbers.permutation(len(groups)), groups, strict=True):
        positions = list(group)
        numbers.shuffle(positions)
        for position, entrant in zip(positions, members[index], strict=True):
            lot[position] = entrant.number - 1
    return lot
