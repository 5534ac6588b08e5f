"""The ranking of a series without names, cached while the results of its events stay the same."""

from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, cast

from django.core.cache import cache

from common.infrastructure.pickled_lines import PickledLines
from common.infrastructure.single_flight import compute_once
from ranking.series.rules.ranking import (
    Exact,
    Key,
    Line,
    Qualification,
    Visit,
    Worth,
    movements,
    qualifications,
    ranking,
    until,
)
from ranking.series.rules.rule import Rule, Unit
from ranking.series.selectors.results import Source
from ranking.series.selectors.visits import player_visits, team_key, team_visits

#: The version of the calculation: a change here makes earlier cached rankings unused.
CALCULATION = 3
#: Seconds for which rankings are cached; the key holds the version of the results.
KEPT = 7 * 86_400
#: The lines that are read together: those of a page.
PART = 40


@dataclass(frozen=True)
class RankedLine(Generic[Key]):
    """A line with what it shows besides its points; ``cells`` as in `ranking.series.selectors.table.NamedLine`."""

    line: Line[Key]
    movement: int | None
    qualification: Qualification | None
    cells: Sequence[Worth | None]


class RankedLines(Generic[Key]):
    """The lines after some events, best first; ``teams``: key of a team -> its name in the newest event."""

    def __init__(self, lines: Sequence[RankedLine[Key]], teams: Mapping[str, str]) -> None:
        keys = [ranked.line.key for ranked in lines]
        # A cached array is read faster than a list or a dict of thousands of persons.
        self._keys: Sequence[Key] = keys if teams else array("q", keys)
        self.teams = teams
        self._lines: PickledLines[RankedLine[Key]] = PickledLines(lines, PART)

    def __len__(self) -> int:
        return len(self._keys)

    def line_of(self, key: Key) -> Line[Key] | None:
        """Return the line of a person or team; None without one."""
        if key not in self._keys:
            return None
        at = self._keys.index(key)
        return self.lines(at, at + 1)[0].line

    def lines(self, first: int, after: int) -> list[RankedLine[Key]]:
        """Return the lines from ``first`` to before ``after``."""
        return self._lines[first:after]


class Rankings:
    """The rankings that a rule gives after the first events that count; ``kept``: merged person -> the other one."""

    def __init__(self, rule: Rule, counting: Sequence[Source], kept: dict[int, int]) -> None:
        self.rule, self.counting, self._kept = rule, counting, kept

    def after(self, number: int) -> RankedLines[int] | RankedLines[str]:
        """Return the ranking after so many events."""
        return compute_once(cache, self._name("lines", number), lambda: self._lines(number), KEPT)

    def _lines(self, number: int) -> RankedLines[int] | RankedLines[str]:
        if self.rule.unit is Unit.TEAMS:
            return self._computed(self._team_visits, number)
        return self._computed(self._player_visits, number)

    def line_of(self, person: int) -> Line[int] | None:
        """Return the line of a kept person (id) after all events; None without one, and for teams."""
        if self.rule.unit is Unit.TEAMS:
            return None
        return cast(RankedLines[int], self.after(len(self.counting))).line_of(person)

    def line_of_team(self, name: str) -> Line[str] | None:
        """Return the line of the team with this name after all events; None without one, and for players."""
        if self.rule.unit is not Unit.TEAMS:
            return None
        return cast(RankedLines[str], self.after(len(self.counting))).line_of(team_key(name))

    def steps(self, most: int) -> dict[int | str, list[tuple[int | None, Exact] | None]]:
        """Return for each person or team (key) rank and points after each of the newest events, the oldest first.

        ``most`` is the number of these events; None before the first event of its own.
        """
        name = self._name(f"steps-{most}", len(self.counting))
        return compute_once(cache, name, lambda: self._steps(most), KEPT)

    def _steps(self, most: int) -> dict[int | str, list[tuple[int | None, Exact] | None]]:
        teams = self.rule.unit is Unit.TEAMS
        visits: Mapping[Any, list[Visit]] = self._team_visits if teams else self._player_visits
        numbers = range(max(1, len(self.counting) - most + 1), len(self.counting) + 1)
        steps: dict[int | str, list[tuple[int | None, Exact] | None]] = defaultdict(lambda: [None] * len(numbers))
        for at, number in enumerate(numbers):
            for line in ranking(self.rule, until(visits, number)):
                steps[line.key][at] = line.rank, line.points
        return dict(steps)

    def _name(self, kind: str, number: int) -> str:
        """Return the name in the cache: it changes with the rule, with results, and with merged persons."""
        versions = [source.version for source in self.counting[:number]]
        state = repr((CALCULATION, self.rule, number, versions, self._kept))
        return f"series-{kind}:{sha256(state.encode()).hexdigest()}"

    @cached_property
    def _player_visits(self) -> dict[int, list[Visit]]:
        return player_visits(self.counting, self._kept)

    @cached_property
    def _team_visits(self) -> dict[str, list[Visit]]:
        return team_visits(self.counting)

    def _computed(self, visits: Mapping[Key, Sequence[Visit]], number: int) -> RankedLines[Key]:
        lines = ranking(self.rule, until(visits, number))
        moved = movements(ranking(self.rule, until(visits, number - 1)), lines)
        chances = qualifications(self.rule, lines)
        ranked = []
        for line in lines:
            of_events = {worth.visit.event: worth for worth in line.worths}
            cells = [of_events.get(event) for event in range(number)]
            ranked.append(RankedLine(line, moved.get(line.key), chances.get(line.key), cells))
        return RankedLines(ranked, self._team_names)

    @property
    def _team_names(self) -> dict[str, str]:
        if self.rule.unit is not Unit.TEAMS:
            return {}
        return {
            team_key(outcome.team): outcome.team
            for source in self.counting
            for outcome in source.outcomes
            if outcome.team
        }
