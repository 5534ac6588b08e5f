"""The event file's schema as the one place of its key order and its list order."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from scoring.rules.seats import SEATS

SCHEMA_FILE = Path(__file__).parents[3] / "docs" / "event.schema.json"


@cache
def schema() -> dict[str, Any]:
    """The published JSON Schema with every reference put in place, ready to check with."""
    published = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
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


def canonical(document: dict[str, Any]) -> dict[str, Any]:
    """A valid event file in the one form that exports have.

    Keys in the schema's order, lists as it sorts them, every value as it is. Two files whose canonical forms are equal
    say the same in the same words.
    """
    result: dict[str, Any] = _canonical(document, schema())
    return result


def _canonical(value: Any, node: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {key: _canonical(value[key], inner) for key, inner in node["properties"].items() if key in value}
    if isinstance(value, list):
        items = [_canonical(item, node["items"]) for item in value]
        return sorted(items, key=_sort_key(node["x-sorted-by"])) if "x-sorted-by" in node else items
    return value


def _sort_key(names: str) -> Callable[[Any], Any]:
    if not names:
        return lambda item: item
    keys = names.split(",")
    return lambda item: [SEATS.index(item[key]) if key == "seat" else item[key] for key in keys]
