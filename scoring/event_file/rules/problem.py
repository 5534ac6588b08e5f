"""One thing wrong in an event file, as a code; the sentence is made above the rules."""

from collections.abc import Container, Iterable, Iterator
from typing import Any, NamedTuple

Steps = tuple[str | int, ...]


class Problem(NamedTuple):
    """``path``: the keys and list positions that lead there; ``params``: figures for the sentence (a tuple: a path)."""

    path: Steps
    code: str
    params: dict[str, Any]


def twice(values: Iterable[tuple[Steps, Any]], code: str = "twice") -> Iterator[Problem]:
    """A problem for each value that stood before; ``values`` are pairs of path and value, None is no value."""
    first: dict[Any, Steps] = {}
    for path, value in values:
        if value is not None and first.setdefault(value, path) != path:
            yield Problem(path, code, {"value": value, "first": first[value]})


def column(document: dict[str, Any], name: str, key: str) -> list[tuple[Steps, Any]]:
    """Path and value of ``key`` in each object of the top-level list ``name``; None where it is left out."""
    return [((name, index, key), item.get(key)) for index, item in enumerate(document.get(name, []))]


def unknown(values: Iterable[tuple[Steps, Any]], known: Container[Any], code: str) -> Iterator[Problem]:
    """A problem for each value that is not known."""
    for path, value in values:
        if value is not None and value not in known:
            yield Problem(path, code, {"value": value})
