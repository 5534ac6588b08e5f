"""Read the parts of a rule from plain data: of a series, and of a body's ranking."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

#: The most events of an aggregation, the largest points; digits after the point.
MOST_EVENTS, MOST_POINTS, DIGITS = 200, 1_000_000, 3


class RuleError(ValueError):
    """A rule that cannot be applied: the field that is wrong, and a code for its text."""

    def __init__(self, where: str, code: str) -> None:
        super().__init__(f"{where}: {code}")
        self.where, self.code = where, code


def completed(plain: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return the plain data with the default of each missing key. Raises RuleError for an unknown key."""
    unknown = plain.keys() - defaults.keys()
    if unknown:
        raise RuleError(min(unknown), "unknown")
    return {**defaults, **plain}


def choice_in(kind: Any, data: Mapping[str, Any], name: str) -> Any:
    """Return the member of the enumeration ``kind`` that ``data`` has at ``name``. Raises RuleError."""
    try:
        return kind(data[name])
    except ValueError:
        raise RuleError(name, "unknown") from None


def number_in(data: Mapping[str, Any], name: str, least: int = 0, most: int = MOST_EVENTS) -> int:
    """Return the whole number from ``least`` to ``most`` that ``data`` has at ``name``. Raises RuleError."""
    number = data[name]
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise RuleError(name, "number")
    return number


def points_in(data: Mapping[str, Any], name: str, most: int) -> tuple[Fraction, ...]:
    """Return the list of at most ``most`` points that ``data`` has at ``name``. Raises RuleError."""
    if len(data[name]) > most:
        raise RuleError(name, "long")
    return tuple(points_at(name, value) for value in data[name])


def points_at(name: str, value: Any) -> Fraction:
    """Return typed points, as `read_points`. Raises RuleError with the field's ``name``."""
    try:
        return read_points(value)
    except ValueError:
        raise RuleError(name, "points") from None


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
