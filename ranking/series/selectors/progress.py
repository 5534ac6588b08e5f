"""The way of a person or a team through a series: the rank after each event."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ranking.series.models import Series
from ranking.series.rules.ranking import Exact, Line
from ranking.series.selectors.ranked import Rankings
from ranking.series.selectors.results import Source

#: The newest events after which the rank is computed; each step ranks everybody.
MOST_STEPS = 12
#: The most results of a series with steps.
MOST_RESULTS = 2_000
#: The series of a person or a team with their steps; each step costs a ranking.
STEPPED = 3


@dataclass(frozen=True)
class Step:
    """The rank after an event, and the points; both None before the first own event."""

    source: Source
    rank: int | None
    points: Exact | None


@dataclass(frozen=True)
class Way:
    """A series of a person or a team: its line, and the steps through the events, the oldest first."""

    series: Series
    line: Line[Any]
    steps: list[Step]


def ways_of(series_lines: Sequence[tuple[Series, Rankings, Line[Any]]], key: int | str) -> list[Way]:
    """Return the series of a kept person (id) or a team (`team_key`), the first STEPPED of them with their steps."""
    return [
        Way(series, line, steps_of(rankings, key) if index < STEPPED else [])
        for index, (series, rankings, line) in enumerate(series_lines)
    ]


def steps_of(rankings: Rankings, key: int | str) -> list[Step]:
    """Return the steps of a kept person (id) or a team (`team_key`) after the newest events that count, oldest first.

    None of a series with more results than MOST_RESULTS.
    """
    if sum(source.players for source in rankings.counting) > MOST_RESULTS:
        return []
    figures = rankings.steps(MOST_STEPS).get(key, [])
    counting = rankings.counting[-MOST_STEPS:]
    return [
        Step(source, *(rank_and_points or (None, None)))
        for source, rank_and_points in zip(counting, figures, strict=False)
    ]
