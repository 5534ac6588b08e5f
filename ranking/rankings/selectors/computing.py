"""Compute a ranking: the lines of all players with their ranks, and the countries."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from ranking.rankings.rules.formula import Counted, Points, points_of, value_of
from ranking.rankings.rules.packing import Packed, packed
from ranking.rankings.rules.quotas import HIGH
from ranking.rankings.rules.rule import Rule
from ranking.rankings.selectors.sources import SourceEvent, SourceResult, one_codes, results_by_person
from ranking.record.rules.mers import OF_COUNTRY


class PlayerLine(NamedTuple):
    """A player before the ranks are known; ``points`` None: too few results. ``counted`` is packed text."""

    person: int
    country: str
    points: Points | None
    results: int
    counted: str


@dataclass(frozen=True)
class RankedLine:
    """A player with rank and position; both None without points."""

    player: PlayerLine
    rank: int | None
    position: int | None


@dataclass(frozen=True)
class CountryLine:
    """A country: the mean of its best three players (a missing one counts 0), its players, and those above 700."""

    country: str
    rank: int
    points: Fraction
    players: int
    above: int


def player_lines(
    rule: Rule,
    day: date,
    events: Mapping[int, SourceEvent],
    ids: Mapping[int, int] | None = None,
    only: Collection[int] | None = None,
) -> Iterator[PlayerLine]:
    """Yield a line for each player with a result that counts, by id of the person.

    ``ids``: id of an event in the record -> its id in the snapshot; without it the results are not packed.
    """
    players_of = one_codes(rule.players_of)
    weights = {pk: event.weight * event.factor for pk, event in events.items()}
    for person, results in results_by_person(rule, day, events, only):
        country = next((result.country for result in reversed(results) if result.country), "")
        if players_of and country not in players_of:
            continue
        values = [value_of(rule, result.outcome, events[result.event].players) for result in results]
        counted = [Counted(value, weights[result.event]) for value, result in zip(values, results, strict=True)]
        text = packed(_packed(results, values, ids)) if ids else ""
        yield PlayerLine(person, country, points_of(rule, counted), len(results), text)


def order_of(player: PlayerLine) -> tuple[bool, Fraction, int]:
    """Return what sorts a player: the best first, without points last, equal ones by id."""
    points = player.points
    return points is None, -points.total if points else Fraction(0), player.person


def with_ranks(players: Iterable[PlayerLine]) -> list[RankedLine]:
    """Return the lines with ranks, the best first; those without points are last."""
    return list(ranked(sorted(players, key=order_of)))


def ranked(players: Iterable[PlayerLine]) -> Iterator[RankedLine]:
    """Yield lines, the best first, with their ranks; equal points share a rank."""
    rank, total = 0, None
    for position, player in enumerate(players, start=1):
        if player.points is None:
            yield RankedLine(player, None, None)
            continue
        if player.points.total != total:
            rank, total = position, player.points.total
        yield RankedLine(player, rank, position)


def country_lines(lines: Iterable[RankedLine]) -> list[CountryLine]:
    """Return the country ranking of ranked lines, best first; equal means share a rank."""
    best: dict[str, list[Fraction]] = defaultdict(list)
    players: Counter[str] = Counter()
    above: Counter[str] = Counter()
    for line in lines:
        points, country = line.player.points, line.player.country
        if points is None or not country:
            continue
        players[country] += 1
        above[country] += points.total > HIGH
        # The lines come best first.
        if len(best[country]) < OF_COUNTRY:
            best[country].append(points.total)
    means = {country: sum(values, Fraction(0)) / OF_COUNTRY for country, values in best.items()}
    order = sorted(means, key=lambda country: (-means[country], country))
    return [
        CountryLine(country, _rank(means[country], means.values()), means[country], players[country], above[country])
        for country in order
    ]


def _rank(mean: Fraction, means: Iterable[Fraction]) -> int:
    return 1 + sum(other > mean for other in means)


def _packed(results: Sequence[SourceResult], values: Sequence[int | Fraction], ids: Mapping[int, int]) -> list[Packed]:
    return [
        Packed(ids[result.event], result.outcome.place, value) for result, value in zip(results, values, strict=True)
    ]
