"""Two states of an event are compared table by table, hand by hand."""

from copy import deepcopy
from typing import Any

from scoring.hand_over.rules.comparing import Difference, TableDifferences, compared
from tests.support.small_file import small


def both() -> tuple[dict[str, Any], dict[str, Any]]:
    return small(), small()


def test_the_same_event_has_no_difference() -> None:
    comparison = compared(*both())
    assert not comparison
    assert comparison == compared(small(), deepcopy(small()))


def test_each_hand_is_compared_by_its_number() -> None:
    here, there = both()
    hands = there["sessions"][0]["tables"][0]["hands"]
    first, last = deepcopy(hands[0]), deepcopy(hands[2])
    hands[0]["points"] = 12
    del hands[2]
    hands.append({"no": 4, "winner": None})
    [table] = compared(here, there).tables
    assert (table.session, table.table, table.only) == (1, 1, "")
    assert table.differences == [
        Difference("hand", 1, first, first | {"points": 12}),
        Difference("hand", 3, last, None),
        Difference("hand", 4, None, {"no": 4, "winner": None}),
    ]


def test_what_else_a_table_has_is_compared_by_key() -> None:
    here, there = both()
    totals = there["sessions"][0]["tables"][0]["totals"]
    there["sessions"][0]["tables"][0]["totals"] = totals | {"E": 99}
    del there["sessions"][0]["tables"][0]["table_points"]
    there["sessions"][0]["tables"][0]["state"] = "signed"
    [table] = compared(here, there).tables
    assert {(each.key, each.here is None, each.there is None) for each in table.differences} == {
        ("totals", False, False),
        ("table_points", False, True),
        ("state", True, False),
    }


def test_a_table_or_session_may_be_on_one_side_only() -> None:
    here, there = both()
    lost = there["sessions"].pop()
    assert [(row.session, row.table, row.only) for row in compared(here, there).tables] == [(2, 1, "here")]
    [row] = compared(there, here).tables
    assert (row.only, row.differences[0]) == ("there", Difference("hand", 1, None, lost["tables"][0]["hands"][0]))
    empty = {"number": 9, "seats": {}}
    there["sessions"][0]["tables"].append(empty)
    assert TableDifferences(1, 9, "there", [Difference("seats", 0, None, {})]) in compared(here, there).tables


def test_sessions_persons_and_the_rest_are_compared_too() -> None:
    here, there = both()
    there["sessions"][0]["released"] = "2024-03-01T10:00:00Z"
    there["players"][0] = there["players"][0] | {"name": "Other"}
    there["players"].pop()
    there["teams"].append({"id": 2, "name": "Owls"})
    there["event"]["name"] = "Large"
    there["appeals"] = [{"number": 1}]
    comparison = compared(here, there)
    assert comparison.sessions == {1: [Difference("released", 0, "2024-02-29T10:00:00Z", "2024-03-01T10:00:00Z")]}
    assert [(each.key, each.number) for each in comparison.rest] == [
        ("players", 1),
        ("players", 6),
        ("teams", 2),
        ("name", 0),
        ("appeals", 0),
    ]
    assert (comparison.rest[1].there, comparison.rest[2].here) == (None, None)
