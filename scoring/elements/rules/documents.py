"""A hand and its score as plain data: the shapes of ``manage.py score_hands --rules imj-0702``."""

from collections.abc import Mapping
from typing import Any

from scoring.elements.rules.hand import FIRSTS, MOST_KONGS, SPECIALS, Hand
from scoring.elements.rules.scores import Score
from scoring.game.rules.imj.chart import HIGHEST_FANS
from scoring.tiles.rules.errors import HandError
from scoring.tiles.rules.fields import (
    flag_in,
    list_in,
    melds_in,
    number_in,
    object_in,
    text_in,
    wind_in,
    winning_tile_in,
)
from scoring.tiles.rules.tiles import parse_tiles

FLAGS = ("self_drawn", "last_of_kind", "wall_last", "kong")
KEYS = ("hand", "win", "melds", *FLAGS, "kongs", "first", "special", "seat", "round", "flowers", "limit")


def hand_from(document: object) -> Hand:
    """Return the hand of a document.

    ``{"hand": "78m99p", "win": "9m", "melds": [{"kind": "chow", "tiles": "123m"}, …], "flowers": ["B1"], …}``; `hand`
    and `win` may be left out for a hand won on flowers, on kongs or on the deal. `last_of_kind` has no meaning here.
    Raise HandError with the wrong key (``melds[1].tiles``).
    """
    fields = object_in(document, "line", KEYS)
    flag_in(fields, "last_of_kind")
    special, first = _choice(fields, "special", SPECIALS), _choice(fields, "first", FIRSTS)
    tiles, win = _tiles(fields, optional=bool(special or first))
    return Hand(
        tiles,
        win,
        melds_in(fields),
        self_drawn=flag_in(fields, "self_drawn"),
        wall_last=flag_in(fields, "wall_last"),
        kong=flag_in(fields, "kong"),
        kongs=_kongs(fields),
        first=first,  # type: ignore[arg-type]
        special=special,  # type: ignore[arg-type]
        seat=wind_in(fields, "seat"),
        round=wind_in(fields, "round"),
        flowers=_flowers(fields),
        limit=number_in(fields, "limit", HIGHEST_FANS),
    )


def answer(scored: Score | None) -> dict[str, Any]:
    """Return the document of a score; ``{"winning": false}`` for None. `points` are fans, of an element for one.

    Any rank wins (IMJ 7.1(2)).
    """
    if scored is None:
        return {"winning": False}
    return {
        "winning": True,
        "points": scored.points,
        "without_flowers": scored.without_flowers,
        "minimum_met": True,
        "mados": scored.mados,
        "fans": [
            {
                "no": line.element.article,
                "id": line.element.key,
                "name": {"zh": line.element.zh, "en": line.element.en, "ja": line.element.ja},
                "points": line.element.fans,
                "count": line.times,
            }
            for line in scored.elements
        ],
    }


def _tiles(fields: Mapping[str, Any], *, optional: bool) -> tuple[tuple[int, ...], int | None]:
    hand = () if optional and "hand" not in fields else parse_tiles(text_in(fields, "hand"), "hand")
    win = None if optional and "win" not in fields else winning_tile_in(fields)
    return hand, win


def _choice(fields: Mapping[str, Any], key: str, choices: tuple[str, ...]) -> str | None:
    if key not in fields:
        return None
    value = text_in(fields, key)
    if value not in choices:
        raise HandError(key, "none_of", text=value, choices=", ".join(choices))
    return value


def _kongs(fields: Mapping[str, Any]) -> int:
    value = number_in(fields, "kongs")
    if "kongs" in fields and not 1 <= value <= MOST_KONGS:
        raise HandError("kongs", "kongs_in_turn", count=value)
    return value


def _flowers(fields: Mapping[str, Any]) -> tuple[str, ...]:
    flowers = list_in(fields, "flowers")
    for flower in flowers:
        if not isinstance(flower, str):
            raise HandError("flowers", "not_text")
    return tuple(flowers)
