"""The quick way to a person's highest level: sums and best ranks, without the conditions."""

from collections.abc import Iterable
from typing import NamedTuple

from ranking.bodies.rules import DEFAULT, A9Interpretation
from ranking.levels.rules.results import Result, better_rank, exclusion_reason, positive_points, ranks_of
from ranking.levels.rules.standards import STANDARDS, TWELFTHS, WEB_STANDARDS, rank_met


class Sums(NamedTuple):
    """All figures that the standards ask of a person: sums, and the best ranks (0: none).

    Web points and web rank are those of the site where the person reaches furthest.
    """

    table_points: int = 0
    competition_points: int = 0
    individual: int = 0
    unit: int = 0
    class_a: int = 0
    web_points: int = 0
    web_rank: int = 0


def sums_of(results: Iterable[Result], interpretation: A9Interpretation = DEFAULT) -> Sums:
    """Return the figures of the results that count, separately for pins and web pins."""
    table = competition = individual = unit = class_a = 0
    sites: dict[str, tuple[int, int]] = {}
    for result in results:
        if exclusion_reason(result, interpretation):
            continue
        own, team = ranks_of(result)
        if result.web:
            points, rank = sites.get(result.site, (0, 0))
            sites[result.site] = points + result.web_points, better_rank(rank, own)
            continue
        table += result.table_points
        competition += positive_points(result, interpretation)
        individual, unit = better_rank(individual, own), better_rank(unit, team)
        if result.letter == "A":
            class_a = better_rank(class_a, own)
    return Sums(table, competition, individual, unit, class_a, *max(sites.values(), key=web_reach, default=(0, 0)))


def highest_pin(sums: Sums) -> int:
    """Return the highest pin that the sums reach; 0 if they reach none."""
    highest = 0
    for row in STANDARDS:
        if sums.table_points < row.table_points * TWELFTHS or sums.competition_points < row.competition_points:
            break
        if rank_met(row, sums.class_a if row.class_a else sums.individual, 0 if row.class_a else sums.unit):
            highest = row.level
    return highest


def highest_web_pin(sums: Sums) -> int:
    """Return the highest web pin that the sums reach; 0 if they reach none."""
    return _web_level_of(sums.web_points, sums.web_rank)


def _web_level_of(points: int, rank: int) -> int:
    met = [
        row.level
        for row in WEB_STANDARDS
        if points >= row.points and (not row.individual or 0 < rank <= row.individual)
    ]
    return min(met, default=0)


def web_reach(sums: tuple[int, int]) -> tuple[int, int]:
    """Return a sort key of web points and best rank at one site: the level first, then the points."""
    return -(_web_level_of(*sums) or 10), sums[0]
