"""The event file's schema as the one place of its key order, its list order and its defaults."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from scoring.game.rules.seats import SEATS

SCHEMA_FILE = Path(__file__).with_name("event.schema.json")


def published_schema() -> bytes:
    """Return the bytes of the published JSON Schema."""
    return SCHEMA_FILE.read_bytes()


@cache
def schema() -> dict[str, Any]:
    """The published JSON Schema with every reference put in place, ready to check with."""
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
    """A valid event file in the one form that exports have.

    Keys in the schema's order, lists as it sorts them, no empty list or object where it may be left out; every value
    as it is. Two files whose canonical forms are equal say the same in the same words.
    """
    result: dict[str, Any] = _canonical(document, schema())
    return result


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two valid event files have the same content; a value equal to its default may be stated or left out."""
    return _plain(one) == _plain(other)


def stated(document: dict[str, Any]) -> list[list[str | int]]:
    """Where a valid event file spells out a value that is the default anyway, so that an export can do so again.

    Paths by key, and in lists by the number or id of the object instead of its position:
    ``["players", 12, "kind"]``, ``["event", "settings", "play", "session_minutes"]``.
    """
    return [list(steps) for steps in _stated(document, schema(), ())]


def restate(document: dict[str, Any], paths: Iterable[Iterable[str | int]]) -> dict[str, Any]:
    """The canonical document with the defaults at ``paths`` (from :func:`stated`) spelled out.

    A place that no longer exists, or whose value is another now, is left as it is.
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
        del holder[last]
    return canonical(result)


def _canonical(value: Any, node: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        required = node.get("required", ())
        inner = ((key, _canonical(value[key], of)) for key, of in node["properties"].items() if key in value)
        return {key: found for key, found in inner if key in required or found not in ([], {})}
    if isinstance(value, list):
        items = [_canonical(item, node["items"]) for item in value]
        return sorted(items, key=_sort_key(node["x-sorted-by"])) if "x-sorted-by" in node else items
    return value


def _sort_key(names: str) -> Callable[[Any], Any]:
    if not names:
        return lambda item: item
    keys = names.split(",")
    # A number left out comes before all numbers.
    return lambda item: [SEATS.index(item[key]) if key == "seat" else item.get(key, 0) for key in keys]


def _stated(value: Any, node: dict[str, Any], steps: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            of = node["properties"][key]
            if "default" in of and inner == _default(node, key, value):
                yield (*steps, key)
            yield from _stated(inner, of, (*steps, key))
    elif isinstance(value, list) and node.get("x-sorted-by") in ("number", "id", "no"):
        for item in value:
            yield from _stated(item, node["items"], (*steps, item[node["x-sorted-by"]]))


def _default(node: dict[str, Any], key: str, holder: dict[str, Any]) -> Any:
    """What a left out ``key`` means: the schema's default, but a sheet that nobody filled in is open."""
    if key == "state" and not holder.get("hands") and not holder.get("totals"):
        return "open"
    return node["properties"][key]["default"]


def _enter(holder: Any, node: dict[str, Any], step: str | int) -> tuple[Any, dict[str, Any]]:
    """The object or list one step further, made if it is an object left out; None if a list has no such number."""
    if isinstance(holder, list):
        by = node["x-sorted-by"]
        return next((item for item in holder if item[by] == step), None), node["items"]
    of = node["properties"][step]
    return holder.setdefault(step, [] if of["type"] == "array" else {}), of
