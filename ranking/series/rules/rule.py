"""The rule of a series as data: what an event is worth, which events count, what decides a tie.

The rules of bodies differ; no text of the WMO governs a series. "Three best and the worst" is that of the Chiba league.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from fractions import Fraction
from typing import Any

#: The longest lists of places and sizes, the most events of an aggregation, the largest points; digits after the point.
MOST_PLACES, MOST_STEPS, MOST_EVENTS, MOST_POINTS, DIGITS = 200, 20, 200, 1_000_000, 3


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


class RuleError(ValueError):
    """A rule that cannot be applied: the field that is wrong, and a code for its text."""

    def __init__(self, where: str, code: str) -> None:
        super().__init__(f"{where}: {code}")
        self.where, self.code = where, code


def read_rule(plain: Mapping[str, Any]) -> Rule:
    """Return the rule of plain data; a missing key has its default. Raises RuleError."""
    rule = parsed_rule(plain)
    for error in contradictions(rule):
        raise error
    return rule


def parsed_rule(plain: Mapping[str, Any]) -> Rule:
    """Return the rule of plain data, whose parts may contradict one another. Raises RuleError for a wrong part."""
    unknown = plain.keys() - Rule().plain().keys()
    if unknown:
        raise RuleError(min(unknown), "unknown")
    data = Rule().plain() | dict(plain)
    return Rule(
        unit=_member(Unit, data, "unit"),
        points=_member(Points, data, "points"),
        placing=_values(data, "placing"),
        shared=_member(Shared, data, "shared"),
        counting=_member(Counting, data, "counting"),
        best=_count(data, "best"),
        worst=_count(data, "worst"),
        size_bonus=_steps(data["size_bonus"]),
        place_bonus=_values(data, "place_bonus"),
        least=_count(data, "least"),
        ties=_ties(data["ties"]),
        finalists=_count(data, "finalists"),
    )


def decimal_text(value: Fraction) -> str:
    """Return a number that has at most `DIGITS` decimals as a text: 25, 12.5, -3."""
    shown = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{shown.quantize(Decimal(1).scaleb(-DIGITS)):f}".rstrip("0").rstrip(".")


def read_points(text: Any) -> Fraction:
    """Return typed points exactly. Raises ValueError for no number, a too large one, or one with too many decimals."""
    try:
        number = Decimal(str(text).strip())
    except InvalidOperation:
        raise ValueError(text) from None
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or -exponent > DIGITS or abs(number) > MOST_POINTS:
        raise ValueError(text)
    return Fraction(number)


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


def _member(kind: Any, data: Mapping[str, Any], name: str) -> Any:
    try:
        return kind(data[name])
    except ValueError:
        raise RuleError(name, "unknown") from None


def _ties(values: Any) -> tuple[Tie, ...]:
    ties = tuple(_member(Tie, {"ties": value}, "ties") for value in values)
    if len(set(ties)) < len(ties):
        raise RuleError("ties", "twice")
    return ties


def _count(data: Mapping[str, Any], name: str) -> int:
    value = data[name]
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_EVENTS:
        raise RuleError(name, "number")
    return value


def _values(data: Mapping[str, Any], name: str) -> tuple[Fraction, ...]:
    if len(data[name]) > MOST_PLACES:
        raise RuleError(name, "long")
    return tuple(_points(value, name) for value in data[name])


def _steps(values: Any) -> tuple[tuple[int, Fraction], ...]:
    if len(values) > MOST_STEPS:
        raise RuleError("size_bonus", "long")
    steps = []
    for players, points in values:
        if not isinstance(players, int) or players < 1:
            raise RuleError("size_bonus", "number")
        steps.append((players, _points(points, "size_bonus")))
    if len({players for players, _points_of in steps}) < len(steps):
        raise RuleError("size_bonus", "twice")
    return tuple(sorted(steps))


def _points(value: Any, where: str) -> Fraction:
    try:
        return read_points(value)
    except ValueError:
        raise RuleError(where, "points") from None
