"""One small event with every special case, and its results calculated by hand."""

from typing import Any

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from scoring.releases.services.releasing import release_session
from tests.support.remembered import remembered
from tournament.events.models.events import Event


@remembered
def taken_in(document: dict[str, Any], *, release: int = 0) -> Event:
    """Import the event file and release its first sessions."""
    answer = import_event(system_actor("test"), document=document)
    event = Event.objects.get(slug=answer["event"])
    for session in event.sessions.filter(number__lte=release):
        release_session(system_actor("test"), session)
    return event


def cup(**head: Any) -> dict[str, Any]:
    """Return an "mcr-event/1" dict: eleven entries in two teams of one group, three sessions.

    After session 2: 8 (6 TP, +58), 5 (5, +89), 10 (4, +47), 3 (4, +16), 4 (3, +4), 1 (1.5, +20), 2 (0, -120); 6 has
    withdrawn with (3, -48), 7 is disqualified. Team 2 leads team 1 with 14, +99 against 12.5, -33.
    """
    return {
        "format": "mcr-event/1",
        "event": {"id": "cup", "name": "品局杯", "country": "CN", "place": "成都", "rules": "wmo-2014"}
        | {"scope": "national", "sessions": 3, "starts": "2026-05-01", "ends": "2026-05-02"}
        | head,
        "groups": [{"id": 1, "name": "西部团"}],
        "teams": [{"id": 1, "name": "龙队", "group": 1}, {"id": 2, "name": "Tigers", "group": 1}],
        "players": [
            {"number": 1, "name": "王伟", "country": "CN", "team": 1},
            {"number": 2, "name": "佐藤 翔太", "latin_name": "SATO Shota", "country": "JP", "team": 1},
            {"number": 3, "name": "ROSSI Anna", "country": "IT", "team": 1},
            {"number": 4, "name": "Łukasz Żółć", "country": "PL", "team": 1},
            {"number": 5, "name": "GARCÍA Luis", "country": "ES", "team": 2},
            {"number": 6, "name": "欧阳娜娜", "country": "CN", "team": 2, "status": "withdrawn"},
            {"number": 7, "name": "Zoë <b>van der Vegt</b>", "country": "NL", "team": 2, "status": "disqualified"},
            {"number": 8, "name": "MÜLLER Eva", "country": "GER", "team": 2},
            {"number": 9, "name": "路人甲", "kind": "filler"},
            {"number": 10, "name": "VIDAL Iris", "country": "ES", "team": 1, "kind": "reserve"},
            {"number": 11, "name": "OTT Jan", "country": "DE", "team": 2, "kind": "reserve"},
        ],
        "sessions": [
            {"number": 1, "tables": [_gaps(), _totals_only()]},
            {"number": 2, "tables": [_false_win(), _left()], "penalties": [_late()]},
            {"number": 3, "tables": [_open(), _forfeited()]},
        ],
    }


def _gaps() -> dict[str, Any]:
    false_win = {"E": 10, "S": -30, "W": 10, "N": 10}
    hands = [
        {"no": 1, "winner": "E", "discarder": "S", "points": 20},
        {"no": 2, "winner": None},
        {"no": 3, "winner": None, "aborted": True},
        {"no": 4, "winner": "W", "points": 8},
        {"no": 6, "winner": "N", "discarder": "E", "points": 10, "adjustments": false_win},
    ]
    totals = {"E": 20, "S": -82, "W": 42, "N": 20}
    return {"number": 1, "seats": {"E": 1, "S": 2, "W": 3, "N": 4}, "hands": hands, "totals": totals}


def _totals_only() -> dict[str, Any]:
    totals = {"E": 100, "S": -50, "W": -60, "N": 10}
    return {"number": 2, "seats": {"E": 5, "S": 6, "W": 7, "N": 8}, "totals": totals}


def _false_win() -> dict[str, Any]:
    """Reserve 10 plays the seat of 1; only the totals contain a false win of North (-30)."""
    return {
        "number": 1,
        "seats": {"E": 5, "S": 1, "W": 6, "N": 2},
        "persons": [{"seat": "S", "from_hand": 1, "number": 10}],
        "hands": [{"no": 1, "winner": "S", "discarder": "E", "points": 13}],
        "totals": {"E": -11, "S": 47, "W": 2, "N": -38},
    }


def _left() -> dict[str, Any]:
    """Player 7 leaves before hand 9, a guest continues; without totals, hands and the penalty of 3 give the result."""
    return {
        "number": 2,
        "seats": {"E": 3, "S": 4, "W": 7, "N": 8},
        "persons": [{"seat": "W", "from_hand": 9, "name": "Ein Gast"}],
        "hands": [
            {"no": 1, "winner": "N", "points": 8},
            {"no": 10, "winner": None},
        ],
    }


def _late() -> dict[str, Any]:
    return {"number": 3, "points": -10, "article": "3.11.2.1", "reason": "five minutes late"}


def _open() -> dict[str, Any]:
    return {
        "number": 1,
        "state": "open",
        "seats": {"E": 1, "S": 5, "W": 2, "N": 9},
        "hands": [{"no": 1, "winner": "E", "discarder": "W", "points": 8}],
    }


def _forfeited() -> dict[str, Any]:
    return {
        "number": 2,
        "seats": {"E": 3, "S": 4, "W": 8},
        "forfeits": [{"seat": "W", "reason": "came at hand 4"}],
        "persons": [{"seat": "W", "from_hand": 1, "name": "路人乙"}],
        "hands": [{"no": 1, "winner": "W", "discarder": "E", "points": 10}],
        "penalties": [{"seat": "E", "points": -5, "article": "3.11.2.2"}],
    }
