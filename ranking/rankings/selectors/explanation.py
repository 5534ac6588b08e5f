"""Every number of a line explained event by event, and what one more result would do."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ranking.rankings.models import RankedEvent, RankingLine, RankingSnapshot, decimal_of
from ranking.rankings.rules.formula import Counted, Number, Points, Use, points_of, uses
from ranking.rankings.rules.packing import unpacked
from ranking.rankings.rules.rule import Rule
from ranking.rankings.selectors.lines import better_lines
from tournament.people.models.persons import Person


@dataclass(frozen=True, slots=True)
class ExplainedResult:
    """A result of a line: the event with its weight and age factor, the place, the value, and where it counts."""

    event: RankedEvent
    place: int
    value: Number
    use: Use

    @property
    def weight(self) -> Fraction:
        """The weight with which the result counts: that of the event times the age factor."""
        return Fraction(self.event.weight) * Fraction(self.event.factor)

    @property
    def product(self) -> Fraction:
        return self.value * self.weight


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one more result would do: the points and the rank with it; both None with too few results.

    ``use`` says where the new result would count.
    """

    points: Points | None
    rank: int | None
    use: Use


def explained(line: RankingLine, rule: Rule) -> list[ExplainedResult]:
    """Return the results behind a line, the best first."""
    stored = unpacked(line.counted)
    events = RankedEvent.objects.in_bulk([result.event for result in stored])
    counted = [_counted(events[result.event], result.value) for result in stored]
    rows = [
        ExplainedResult(events[result.event], result.place, result.value, use)
        for result, use in zip(stored, uses(rule, counted), strict=True)
    ]
    return sorted(rows, key=lambda row: (row.use.part_b, row.use.part_a, row.value, row.weight), reverse=True)


def rating_steps(line: RankingLine) -> list[tuple[RankedEvent, int, Number]]:
    """Return event, tables and points after it of a line of a rating, the newest event first."""
    stored = unpacked(line.counted)
    events = RankedEvent.objects.in_bulk([result.event for result in stored])
    return [(events[result.event], result.place, result.value) for result in reversed(stored)]


def prospect(
    snapshot: RankingSnapshot, rule: Rule, person: Person, results: Sequence[ExplainedResult], added: Counted
) -> Prospect:
    """Return what the result ``added`` would do to the results of a person, everything else as in the snapshot."""
    counted = [*(Counted(row.value, row.weight) for row in results), added]
    points = points_of(rule, counted)
    rank = None
    if points:
        rank = 1 + better_lines(snapshot, decimal_of(points.total), person)
    return Prospect(points, rank, uses(rule, counted)[-1])


def _counted(event: RankedEvent, value: Number) -> Counted:
    return Counted(value, Fraction(event.weight) * Fraction(event.factor))
