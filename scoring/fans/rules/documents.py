"""A hand and its score as plain data: the shapes of ``manage.py score_hands`` and ``POST /api/v1/score-hands``."""

from collections.abc import Mapping
from typing import Any

from scoring.fans.rules.counting.engine import score
from scoring.fans.rules.counting.scores import Score
from scoring.fans.rules.errors import HandError
from scoring.fans.rules.hands.hand import Hand, Meld, meld
from scoring.fans.rules.hands.tiles import WINDS, parse_tiles
from scoring.fans.rules.sets.rule_sets import RuleSet

FLAGS = ("self_drawn", "last_of_kind", "wall_last", "kong")
KEYS = ("hand", "win", "melds", *FLAGS, "seat", "round", "flowers")
MELD_KEYS = ("kind", "tiles", "concealed")


def hand_from(document: object) -> Hand:
    """Return the hand of a document.

    ``{"hand": "78m99p", "win": "9m", "melds": [{"kind": "chow", "tiles": "123m"}, …], …}``; only `hand` and `win` are
    required. Raise HandError with the wrong key (``melds[1].tiles``).
    """
    fields = _object(document, "line", KEYS)
    melds = fields.get("melds", [])
    if not isinstance(melds, list):
        raise HandError("melds", "not_list")
    declared = tuple(_meld(value, f"melds[{index}]") for index, value in enumerate(melds))
    tiles = parse_tiles(_text(fields, "hand"), "hand")
    winning = parse_tiles(_text(fields, "win"), "win")
    if len(winning) != 1:
        raise HandError("win", "one_tile", count=len(winning))
    return Hand(
        tiles,
        winning[0],
        declared,
        self_drawn=_flag(fields, "self_drawn"),
        last_of_kind=_flag(fields, "last_of_kind"),
        wall_last=_flag(fields, "wall_last"),
        kong=_flag(fields, "kong"),
        seat=_wind(fields, "seat"),
        round=_wind(fields, "round"),
        flowers=_number(fields, "flowers"),
    )


def answer(scored: Score | None) -> dict[str, Any]:
    """Return the document of a score; ``{"winning": false}`` for None. `points` of a fan are for counting it once."""
    if scored is None:
        return {"winning": False}
    return {
        "winning": True,
        "points": scored.points,
        "without_flowers": scored.without_flowers,
        "minimum_met": scored.minimum_met,
        "fans": [
            {
                "no": line.fan.no,
                "id": line.fan.key,
                "name": {"zh": line.fan.zh, "en": line.fan.en, "ja": line.fan.ja},
                "points": line.points,
                "count": line.times,
            }
            for line in scored.fans
        ],
    }


def scored_document(document: object, rules: RuleSet) -> dict[str, Any]:
    """Return the answer to the document of a hand; ``{"error": "hand: 5 copies of 1m"}`` for a wrong one."""
    try:
        return answer(score(hand_from(document), rules))
    except HandError as error:
        return {"error": str(error)}


def _object(value: object, where: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise HandError(where, "not_object")
    for key in value:
        if key not in keys:
            raise HandError(key if where == "line" else f"{where}.{key}", "unknown_key")
    return value


def _text(fields: Mapping[str, Any], key: str, where: str | None = None) -> str:
    if key not in fields:
        raise HandError(where or key, "missing")
    if not isinstance(fields[key], str):
        raise HandError(where or key, "not_text")
    return fields[key]


def _flag(fields: Mapping[str, Any], key: str, where: str | None = None) -> bool:
    value = fields.get(key, False)
    if not isinstance(value, bool):
        raise HandError(where or key, "not_flag")
    return value


def _number(fields: Mapping[str, Any], key: str) -> int:
    value = fields.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool):
        raise HandError(key, "not_number")
    return value


def _wind(fields: Mapping[str, Any], key: str) -> int:
    value = fields.get(key, "E")
    if not isinstance(value, str) or len(value) != 1 or value not in WINDS:
        raise HandError(key, "wind", text=value)
    return WINDS.index(value)


def _meld(value: object, where: str) -> Meld:
    fields = _object(value, where, MELD_KEYS)
    kind = _text(fields, "kind", f"{where}.kind")
    tiles = parse_tiles(_text(fields, "tiles", f"{where}.tiles"), f"{where}.tiles")
    return meld(kind, tiles, _flag(fields, "concealed", f"{where}.concealed"), where)
