"""Every level with every condition, for the results of one person (A9 4; rulings: Classes and pins)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from ranking.bodies.rules import DEFAULT, A9Interpretation
from ranking.levels.rules.conditions import Condition, rank_condition, sum_condition, web_rank_condition
from ranking.levels.rules.results import Result, by_site, exclusion_reason, positive_points
from ranking.levels.rules.standards import (
    ARTICLE,
    STANDARDS,
    TWELFTHS,
    WEB_ARTICLE,
    WEB_STANDARDS,
    Standard,
    WebStandard,
)
from ranking.levels.rules.sums import sums_of, web_reach

Kind = Literal["pin", "web"]


@dataclass(frozen=True, slots=True)
class Level:
    """A level with all its conditions; it is met when all of them are (A9 4.5)."""

    kind: Kind
    level: int
    conditions: tuple[Condition, ...]

    @property
    def met(self) -> bool:
        return all(condition.met for condition in self.conditions)

    @property
    def missing(self) -> tuple[Condition, ...]:
        return tuple(condition for condition in self.conditions if not condition.met)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Every level of both records, from 9 to 1."""

    pins: tuple[Level, ...]
    web: tuple[Level, ...]

    @property
    def pin(self) -> int | None:
        """The highest pin whose conditions are met; None if there is none."""
        return _highest(self.pins)

    @property
    def web_pin(self) -> int | None:
        """The highest web pin whose conditions are met; None if there is none."""
        return _highest(self.web)

    @property
    def next_pin(self) -> Level | None:
        """The next higher level; None above pin 1."""
        return _after(self.pins)

    @property
    def next_web(self) -> Level | None:
        """The next higher web level; None above web pin 1."""
        return _after(self.web)


def evaluate(
    results: Sequence[Result], interpretation: A9Interpretation = DEFAULT, world: A9Interpretation | None = None
) -> Evaluation:
    """Evaluate every level with every condition, for the results of one person.

    ``interpretation`` is that of the body that issues levels 9 to 4, ``world`` the one for 3 to 1 (A9 7.3, 7.4; None:
    the same). Rank and points may come from different events, points are not used up, and levels may be skipped. Web
    levels are those of the site where the person reaches furthest.
    """
    above = world or interpretation
    counted = [result for result in results if not exclusion_reason(result, interpretation)]
    counted_above = [result for result in results if not exclusion_reason(result, above)]
    pins = []
    for row in STANDARDS:
        upper = row.level <= 3
        row_results = [result for result in (counted_above if upper else counted) if not result.web]
        pins.append(_pin_level(row, row_results, above if upper else interpretation))
    sites = by_site(counted).values()
    web = max(sites, key=lambda site_results: web_reach(sums_of(site_results, interpretation)[-2:]), default=[])
    return Evaluation(tuple(pins), tuple(_web_level(row, web) for row in WEB_STANDARDS))


def plain(player: str, evaluation: Evaluation) -> dict[str, Any]:
    """Return the object that ``evaluate_pins`` prints for a player."""
    levels = [
        {
            "kind": level.kind,
            "level": level.level,
            "met": level.met,
            "conditions": [condition.plain() for condition in level.conditions],
        }
        for level in (*evaluation.pins, *evaluation.web)
    ]
    above, web = evaluation.next_pin, evaluation.next_web
    missing = [condition.plain() for condition in above.missing] if above else []
    return {
        "player": player,
        "levels": levels,
        "next": {"pin": above and above.level, "missing": missing, "web": web and web.level},
    }


def _pin_level(row: Standard, results: Sequence[Result], interpretation: A9Interpretation) -> Level:
    table = sum(result.table_points for result in results)
    events = tuple(result.event for result in results if result.table_points)
    conditions = [sum_condition(ARTICLE, "table_points", row.table_points, Fraction(table, TWELFTHS), events)]
    if row.competition_points:
        positive = [(result.event, positive_points(result, interpretation)) for result in results]
        events = tuple(event for event, points in positive if points)
        have = Fraction(sum(points for _event, points in positive))
        conditions.append(sum_condition(ARTICLE, "competition_points", row.competition_points, have, events))
    if row.individual:
        conditions.append(rank_condition(row, results))
    return Level("pin", row.level, tuple(conditions))


def _web_level(row: WebStandard, results: Sequence[Result]) -> Level:
    points = Fraction(sum(result.web_points for result in results))
    events = tuple(result.event for result in results if result.web_points)
    conditions = [sum_condition(WEB_ARTICLE, "web_points", row.points, points, events)]
    if row.individual:
        conditions.append(web_rank_condition(row, results))
    return Level("web", row.level, tuple(conditions))


def _highest(levels: Sequence[Level]) -> int | None:
    return min((level.level for level in levels if level.met), default=None)


def _after(levels: Sequence[Level]) -> Level | None:
    met = _highest(levels)
    return next((level for level in levels if met is None or level.level < met), None)
