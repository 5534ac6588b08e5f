"""Players by a statistic, with the names that the public sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from common.infrastructure.pickled_lines import PickledLines
from ranking.lists.rules import RankedFigures, Statistic, ranked
from ranking.lists.selectors.figures import KEPT, figures_of, state_of
from ranking.lists.selectors.scopes import Scope
from ranking.rankings.selectors.names import PublicName, PublicNames
from ranking.record.models.records import OfficialResult
from tournament.people.models.persons import Person

#: How many persons are read together for a file.
CHUNK = 5_000
#: How many lines of a cached list are read together: those of a page.
PART = 100


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line of the list: rank, value and sums, the name for the public, and the country."""

    line: RankedFigures
    name: PublicName
    country: str


def player_lines(scope: Scope, statistic: Statistic, least: int, country: str = "") -> Sequence[RankedFigures]:
    """Return the lines over the events of ``scope``, best first; ``country`` (if any) is that of the players.

    Lists over all players are cached, so that a page does not sort them again; others are too many to keep.
    """
    if country or least != statistic.least:
        return _ranked(scope, statistic, least, country)
    name = f"list-lines:{statistic.key}:{state_of(scope)}"
    found: PickledLines[RankedFigures] | None = cache.get(name)
    if found is None:
        found = PickledLines(_ranked(scope, statistic, least), PART)
        cache.set(name, found, KEPT)
    return found


def _ranked(scope: Scope, statistic: Statistic, least: int, country: str = "") -> list[RankedFigures]:
    figures = figures_of(scope)
    if country:
        own = set(Person.objects.filter(country=country).values_list("pk", flat=True))
        figures = {person: one for person, one in figures.items() if person in own}
    return ranked(figures, statistic, least)


class NamedLines(Sequence[PlayerLine]):
    """The lines with their names, which are read for a slice at once."""

    def __init__(self, lines: Sequence[RankedFigures]) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, at: Any) -> Any:
        return named(self._lines[at]) if isinstance(at, slice) else named([self._lines[at]])[0]


def named(lines: Sequence[RankedFigures]) -> list[PlayerLine]:
    """Return the lines with their names, in the given order."""
    rows = []
    for start in range(0, len(lines), CHUNK):
        part = lines[start : start + CHUNK]
        ids = [line.person for line in part]
        persons, names = Person.objects.in_bulk(ids), PublicNames(ids)
        rows += [PlayerLine(line, names.of(persons[line.person]), persons[line.person].country) for line in part]
    return rows


def player_countries() -> list[str]:
    """Return the countries of persons with an official result, by code."""
    of_results = OfficialResult.objects.exclude(person__country="").order_by()
    return sorted(of_results.values_list("person__country", flat=True).distinct())
