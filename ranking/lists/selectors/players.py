"""Players by a statistic, with the names that the public sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from common.infrastructure.pickled_lines import PickledLines
from common.infrastructure.single_flight import compute_once
from ranking.lists.rules import STATISTICS, Figures, RankedFigures, Statistic, ranked
from ranking.lists.selectors.figures import KEPT, figures_of, state_of
from ranking.lists.selectors.scopes import Scope
from ranking.rankings.selectors.names import PublicName, PublicNames
from tournament.people.models.persons import Person

#: How many persons are read together for a file.
CHUNK = 5_000
#: How many lines of a cached list are read together: those of a page.
PART = 50
#: Seconds for which the countries to choose from are cached: they change with persons too.
COUNTRIES_KEPT = 3_600


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line of the list: rank, value and sums, the name for the public, and the country."""

    line: RankedFigures
    name: PublicName
    country: str


def player_lines(
    scope: Scope, statistic: Statistic, least: int, country: str = "", state: str = ""
) -> Sequence[RankedFigures]:
    """Return the lines over the events of ``scope``, best first; ``country`` (if any) is that of the players.

    Lists over all players are cached, so that a page does not sort them again; others are too many to keep. ``state``
    is that of the events, which is read if it is not given.
    """
    state = state or state_of(scope)

    def computed() -> list[RankedFigures]:
        return _ranked(figures_of(scope, state), statistic, least, country)

    if country or least != statistic.least:
        return computed()
    name = f"list-lines:{statistic.key}:{state}"
    return compute_once(cache, name, lambda: PickledLines(computed(), PART), KEPT)


def prepare_lists() -> None:
    """Compute the lists of all players over the whole record, so that no reader waits for them."""
    state = state_of(Scope())
    for statistic in STATISTICS.values():
        player_lines(Scope(), statistic, statistic.least, state=state)
    player_countries(state)


def lists_are_prepared() -> bool:
    """Return whether the lists of all players over the whole record are cached."""
    state = state_of(Scope())
    return all(cache.has_key(f"list-lines:{key}:{state}") for key in STATISTICS)


def _ranked(figures: dict[int, Figures], statistic: Statistic, least: int, country: str) -> list[RankedFigures]:
    if country:
        own = set(Person.objects.filter(country=country).values_list("pk", flat=True))
        figures = {person: totals for person, totals in figures.items() if person in own}
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


def player_countries(state: str) -> list[str]:
    """Return the countries of persons with an official result, by code, as they were in the last hour.

    ``state`` is that of all events.
    """
    return compute_once(cache, f"list-countries:{state}", _countries, COUNTRIES_KEPT)


def _countries() -> list[str]:
    recorded = Person.objects.filter(recorded__isnull=False).exclude(country="").order_by()
    return sorted(recorded.values_list("country", flat=True).distinct())
