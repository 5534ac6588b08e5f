"""A problem of an event file as a code; selectors turn it into a sentence."""

from collections.abc import Container, Iterable, Iterator
from typing import Any, NamedTuple

Steps = tuple[str | int, ...]
#: Values of the file with their paths, such as the rows of a list.
Rows = list[tuple[Steps, Any]]


class Problem(NamedTuple):
    """``path``: keys and list indexes of the value; ``params``: values for the sentence (a tuple is a path)."""

    path: Steps
    code: str
    params: dict[str, Any]


def twice(values: Iterable[tuple[Steps, Any]], code: str = "twice") -> Iterator[Problem]:
    """Yield a problem for each repeated value; None is ignored."""
    first: dict[Any, Steps] = {}
    for path, value in values:
        if value is not None and first.setdefault(value, path) != path:
            yield Problem(path, code, {"value": value, "first": first[value]})


def rows_in(holder: dict[str, Any], name: str, path: Steps = ()) -> Rows:
    """Return the rows of the list ``name`` of an object with this path; none if it is omitted."""
    return [((*path, name, index), row) for index, row in enumerate(holder.get(name, []))]


def tables_in(document: dict[str, Any]) -> Rows:
    """Return the tables of all sessions."""
    return [row for path, session in rows_in(document, "sessions") for row in rows_in(session, "tables", path)]


def column(rows: Rows, key: str) -> Rows:
    """Return path and value of ``key`` in each row; None if it is omitted."""
    return [((*path, key), row.get(key)) for path, row in rows]


def unknown(values: Iterable[tuple[Steps, Any]], known: Container[Any], code: str) -> Iterator[Problem]:
    """Yield a problem for each value that is not in ``known``; None is ignored."""
    for path, value in values:
        if value is not None and value not in known:
            yield Problem(path, code, {"value": value})
