"""Exact table points 4-2-1-0 with shared places (3.9.2; rulings: Scores).

The unit is twelfths (4 points = 48), in which every share of tied places is whole. In the functions below an int is
always twelfths, a Fraction always points.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Literal

from scoring.game.rules.seats import Seat

Ties = Literal["share", "higher"]

TWELFTHS = 12
PLACES = (48, 24, 12, 0)

_STATED = re.compile(r"[0-9]{1,9}(?:\.(?P<decimals>[0-9]{1,9})|/[0-9]{1,9})?", re.ASCII)


def table_points(
    scores: Mapping[Seat, int], ties: Ties = "share", forfeited: frozenset[Seat] = frozenset()
) -> dict[Seat, int]:
    """Return seat -> table points of the session in twelfths, by competition points (3.9.2).

    `scores`: competition points of every played seat. Each takes a place: with two seats missing, 4-2 remain. `ties`:
    "share" adds and divides the points of tied places, "higher" gives each the best of them. `forfeited` seats get 0
    (3.11.2.1): one with a filler is also in `scores` and keeps its place in the order, an empty one is not in `scores`
    and takes none.
    """
    points: dict[Seat, int] = {}
    order = sorted(scores.values(), reverse=True)
    for seat, score in scores.items():
        best = order.index(score)
        places = PLACES[best : best + order.count(score)]
        points[seat] = sum(places) // len(places) if ties == "share" else places[0]
    return points | dict.fromkeys(forfeited, 0)


def in_points(value: int | Fraction) -> Fraction:
    """Return table points as a Fraction, from twelfths (int) or points (Fraction)."""
    return Fraction(value, TWELFTHS) if isinstance(value, int) else value


def as_text(value: int | Fraction) -> str:
    """Return exact text, "4" or "7/3", from twelfths (int) or points (Fraction)."""
    return str(in_points(value))


def rounded(value: int | Fraction, places: int = 2) -> str:
    """Return text for paper and pages with at most `places` decimals, rounded half up: "4", "1.5", "2.33"."""
    if isinstance(value, int) and not value % TWELFTHS:  # fast path: most values are whole, a page has a thousand
        return str(value // TWELFTHS)
    exact = in_points(value)
    whole, decimals = divmod(_scaled(abs(exact), places), 10**places)
    sign = "-" if exact < 0 and (whole or decimals) else ""
    return f"{sign}{whole}.{decimals:0{places}d}".rstrip("0").rstrip(".") if places else f"{sign}{whole}"


def parse_stated(text: str) -> Fraction:
    """Return table points from the text of a source, "4", "2.33" or "7/3"; raise ValueError for other texts."""
    stated = text.strip()
    if not _STATED.fullmatch(stated):
        raise ValueError(f"not table points: {text[:40]!r}")
    try:
        return Fraction(stated)
    except ZeroDivisionError:
        raise ValueError(f"not table points: {text[:40]!r}") from None


def agrees(stated: str, twelfths: int) -> bool:
    """Whether stated table points mean this exact value; raise ValueError if they cannot be read.

    A decimal agrees with the exact value rounded half up or cut off at its number of decimals ("2.33" is 7/3). An
    integer or a fraction must be exact (rulings: Scores).
    """
    value = parse_stated(stated)
    match = _STATED.fullmatch(stated.strip())
    decimals = match and match["decimals"]
    if not decimals:
        return value == in_points(twelfths)
    unit = 10 ** len(decimals)
    exact = in_points(twelfths)
    return value * unit in (_scaled(exact, len(decimals)), floor(exact * unit))


def _scaled(value: Fraction, places: int) -> int:
    """Return a value of 0 or more in units of the last decimal place, rounded half up."""
    unit: int = 10**places
    return floor(value * unit + Fraction(1, 2))
