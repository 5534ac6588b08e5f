"""What counts of the elements that one group finds in a hand (IMJ 26 to 28.5)."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.elements.rules.catalogue import ADDED, EACH, ELEMENTS, ONE_OF, POSITION


class Found(NamedTuple):
    """An element that a hand has; `sets`: the indexes of the sets that make it, empty for the whole hand."""

    article: str
    sets: tuple[int, ...] = ()


class Chosen(NamedTuple):
    """The elements of a group that count and those that do not; `halves`: the value of the former in half fans.

    `positions`: the counted elements by their position in the text, sorted.
    """

    counted: tuple[Found, ...]
    dropped: tuple[Found, ...]
    halves: int
    positions: tuple[int, ...]


def chosen(elements: Sequence[Found]) -> Chosen:
    """Return what counts of the elements of one group: in a limited group the most valuable ones that may be added."""
    limited = bool(elements) and ELEMENTS[elements[0].article].group in ONE_OF
    counted = min(map(_counted, _options(elements)), key=_preference) if limited else tuple(elements)
    dropped = tuple(element for element in elements if element not in counted)
    return Chosen(counted, dropped, _halves(counted), _positions(counted))


def _options(elements: Sequence[Found]) -> list[tuple[Found, ...]]:
    """Return all choices of elements that may be added, each with all its occurrences."""
    articles = sorted({element.article for element in elements}, key=POSITION.__getitem__)
    choices = [
        choice
        for size in range(1, len(articles) + 1)
        for choice in combinations(articles, size)
        if all(pair in ADDED for pair in combinations(choice, 2))
    ]
    return [tuple(element for element in elements if element.article in choice) for choice in choices]


def _counted(elements: Sequence[Found]) -> tuple[Found, ...]:
    """Return the elements without repetitions, unless each occurrence counts."""
    first = {element.article: element for element in reversed(elements)}
    return tuple(element for element in elements if element.article in EACH or first[element.article] is element)


def _halves(elements: Sequence[Found]) -> int:
    return sum(ELEMENTS[element.article].halves for element in elements)


def _positions(elements: Sequence[Found]) -> tuple[int, ...]:
    return tuple(sorted(POSITION[element.article] for element in elements))


def _preference(elements: Sequence[Found]) -> tuple[int, tuple[int, ...]]:
    return -_halves(elements), _positions(elements)
