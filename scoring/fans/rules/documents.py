"""A hand and its score as plain data: the shapes of ``manage.py score_hands`` and ``POST /api/v1/score-hands``."""

from typing import Any

from scoring.fans.rules.counting.scores import Score
from scoring.fans.rules.hands.hand import Hand
from scoring.tiles.rules.fields import flag_in, melds_in, number_in, object_in, text_in, wind_in, winning_tile_in
from scoring.tiles.rules.tiles import parse_tiles

FLAGS = ("self_drawn", "last_of_kind", "wall_last", "kong")
KEYS = ("hand", "win", "melds", *FLAGS, "seat", "round", "flowers")


def hand_from(document: object) -> Hand:
    """Return the hand of a document.

    ``{"hand": "78m99p", "win": "9m", "melds": [{"kind": "chow", "tiles": "123m"}, …], …}``; only `hand` and `win` are
    required. Raise HandError with the wrong key (``melds[1].tiles``).
    """
    fields = object_in(document, "line", KEYS)
    declared = melds_in(fields)
    tiles = parse_tiles(text_in(fields, "hand"), "hand")
    return Hand(
        tiles,
        winning_tile_in(fields),
        declared,
        self_drawn=flag_in(fields, "self_drawn"),
        last_of_kind=flag_in(fields, "last_of_kind"),
        wall_last=flag_in(fields, "wall_last"),
        kong=flag_in(fields, "kong"),
        seat=wind_in(fields, "seat"),
        round=wind_in(fields, "round"),
        flowers=number_in(fields, "flowers"),
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
