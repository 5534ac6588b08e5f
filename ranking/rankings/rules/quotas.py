"""The quotas of the European federation: how many spots of a championship each country gets (practice 6)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

#: Countries that get a spot for their rank (A1), and the points that a player exceeds for A3 and half of part B.
BEST_COUNTRIES, HIGH = 3, 700
#: The most spots of a championship.
MOST_SPOTS = 1_000


@dataclass(frozen=True)
class Country:
    """A country in the order of the country ranking: its ranked players, and those of them above `HIGH` points."""

    code: str
    players: int
    above: int


@dataclass(frozen=True)
class Quota:
    """The spots of a country by their parts; ``share`` is its share of part B."""

    code: str
    a1: int
    a2: int
    a3: int
    share: Fraction
    b: int = 0

    @property
    def spots(self) -> int:
        return self.a1 + self.a2 + self.a3 + self.b


def quotas(countries: Sequence[Country], spots: int) -> list[Quota]:
    """Return the quota of each country, in the given order; part A is given also if it exceeds ``spots``.

    A1: one spot for each of the best three countries. A2: one for every country. A3: one if a player is above 700. Part
    B has the remaining spots by share: the mean of the shares of ranked players and of those above 700 (without any
    such player only the first). Spot by spot: spot k goes to the country that is furthest behind its share of k spots,
    the better one of equals.
    """
    if not countries:
        return []
    shares = _shares(countries)
    without_b = [
        Quota(country.code, int(at < BEST_COUNTRIES and country.players > 0), 1, int(country.above > 0), shares[at])
        for at, country in enumerate(countries)
    ]
    given = [0] * len(without_b)
    for spot in range(1, spots - sum(quota.spots for quota in without_b) + 1):
        behind = [quota.share * spot - have for quota, have in zip(without_b, given, strict=True)]
        given[behind.index(max(behind))] += 1
    return [replace(quota, b=have) for quota, have in zip(without_b, given, strict=True)]


def _shares(countries: Sequence[Country]) -> list[Fraction]:
    players, above = sum(country.players for country in countries), sum(country.above for country in countries)
    of_players = [
        Fraction(country.players, players) if players else Fraction(1, len(countries)) for country in countries
    ]
    if not above:
        return of_players
    return [(of + Fraction(country.above, above)) / 2 for of, country in zip(of_players, countries, strict=True)]
