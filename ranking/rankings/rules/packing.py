"""The results behind the points of a player as one short text, so that a snapshot explains itself for ever."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ranking.rankings.rules.formula import Number


class Packed(NamedTuple):
    """A result: the id of the event in the snapshot, the place, and what it is worth before the weight."""

    event: int
    place: int
    value: Number


def packed(results: Iterable[Packed]) -> str:
    """Return "event:place:value" of each result, separated by spaces; values are exact, such as 938 or 76/3."""
    return " ".join(f"{result.event}:{result.place}:{result.value}" for result in results)


def unpacked(text: str) -> list[Packed]:
    """Return the results of `packed`."""
    results = []
    for word in text.split():
        event, place, value = word.split(":")
        results.append(Packed(int(event), int(place), Fraction(value)))
    return results
