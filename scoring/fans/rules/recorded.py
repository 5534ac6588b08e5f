"""A hand recorded on its sheet with its tiles or with its list of fans, and what the calculation makes of it.

The points that were declared and accepted are the result (3.9.1.4); this is advice beside them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.fans.rules.counting.engine import score
from scoring.fans.rules.documents import hand_from
from scoring.fans.rules.errors import HandError
from scoring.fans.rules.sets.catalogue import FANS
from scoring.fans.rules.sets.fan_list import listed
from scoring.fans.rules.sets.rule_sets import RuleSet
from scoring.game.rules.seats import SEATS, RealPlaces, Seat, round_of, seating

#: A fan's word that stays -> its number in the engine.
NUMBERS = {fan.key: no for no, fan in FANS.items()}


def as_played(
    tiles: Mapping[str, Any], no: int, winner: Seat, discarder: Seat | None, real: RealPlaces
) -> dict[str, Any]:
    """Tiles as ``score_hands`` takes them, with what the sheet says of hand ``no`` (1 to 16) put in: seat, round
    (3.4.8, A4), self-drawn or not.

    ``winner`` and ``discarder`` are starting seats, ``real`` how rounds were seated that did not follow A4. Where the
    tiles were said to be won the other way, ``kong`` goes: a replacement is drawn, a robbed tile is another's.
    """
    drawn = discarder is None
    told = {name: value for name, value in tiles.items() if name != "kong" or tiles.get("self_drawn", drawn) == drawn}
    return {**told, "self_drawn": drawn, "seat": seating(no, real)[winner], "round": SEATS[round_of(no) - 1]}


def calculated(record: Mapping[str, Any], rules: RuleSet) -> int | None:
    """The points, flowers included, of ``{"tiles": {…}}`` or ``{"fans": [{"id": "all-pungs", "count": 1}, …]}``.

    None for tiles that do not win. Raises HandError for tiles that cannot be and for fans that cannot stand together.
    """
    if "tiles" in record:
        scored = score(hand_from(record["tiles"]), rules)
        return scored.points if scored else None
    found = listed(picked(record["fans"]), rules)
    if found.conflicts or found.too_often:
        raise HandError("fans", "together")
    return found.points


def picked(fans: Iterable[Mapping[str, Any]]) -> dict[int, int]:
    """A recorded list as engine number -> times; HandError for a fan that there is not, or that stands twice."""
    found: dict[int, int] = {}
    for at, one in enumerate(fans):
        no, times = NUMBERS.get(one.get("id", "")), one.get("count", 1)
        if no is None or no in found:
            raise HandError(f"fans[{at}].id", "unknown_fan", text=one.get("id", ""))
        if not isinstance(times, int) or times < 1:
            raise HandError(f"fans[{at}].count", "not_number")
        found[no] = times
    return found


def fan_list(times: Mapping[int, int]) -> list[dict[str, Any]]:
    """What is picked (engine number -> times) as it is recorded."""
    return [{"id": FANS[no].key, "count": count} for no, count in sorted(times.items()) if count]
