"""The points of a player by the rule of a ranking, and which results they rest on."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ranking.rankings.rules.rule import Kind, Rule, Total, Value
from ranking.record.rules.mers import MISSING, PART_A, PART_B, base_rank, parts, size_of_part_a, weighted_mean

#: Table points are stored in twelfths.
TWELFTHS = 12
Number = int | Fraction


class Outcome(NamedTuple):
    """What a player reached in an event: the place, table points in twelfths, and competition points."""

    place: int
    table_points: int
    competition_points: int


class Counted(NamedTuple):
    """A result that counts: its value, and the weight of its event times the age factor."""

    value: Number
    weight: Fraction


class Points(NamedTuple):
    """The points of a player; only MERS has two parts."""

    total: Fraction
    part_a: Fraction | None = None
    part_b: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """Where a result counts; an own formula has only part A."""

    part_a: bool
    part_b: bool


def value_of(rule: Rule, outcome: Outcome, players: int) -> Number:
    """Return what the outcome is worth in an event of so many players, before the weight."""
    if rule.value is Value.PLACING:
        return rule.placing[outcome.place - 1] if outcome.place <= len(rule.placing) else 0
    if rule.value is Value.TABLE:
        return Fraction(outcome.table_points, TWELFTHS)
    if rule.value is Value.COMPETITION:
        return outcome.competition_points
    return base_rank(outcome.place, players) if players > 1 else 1000


def points_of(rule: Rule, results: Sequence[Counted]) -> Points | None:
    """Return the points of a player with these results; None with fewer than a ranked player has."""
    if len(results) < rule.least:
        return None
    if rule.kind is Kind.MERS:
        part_a, part_b = parts(results)
        return Points((part_a + part_b) / 2, part_a, part_b)
    best = [results[at] for at in _best(rule, results)]
    if rule.total is Total.SUM:
        return Points(sum((result.value * result.weight for result in best), Fraction(0)))
    return Points(weighted_mean(best))


def uses(rule: Rule, results: Sequence[Counted]) -> list[Use]:
    """Return for each result where it counts; the same choice as in `points_of`."""
    if rule.kind is not Kind.MERS:
        best = set(_best(rule, results))
        return [Use(at in best, False) for at in range(len(results))]
    filled = [*results, *[Counted(*MISSING)] * (PART_A - len(results))]
    order = sorted(range(len(filled)), key=lambda at: filled[at], reverse=True)
    places = {at: place for place, at in enumerate(order)}
    in_a = size_of_part_a(len(results))
    return [Use(places[at] < in_a, places[at] < PART_B) for at in range(len(results))]


def filled_up(rule: Rule, results: int) -> int:
    """Return how many missing results count as 0 with weight 1."""
    return max(0, PART_A - results) if rule.kind is Kind.MERS else 0


def _best(rule: Rule, results: Sequence[Counted]) -> list[int]:
    """Return the positions of the results that count in an own formula, the best first."""

    def strength(at: int) -> tuple[Number, Number]:
        result = results[at]
        return (result.value * result.weight if rule.total is Total.SUM else result.value), result.weight

    order = sorted(range(len(results)), key=strength, reverse=True)
    return order[: rule.best] if rule.best else order
