"""A hall of many tables in play, as its event file: tables of every state and pace."""

from typing import Any

FAMILIES = (
    "王", "李", "欧阳", "佐藤", "鈴木", "勅使河原", "ROSSI", "GARCÍA LÓPEZ", "van der Vegt", "MÜLLER", "Żółć", "김",
)  # fmt: skip
GIVEN = ("伟", "娜", "翔太", "さくら", "Anna", "Luis", "Eva", "Jan", "Zoë", "민준")
SEATS = "ESWN"


def hall_document(tables: int = 30, sessions: int = 1, **head: Any) -> dict[str, Any]:
    """Return an "mcr-event/1" dict with ``tables`` tables a session; all are open but the last two of a session.

    Table t has (5t mod 9) + 3 hands; the last but one is checked with 16 hands, the last signed.
    """
    number_of_players = 4 * tables
    return {
        "format": "mcr-event/1",
        "event": {"id": "hall", "name": "World Open 2026", "country": "CN", "rules": "wmo-2014"}
        | {"scope": "national", "sessions": sessions}
        | head,
        "players": [_player(number) for number in range(1, number_of_players + 1)],
        "sessions": [_session(number, tables) for number in range(1, sessions + 1)],
    }


def _player(number: int) -> dict[str, Any]:
    family, given = FAMILIES[number % len(FAMILIES)], GIVEN[number % len(GIVEN)]
    joint = " " if family.isascii() or given.isascii() else ""
    return {"number": number, "name": f"{family}{joint}{given}", "country": "CN"}


def _session(number: int, tables: int) -> dict[str, Any]:
    players = [
        [(4 * table + seat + (number - 1) * 7 * seat) % (4 * tables) + 1 for seat in range(4)]
        for table in range(tables)
    ]
    return {"number": number, "tables": [_table(index + 1, seated, tables) for index, seated in enumerate(players)]}


def _table(number: int, players: list[int], tables: int) -> dict[str, Any]:
    ended = number >= tables - 1
    written = 16 if ended else 5 * number % 9 + 3
    state = "signed" if number == tables else "checked" if ended else "open"
    hands = [_hand(no, number) for no in range(1, written + 1)]
    return {"number": number, "seats": dict(zip(SEATS, players, strict=True)), "hands": hands, "state": state}


def _hand(no: int, table: int) -> dict[str, Any]:
    winner = SEATS[(no + table) % 4]
    if (no + table) % 7 == 0:
        return {"no": no, "winner": None}
    hand = {"no": no, "winner": winner, "points": 8 + (no * table) % 17}
    return hand if no % 3 == 0 else hand | {"discarder": SEATS[(no + table + 1) % 4]}
