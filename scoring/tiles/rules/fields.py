"""Read the fields of a hand from plain data; each function raises HandError with the wrong key."""

from collections.abc import Mapping
from typing import Any

from scoring.tiles.rules.errors import HandError
from scoring.tiles.rules.sets import Meld, meld
from scoring.tiles.rules.tiles import WINDS, parse_tiles

MELD_KEYS = ("kind", "tiles", "concealed")


def object_in(value: object, where: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    """Return an object that has none but these keys; `where`: its path, ``line`` for the whole document."""
    if not isinstance(value, dict):
        raise HandError(where, "not_object")
    for key in value:
        if key not in keys:
            raise HandError(key if where == "line" else f"{where}.{key}", "unknown_key")
    return value


def text_in(fields: Mapping[str, Any], key: str, where: str | None = None) -> str:
    """Return a required text."""
    if key not in fields:
        raise HandError(where or key, "missing")
    if not isinstance(fields[key], str):
        raise HandError(where or key, "not_text")
    return fields[key]


def flag_in(fields: Mapping[str, Any], key: str, where: str | None = None) -> bool:
    """Return a flag; false if it is missing."""
    value = fields.get(key, False)
    if not isinstance(value, bool):
        raise HandError(where or key, "not_flag")
    return value


def number_in(fields: Mapping[str, Any], key: str, default: int = 0) -> int:
    """Return a whole number."""
    value = fields.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise HandError(key, "not_number")
    return value


def wind_in(fields: Mapping[str, Any], key: str) -> int:
    """Return the index of a wind letter; East if it is missing."""
    value = fields.get(key, "E")
    if not isinstance(value, str) or len(value) != 1 or value not in WINDS:
        raise HandError(key, "wind", text=value)
    return WINDS.index(value)


def winning_tile_in(fields: Mapping[str, Any]) -> int:
    """Return the one tile of `win`."""
    tiles = parse_tiles(text_in(fields, "win"), "win")
    if len(tiles) != 1:
        raise HandError("win", "one_tile", count=len(tiles))
    return tiles[0]


def list_in(fields: Mapping[str, Any], key: str) -> list[Any]:
    """Return a list; empty if it is missing."""
    value = fields.get(key, [])
    if not isinstance(value, list):
        raise HandError(key, "not_list")
    return value


def melds_in(fields: Mapping[str, Any]) -> tuple[Meld, ...]:
    """Return the declared sets."""
    return tuple(_meld(value, f"melds[{index}]") for index, value in enumerate(list_in(fields, "melds")))


def _meld(value: object, where: str) -> Meld:
    fields = object_in(value, where, MELD_KEYS)
    kind = text_in(fields, "kind", f"{where}.kind")
    tiles = parse_tiles(text_in(fields, "tiles", f"{where}.tiles"), f"{where}.tiles")
    return meld(kind, tiles, flag_in(fields, "concealed", f"{where}.concealed"), where)
