"""Calculate hands that are recorded on their sheets with tiles or a list of fans.

The declared and accepted points are the result (3.9.1.4); the calculation is additional advice.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.fans.rules.counting.engine import score
from scoring.fans.rules.documents import hand_from
from scoring.fans.rules.sets.catalogue import FANS
from scoring.fans.rules.sets.fan_list import listed
from scoring.fans.rules.sets.rule_sets import RuleSet
from scoring.game.rules.course import Deal
from scoring.game.rules.seats import SEATS, Seat
from scoring.tiles.rules.errors import HandError

#: A fan's permanent key -> its number in the engine.
NUMBERS = {fan.key: no for no, fan in FANS.items()}


def as_played(tiles: Mapping[str, Any], deal: Deal, winner: Seat, discarder: Seat | None) -> dict[str, Any]:
    """Return ``tiles`` for ``score_hands`` with seat, round and self-drawn of the hand.

    ``winner`` and ``discarder``: starting seats. If ``tiles`` have the other way of winning, ``kong`` is removed: a
    replacement tile is drawn, a robbed tile is a discard.
    """
    drawn = discarder is None
    document = dict(tiles)
    if tiles.get("self_drawn", drawn) != drawn:
        document.pop("kong", None)
    return {**document, "self_drawn": drawn, "seat": deal.winds[winner], "round": SEATS[deal.round - 1]}


def calculated(record: Mapping[str, Any], rules: RuleSet) -> int | None:
    """Return the points with flowers of ``{"tiles": {…}}`` or ``{"fans": [{"id": "all-pungs", "count": 1}, …]}``.

    None for tiles that do not win. Raise HandError for impossible tiles and for fans that exclude each other.
    """
    if "tiles" in record:
        scored = score(hand_from(record["tiles"]), rules)
        return scored.points if scored else None
    fans = listed(picked(record["fans"]), rules)
    if fans.conflicts or fans.too_often:
        raise HandError("fans", "together")
    return fans.points


def picked(fans: Iterable[Mapping[str, Any]]) -> dict[int, int]:
    """Return a recorded list as engine number -> times; raise HandError for an unknown or repeated fan."""
    times_by_number: dict[int, int] = {}
    for index, fan in enumerate(fans):
        no = NUMBERS.get(fan.get("id", ""))
        times = fan.get("count", 1)
        if no is None or no in times_by_number:
            raise HandError(f"fans[{index}].id", "unknown_fan", text=fan.get("id", ""))
        if not isinstance(times, int) or times < 1:
            raise HandError(f"fans[{index}].count", "not_number")
        times_by_number[no] = times
    return times_by_number


def fan_list(times: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return fans (engine number -> times) in the shape of a record."""
    return [{"id": FANS[no].key, "count": count} for no, count in sorted(times.items()) if count]
