"""The event file's schema, the only source of its key order, list order and defaults."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from scoring.game.rules.seats import SEATS

#: A part of the path to a value.
Step = str | int | list[str | int]
SCHEMA_FILE = Path(__file__).with_name("event.schema.json")


def published_schema() -> bytes:
    """Return the bytes of the published JSON Schema."""
    return SCHEMA_FILE.read_bytes()


@cache
def schema() -> dict[str, Any]:
    """Return the published JSON Schema with every reference expanded, for validation."""
    published = json.loads(published_schema())
    definitions = published.pop("$defs")

    def expanded(node: Any) -> Any:
        if isinstance(node, list):
            return [expanded(item) for item in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            node = {**definitions[node["$ref"].removeprefix("#/$defs/")], **node}
        return {key: expanded(value) for key, value in node.items() if key != "$ref"}

    document: dict[str, Any] = expanded(published)
    return document


def setting_limits(group: str, setting: str) -> dict[str, Any]:
    """Return the schema of one setting's value, which has its limits."""
    groups = schema()["properties"]["event"]["properties"]["settings"]["properties"]
    limits: dict[str, Any] = groups[group]["properties"][setting]
    return limits


def canonical(document: dict[str, Any]) -> dict[str, Any]:
    """Return a valid event file in its canonical form, the form of exports.

    Keys and lists have the schema's order, and optional empty lists and objects are omitted; values do not change. Two
    files with equal canonical forms have the same content in the same notation.
    """
    result: dict[str, Any] = _canonical(document, schema())
    return result


def same(document: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two valid event files have the same content; a default value may be stated or omitted."""
    return _plain(document) == _plain(other)


def stated(document: dict[str, Any]) -> list[list[Step]]:
    """Return the paths at which a valid event file states a default value, so that an export can state it again.

    Paths consist of keys, and in sorted lists of the object's sort key (or the list of them) instead of its index:
    ``["players", 12, "kind"]``, ``[…, "persons", ["E", 5], "exchanged"]``.
    """
    return [list(steps) for steps in _stated(document, schema(), ())]


def restate(document: dict[str, Any], paths: Iterable[Iterable[Step]]) -> dict[str, Any]:
    """Return the canonical document with the defaults at ``paths`` (from :func:`stated`) stated.

    Paths that no longer exist, or whose value is not the default any more, are skipped.
    """
    result = canonical(document)
    for path in paths:
        holder, node = result, schema()
        *steps, last = path
        assert isinstance(last, str)
        for step in steps:
            holder, node = _enter(holder, node, step)
            if holder is None:
                break
        else:
            holder.setdefault(last, _default(node, last, holder))
    return canonical(result)


def _plain(document: dict[str, Any]) -> dict[str, Any]:
    result = canonical(document)
    for *steps, last in stated(result):
        assert isinstance(last, str)
        holder, node = result, schema()
        for step in steps:
            holder, node = _enter(holder, node, step)
        holder.pop(last, None)
    return canonical(result)


def _canonical(value: Any, node: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        required = node.get("required", ())
        present = {key: inner for key, inner in node["properties"].items() if key in value}
        values = {key: _canonical(value[key], inner) for key, inner in present.items()}
        return {key: inner for key, inner in values.items() if key in required or inner not in ([], {})}
    if isinstance(value, list):
        items = [_canonical(item, node["items"]) for item in value]
        return sorted(items, key=_sort_key(node["x-sorted-by"])) if "x-sorted-by" in node else items
    return value


def _sort_key(names: str) -> Callable[[Any], Any]:
    if not names:
        return lambda item: item
    keys = names.split(",")
    # An omitted number sorts before all numbers.
    return lambda item: [SEATS.index(item[key]) if key == "seat" else item.get(key, 0) for key in keys]


def _stated(value: Any, node: dict[str, Any], steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            schema_node = node["properties"][key]
            if "default" in schema_node and inner == _default(node, key, value):
                yield (*steps, key)
            yield from _stated(inner, schema_node, (*steps, key))
    elif isinstance(value, list) and node.get("x-sorted-by"):
        for item in value:
            yield from _stated(item, node["items"], (*steps, _identity(item, node)))


def _identity(item: dict[str, Any], node: dict[str, Any]) -> Step:
    """Return what tells an item of a sorted list from the others: its number or id, or several values."""
    values = [item.get(key, 0) for key in node["x-sorted-by"].split(",")]
    return values[0] if len(values) == 1 else values


def _default(node: dict[str, Any], key: str, holder: dict[str, Any]) -> Any:
    """Return the value of an omitted ``key``: the schema's default; the state of an empty sheet is open."""
    if key == "state" and not holder.get("hands") and not holder.get("totals"):
        return "open"
    return node["properties"][key]["default"]


def _enter(holder: Any, node: dict[str, Any], step: Step) -> tuple[Any, dict[str, Any]]:
    """Return the next object or list, adding an omitted one; None if a list has no such number."""
    if isinstance(holder, list):
        return next((item for item in holder if _identity(item, node) == step), None), node["items"]
    inner = node["properties"][step]
    return holder.setdefault(step, [] if inner["type"] == "array" else {}), inner
