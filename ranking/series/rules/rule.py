"""The rule of a series as data: what an event is worth, which events count, what decides a tie.

The rules of bodies differ; no text of the WMO governs a series. "Three best and the worst" is that of the Chiba league.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from ranking.series.rules.plain import RuleError, choice_in, completed, decimal_text, number_in, points_at, points_in

#: The longest lists of places and sizes.
MOST_PLACES, MOST_STEPS = 200, 20


class Unit(StrEnum):
    """Who is ranked."""

    PLAYERS = "players"
    TEAMS = "teams"


class Points(StrEnum):
    """What an event is worth: its points, points of a list by place, or 1000 (N - place) / (N - 1)."""

    COMPETITION = "competition"
    TABLE = "table"
    PLACING = "placing"
    RANK = "rank"


class Shared(StrEnum):
    """What players who share a place get from a list by place: the mean of their places, or the points of the best."""

    MEAN = "mean"
    BEST = "best"


class Counting(StrEnum):
    """Which events of a player count."""

    SUM = "sum"
    BEST = "best"
    BEST_WORST = "best-worst"
    AVERAGE = "average"


class Tie(StrEnum):
    """What decides between equal points, the higher value first.

    RESULTS: the best event, then the second best and so on. PLACES: more first places, then more second places and so
    on. VISITS: more events. LATEST: the newest event, then the one before it; who was there is before who was not.
    """

    RESULTS = "results"
    PLACES = "places"
    VISITS = "visits"
    TABLE = "table"
    COMPETITION = "competition"
    LATEST = "latest"


@dataclass(frozen=True)
class Rule:
    """The rule of a series.

    ``placing`` are the points of places 1, 2, …; further places get 0. ``best`` and ``worst``: how many events count,
    for the countings that need them. ``size_bonus`` are steps (players, points), ascending: an event of at least so
    many players adds the points of the highest step; ``place_bonus`` adds points for places 1, 2, …. ``least``: events
    that a ranked player has at least. ``finalists``: how many reach the final (0: there is none).
    """

    unit: Unit = Unit.PLAYERS
    points: Points = Points.COMPETITION
    placing: tuple[Fraction, ...] = ()
    shared: Shared = Shared.MEAN
    counting: Counting = Counting.SUM
    best: int = 0
    worst: int = 0
    size_bonus: tuple[tuple[int, Fraction], ...] = ()
    place_bonus: tuple[Fraction, ...] = ()
    least: int = 1
    ties: tuple[Tie, ...] = ()
    finalists: int = 0

    def plain(self) -> dict[str, Any]:
        """Return the rule as plain data, points as decimals in texts; `read_rule` reads it."""
        return {
            "unit": self.unit.value,
            "points": self.points.value,
            "placing": [decimal_text(value) for value in self.placing],
            "shared": self.shared.value,
            "counting": self.counting.value,
            "best": self.best,
            "worst": self.worst,
            "size_bonus": [[players, decimal_text(value)] for players, value in self.size_bonus],
            "place_bonus": [decimal_text(value) for value in self.place_bonus],
            "least": self.least,
            "ties": [tie.value for tie in self.ties],
            "finalists": self.finalists,
        }


def read_rule(plain: Mapping[str, Any]) -> Rule:
    """Return the rule of plain data; a missing key has its default. Raises RuleError."""
    rule = parsed_rule(plain)
    for error in contradictions(rule):
        raise error
    return rule


def parsed_rule(plain: Mapping[str, Any]) -> Rule:
    """Return the rule of plain data, whose parts may contradict one another. Raises RuleError for a wrong part."""
    data = completed(plain, Rule().plain())
    return Rule(
        unit=choice_in(Unit, data, "unit"),
        points=choice_in(Points, data, "points"),
        placing=points_in(data, "placing", MOST_PLACES),
        shared=choice_in(Shared, data, "shared"),
        counting=choice_in(Counting, data, "counting"),
        best=number_in(data, "best"),
        worst=number_in(data, "worst"),
        size_bonus=_steps(data["size_bonus"]),
        place_bonus=points_in(data, "place_bonus", MOST_PLACES),
        least=number_in(data, "least"),
        ties=_ties(data["ties"]),
        finalists=number_in(data, "finalists"),
    )


def contradictions(rule: Rule) -> Iterator[RuleError]:
    """Yield each error by which the parts of the rule contradict one another."""
    if rule.points is Points.PLACING and not rule.placing:
        yield RuleError("placing", "missing")
    if rule.counting in (Counting.BEST, Counting.BEST_WORST) and not rule.best:
        yield RuleError("best", "missing")
    if rule.counting is Counting.BEST_WORST and not rule.worst:
        yield RuleError("worst", "missing")
    if not rule.least:
        yield RuleError("least", "missing")


def _ties(values: Any) -> tuple[Tie, ...]:
    ties = tuple(choice_in(Tie, {"ties": value}, "ties") for value in values)
    if len(set(ties)) < len(ties):
        raise RuleError("ties", "twice")
    return ties


def _steps(values: Any) -> tuple[tuple[int, Fraction], ...]:
    if len(values) > MOST_STEPS:
        raise RuleError("size_bonus", "long")
    steps = []
    for players, points in values:
        if not isinstance(players, int) or players < 1:
            raise RuleError("size_bonus", "number")
        steps.append((players, points_at("size_bonus", points)))
    if len({players for players, _points_of in steps}) < len(steps):
        raise RuleError("size_bonus", "twice")
    return tuple(sorted(steps))
