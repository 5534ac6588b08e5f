"""The rule of a body's ranking as data: its formula, how results age, and which events count.

MERS is the ranking of the European federation as published (practice 6); its parameters are in
`ranking.record.rules.mers`. A formula of its own has parameters. A rating (`rules/rating.py`) has none.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from ranking.record.rules.mers import FACTORS, FEWEST, Years
from ranking.series.rules.plain import RuleError, choice_in, completed, decimal_text, number_in, points_in

#: The longest list of places, of age factors, and of countries; the years that a scope can name.
MOST_PLACES, MOST_FACTORS, MOST_CODES = 200, 10, 300
FIRST_YEAR, LAST_YEAR = 1980, 2200


class Kind(StrEnum):
    """The formula: MERS as published, one with parameters of the body, or a rating from the tables."""

    MERS = "mers"
    OWN = "own"
    RATING = "rating"


class Value(StrEnum):
    """What a result is worth before its weight: 1000 (N - place) / (N - 1), points of a list, or its points."""

    RANK = "rank"
    PLACING = "placing"
    TABLE = "table"
    COMPETITION = "competition"


class Total(StrEnum):
    """How results are put together: their weighted mean, or the sum of value times weight."""

    MEAN = "mean"
    SUM = "sum"


@dataclass(frozen=True)
class Rule:
    """The rule of a ranking.

    ``years``: when a year after an event ends. An own formula has ``value`` (with ``placing``, the points of places 1,
    2, …), ``weighted`` (whether events have the federation's weight), ``factors`` (the age factors of the first years
    after an event; then 0), ``total``, ``best`` (how many results count; 0: all) and ``least`` (results that a ranked
    player has at least). The rest is the scope; an empty value sets no limit, but web events count only if ``scopes``
    has them. ``letters`` are classes, ``countries`` those of the events, ``players_of`` those of the players.
    """

    kind: Kind = Kind.MERS
    years: Years = Years.CALENDAR
    value: Value = Value.RANK
    placing: tuple[Fraction, ...] = ()
    weighted: bool = True
    factors: tuple[Fraction, ...] = FACTORS
    total: Total = Total.MEAN
    best: int = 0
    least: int = FEWEST
    letters: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    rule_sets: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    players_of: tuple[str, ...] = ()
    first_year: int = 0
    last_year: int = 0

    def plain(self) -> dict[str, Any]:
        """Return the rule as plain data, numbers with decimals as texts; `read_rule` reads it."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


#: The parts of a rule that only an own formula has.
OWN_PARTS = ("value", "placing", "weighted", "factors", "total", "best", "least")


def read_rule(plain: Mapping[str, Any]) -> Rule:
    """Return the rule of plain data; a missing key has its default. Raises RuleError."""
    rule = parsed_rule(plain)
    for error in contradictions(rule):
        raise error
    return rule


def parsed_rule(plain: Mapping[str, Any]) -> Rule:
    """Return the rule of plain data, whose parts may contradict one another. Raises RuleError for a wrong part."""
    data = completed(plain, Rule().plain())
    rule = Rule(
        kind=choice_in(Kind, data, "kind"),
        years=choice_in(Years, data, "years"),
        value=choice_in(Value, data, "value"),
        placing=points_in(data, "placing", MOST_PLACES),
        weighted=bool(data["weighted"]),
        factors=points_in(data, "factors", MOST_FACTORS),
        total=choice_in(Total, data, "total"),
        best=number_in(data, "best"),
        least=number_in(data, "least", 1),
        letters=_codes(data, "letters"),
        scopes=_codes(data, "scopes"),
        rule_sets=_codes(data, "rule_sets"),
        countries=_codes(data, "countries"),
        players_of=_codes(data, "players_of"),
        first_year=_year(data, "first_year"),
        last_year=_year(data, "last_year"),
    )
    if rule.kind is not Kind.OWN:
        published = Rule()
        rule = replace(rule, **{name: getattr(published, name) for name in OWN_PARTS})
    return rule


def contradictions(rule: Rule) -> Iterator[RuleError]:
    """Yield each error by which the parts of the rule contradict one another."""
    if rule.value is Value.PLACING and not rule.placing:
        yield RuleError("placing", "missing")
    if not rule.factors:
        yield RuleError("factors", "missing")
    elif any(factor < 0 for factor in rule.factors) or not rule.factors[0]:
        yield RuleError("factors", "factor")
    if rule.first_year and rule.last_year and rule.last_year < rule.first_year:
        yield RuleError("last_year", "years")


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, StrEnum):
        return value.value
    return decimal_text(value) if isinstance(value, Fraction) else value


def _year(data: Mapping[str, Any], name: str) -> int:
    return 0 if data[name] == 0 else number_in(data, name, FIRST_YEAR, LAST_YEAR)


def _codes(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    codes = tuple(data[name])
    if len(codes) > MOST_CODES or not all(isinstance(code, str) for code in codes):
        raise RuleError(name, "unknown")
    return codes
