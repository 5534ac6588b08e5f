"""A problem of an event file as a code; selectors turn it into a sentence."""

from collections.abc import Container, Iterable, Iterator
from typing import Any, NamedTuple

Steps = tuple[str | int, ...]


class Problem(NamedTuple):
    """``path``: keys and list indexes of the value; ``params``: values for the sentence (a tuple is a path)."""

    path: Steps
    code: str
    params: dict[str, Any]


def twice(values: Iterable[tuple[Steps, Any]], code: str = "twice") -> Iterator[Problem]:
    """Yield a problem for each repeated value; ``values``: pairs of path and value; None is ignored."""
    first: dict[Any, Steps] = {}
    for path, value in values:
        if value is not None and first.setdefault(value, path) != path:
            yield Problem(path, code, {"value": value, "first": first[value]})


def column(document: dict[str, Any], name: str, key: str) -> list[tuple[Steps, Any]]:
    """Return path and value of ``key`` in each object of the top-level list ``name``; None if it is omitted."""
    return [((name, index, key), item.get(key)) for index, item in enumerate(document.get(name, []))]


def unknown(values: Iterable[tuple[Steps, Any]], known: Container[Any], code: str) -> Iterator[Problem]:
    """Yield a problem for each value that is not in ``known``; None is ignored."""
    for path, value in values:
        if value is not None and value not in known:
            yield Problem(path, code, {"value": value})
