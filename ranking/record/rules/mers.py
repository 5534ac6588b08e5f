"""The ranking of the European federation, MERS, in force since 2018-01-01 (practice 6)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from math import ceil

from scoring.federation.rules import weight_of

#: Results that count in part A without further ones, and in part B; the fewest results of a ranked player.
PART_A, PART_B, FEWEST = 5, 4, 2
#: Of the results beyond the first five, this share counts in part A.
FURTHER = Fraction(4, 5)
#: The age factors of the first and the second year after a tournament.
FACTORS = (Fraction(1), Fraction(1, 2))
#: Players whose mean is a country's ranking.
OF_COUNTRY = 3
#: A place that is missing in a part.
MISSING = (0, Fraction(1))


@dataclass(frozen=True)
class Result:
    """A player's place in a tournament, and the country at that time."""

    player: str
    country: str
    place: int


@dataclass(frozen=True)
class Tournament:
    """A tournament; ``weight`` None is computed. ``participants`` include up to three substitutes."""

    id: str
    ends: date
    participants: int
    days: int
    countries: int
    qualification: bool
    weight: Fraction | None
    results: Sequence[Result]


@dataclass(frozen=True)
class Ranked:
    """A ranked player; equal points share the rank."""

    rank: int
    player: str
    country: str
    part_a: Fraction
    part_b: Fraction
    points: Fraction
    results: int


def base_rank(place: int, participants: int) -> int:
    """Return 1000 (N - place) / (N - 1), rounded half to even."""
    return round(Fraction(1000 * (participants - place), participants - 1))


class Years(StrEnum):
    """When the first and the second year after a tournament end; the federation has not published it.

    CALENDAR: on the same day of the later years as its last day. WEEKS: 52 and 104 weeks after the Monday that follows.
    """

    CALENDAR = "calendar"
    WEEKS = "weeks"


def age_factor(ends: date, day: date, years: Years = Years.CALENDAR) -> Fraction:
    """Return 1 in the first year after the last day, 1/2 in the second, then 0; 0 before the end."""
    year = year_after(ends, day, years)
    return FACTORS[year] if year is not None and year < len(FACTORS) else Fraction(0)


def year_after(ends: date, day: date, years: Years) -> int | None:
    """Return 0 in the first year after the last day, 1 in the second and so on; None before the end."""
    if day < ends:
        return None
    if years is Years.WEEKS:
        to_monday = 7 - ends.weekday()
        return max(0, ((day - ends).days - to_monday) // (52 * 7))
    year = day.year - ends.year
    return year if day >= _years_later(ends, year) else year - 1


def ranking(tournaments: Iterable[Tournament], day: date, years: Years = Years.CALENDAR) -> list[Ranked]:
    """Return the ranking on a day: players with at least two results that count, best first."""
    counted: dict[str, list[tuple[int, Fraction]]] = defaultdict(list)
    countries: dict[str, str] = {}
    for tournament in sorted(tournaments, key=lambda played: (played.ends, played.id)):
        factor = age_factor(tournament.ends, day, years)
        if not factor:
            continue
        weight = tournament_weight(tournament) * factor
        for result in tournament.results:
            counted[result.player].append((base_rank(result.place, tournament.participants), weight))
            countries[result.player] = result.country
    players = [(player, *parts(results), len(results)) for player, results in counted.items() if len(results) >= FEWEST]
    players.sort(key=lambda row: (-(row[1] + row[2]), row[0]))
    ranked: list[Ranked] = []
    for at, (player, part_a, part_b, count) in enumerate(players, start=1):
        points = (part_a + part_b) / 2
        rank = ranked[-1].rank if ranked and ranked[-1].points == points else at
        ranked.append(Ranked(rank, player, countries[player], part_a, part_b, points, count))
    return ranked


def tournament_weight(tournament: Tournament) -> Fraction:
    """Return the stated weight, else the computed one."""
    if tournament.weight is not None:
        return tournament.weight
    return weight_of(
        tournament.days, tournament.participants, tournament.countries, qualification=tournament.qualification
    ).total


def parts(results: Sequence[tuple[int | Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """Return parts A and B of (base rank, weight times age factor); fewer than five are filled up with 0."""
    best = sorted([*results, *[MISSING] * (PART_A - len(results))], reverse=True)
    return weighted_mean(best[: size_of_part_a(len(results))]), weighted_mean(best[:PART_B])


def size_of_part_a(results: int) -> int:
    """Return how many of so many results count in part A, filled-up ones included."""
    return PART_A + ceil(FURTHER * max(0, results - PART_A))


def country_ranking(ranked: Iterable[Ranked]) -> list[tuple[str, Fraction]]:
    """Return each country with the mean of its best three players, a missing one counting 0; best first."""
    points: Mapping[str, list[Fraction]] = defaultdict(list)
    for line in ranked:
        points[line.country].append(line.points)
    means = [
        (country, sum(sorted(of, reverse=True)[:OF_COUNTRY], Fraction(0)) / OF_COUNTRY)
        for country, of in points.items()
    ]
    return sorted(means, key=lambda row: (-row[1], row[0]))


def weighted_mean(values: Sequence[tuple[int | Fraction, Fraction]]) -> Fraction:
    """Return the mean of (value, weight); at least one weight is positive."""
    return sum((value * weight for value, weight in values), Fraction(0)) / sum(weight for _value, weight in values)


def _years_later(day: date, years: int) -> date:
    """Return the same day in a later year; 1 March for 29 February in a year without one."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
