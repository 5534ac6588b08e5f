"""An event before its ceremony: every sheet is confirmed, all sessions but the last are released."""

from typing import Any

from tests.support.cup import taken_in
from tournament.events.models.events import Event

#: Names by number: two share the third place, one is written in two scripts.
NAMES = ["王伟", "李娜", "佐藤 翔太", "GARCÍA Luis", "欧阳娜娜", "MÜLLER Eva", "司马光", "Łukasz Żółć"]


def final_document(**head: Any) -> dict[str, Any]:
    """Eight players in two teams of one group, two sessions; the last one reverses the order.

    After both: 2 (6 TP, +40), 5 (6, +30), then 1 and 6 share the third place with (5, +25) and the same sessions; 3, 4,
    8 and 7 follow. After session 1 alone 1 and 2 led. Team 1 wins. The best hand is 2's with 88.
    """
    players = [
        {"number": at, "name": name, "country": "CN", "team": 1 if at <= 4 else 2}
        for at, name in enumerate(NAMES, start=1)
    ]
    players[2]["latin_name"] = "SATO Shota"
    first = [_table(1, (1, 5, 6, 4), (30, 10, -10, -30)), _table(2, (2, 3, 8, 7), (30, 0, -10, -20))]
    return {
        "format": "mcr-event/1",
        "event": {"id": "final", "name": "品局杯决赛", "rules": "wmo-2014", "sessions": 2, "place": "成都"}
        | {"starts": "2026-05-01", "ends": "2026-05-02"}
        | head,
        "groups": [{"id": 1, "name": "西部团"}],
        "teams": [{"id": 1, "name": "龙队", "group": 1}, {"id": 2, "name": "虎队", "group": 1}],
        "players": players,
        "sessions": [{"number": 1, "tables": first}, {"number": 2, "tables": _second()}],
    }


def _second() -> list[dict[str, Any]]:
    hands = [{"no": 1, "winner": "E", "discarder": "N", "points": 88}, {"no": 2, "winner": "S", "points": 12}]
    one = _table(1, (2, 6, 7, 1), (10, 35, -40, -5))
    two = _table(2, (5, 8, 3, 4), (20, -10, -10, 0))
    return [one | {"hands": hands}, two]


def _table(number: int, seats: tuple[int, ...], totals: tuple[int, ...]) -> dict[str, Any]:
    return {
        "number": number,
        "seats": dict(zip("ESWN", seats, strict=True)),
        "totals": dict(zip("ESWN", totals, strict=True)),
    }


def final(**head: Any) -> Event:
    """Import :func:`final_document` and release session 1."""
    event = taken_in(final_document(**head), release=1)
    return Event.objects.select_related("ledger", "standings_settings").get(pk=event.pk)
