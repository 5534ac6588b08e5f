"""Small events for tests of services and pages."""

from common.actions.models.ledgers import Ledger
from tournament.events.models.events import Event


def small_event(slug: str = "small") -> Event:
    """Create an event without entries and sessions."""
    ledger = Ledger.objects.create(name=f"event:{slug}")
    return Event.objects.create(ledger=ledger, slug=slug, name=slug.title())


def unplay(session: dict, *further: str) -> None:
    """Remove from a session of an event file what was played at its tables, and the ``further`` keys of the tables."""
    for table in session["tables"]:
        for key in ("hands", "totals", "table_points", *further):
            table.pop(key, None)


def chinese_document() -> dict:
    """Eight players with names in Chinese characters, so that every Latin word on a page is the program's."""
    players = [
        {"number": number, "name": f"选手{number}", "country": "CN", "team": (number - 1) // 4 + 1}
        for number in range(1, 9)
    ]
    hands = [{"no": 1, "winner": "E", "discarder": "S", "points": 20}, {"no": 2, "winner": None}]
    hands += [
        {"no": 3, "winner": "W", "points": 9, "adjustments": {"N": -10}},
        {"no": 4, "winner": None, "aborted": True},
    ]
    totals = {"E": 27, "S": -53, "W": 43, "N": -43}
    return {
        "format": "mcr-event/1",
        "event": {
            "id": "1",
            "name": "品局杯",
            "country": "CN",
            "rules": "wmo-2014",
            "scope": "national",
            "sessions": 3,
        },
        "groups": [{"id": 1, "name": "团体一"}],
        "teams": [{"id": 1, "name": "一队", "group": 1}, {"id": 2, "name": "二队"}],
        "players": players,
        "sessions": [
            {"number": 1, "tables": [_table(1, (1, 2, 5, 6), hands, totals), _table(2, (3, 4, 7, 8), [], totals)]},
            {"number": 2, "tables": [_table(1, (1, 3, 5, 7), hands, {**totals, "E": 30})]},
            {"number": 3, "tables": [{"number": 1, "seats": {"E": 2, "S": 4, "W": 6, "N": 8}}]},
        ],
    }


def _table(number: int, seats: tuple, hands: list, totals: dict) -> dict:
    found = {"number": number, "seats": dict(zip("ESWN", seats, strict=True)), "totals": totals}
    return found | ({"hands": hands} if hands else {})
