"""Errors in clocks, moved tables, real rounds, exchanged seats and announcements of an event file."""

from typing import Any

import pytest

from scoring.event_file.rules import problems

SEATS = ({"E": 1, "S": 2, "W": 3, "N": 4}, {"E": 5, "S": 6, "W": 7, "N": 8})
START = "2026-05-01T09:00:00Z"


def exchanged(seat: str, from_hand: int, number: int) -> dict[str, Any]:
    return {"seat": seat, "from_hand": from_hand, "number": number, "exchanged": True}


def document(first: dict[str, Any], second: dict[str, Any], **session: Any) -> dict[str, Any]:
    """Return an event with two tables in one session, which have these additional keys."""
    additions = zip((1, 2), SEATS, (first, second), strict=True)
    tables = [{"number": at, "seats": seats} | keys for at, seats, keys in additions]
    return {
        "format": "mcr-event/1",
        "event": {"id": "x", "name": "X", "rules": "wmo-2014", "sessions": 1},
        "players": [{"number": number, "name": str(number)} for number in range(1, 9)],
        "sessions": [{"number": 1, "tables": tables} | session],
    }


def codes(document: dict[str, Any]) -> list[str]:
    return [problem.code for problem in problems(document)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"persons": [exchanged("E", 1, 5)]}, {"persons": [exchanged("E", 1, 1)]}),
        (
            {"persons": [exchanged("E", 1, 5), exchanged("E", 5, 1)]},
            {"persons": [exchanged("E", 1, 1), exchanged("E", 5, 5)]},
        ),
        ({"persons": [exchanged("E", 9, 2), exchanged("S", 9, 1)]}, {}),
        ({"moved": {"to": 7, "room": "二楼"}, "rounds": [{"round": 2, "places": "ESWN"}]}, {"moved": {"to": 1}}),
    ],
)
def test_results_of_seat_repairs_are_valid(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert codes(document(first, second)) == []


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ({"persons": [exchanged("E", 1, 5)]}, {}, "exchanged-twice"),
        (
            {"persons": [exchanged("E", 9, 5)]},
            {"persons": [{"seat": "E", "from_hand": 9, "name": "路人甲"}]},
            "exchanged-half",
        ),
        ({"moved": {"to": 2}}, {}, "table-taken"),
        ({"moved": {"to": 7}}, {"moved": {"to": 7}}, "table-taken"),
        ({"rounds": [{"round": 2, "places": "EEWN"}]}, {}, "round-not-four"),
        ({"rounds": [{"round": 2, "places": "ESWN"}] * 2}, {}, "twice"),
        ({"extra_time": [{"order": 1, "minutes": 5, "reason": "x"}] * 2}, {}, "twice"),
    ],
)
def test_impossible_data_of_tables_is_found(first: dict[str, Any], second: dict[str, Any], code: str) -> None:
    assert codes(document(first, second))[0] == code


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        ({"checked": START}, []),
        ({"started": START, "minutes": 120, "ended": "2026-05-01T11:00:00Z"}, []),
        ({"started": START}, ["clock-minutes"]),
        ({"minutes": 120}, ["clock-minutes"]),
        ({"ended": START}, ["clock-ends-early"]),
        ({"started": START, "minutes": 120, "ended": "2026-05-01T08:00:00Z"}, ["clock-ends-early"]),
        ({"stops": [{"kind": "pause", "since": START}]}, ["stop-outside"]),
        ({"started": START, "minutes": 9, "stops": [{"kind": "pause", "since": START}] * 2}, ["stops-open"]),
    ],
)
def test_impossible_clocks_are_found(clock: dict[str, Any], expected: list[str]) -> None:
    assert codes(document({}, {}, clock=clock)) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([{"number": 1, "zh": "午餐", "from": START}], []),
        ([{"number": 1, "from": START}], ["announcement-without-text"]),
        ([{"number": 1, "en": "x", "from": START, "until": START}], ["ends-before-it-begins"]),
        ([{"number": 1, "en": "x", "from": START}] * 2, ["twice"]),
    ],
)
def test_impossible_announcements_are_found(rows: list[dict[str, Any]], expected: list[str]) -> None:
    assert codes(document({}, {}) | {"announcements": rows}) == expected
