"""Tables changed after players left: the verifier accepts what the rule allows and finds every other change."""

from copy import deepcopy
from typing import Any

import pytest

from tournament.draws.rules.changes.verify_mended import EMPTY, drawn_parts, mending_faults, record_faults

#: 9 and 1 leave eight and eight more players; 20 and 21 come.
BEFORE = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, EMPTY]]
RELEASED = [[30, 31, 32, 33], [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 0]]
SEAT = {
    "stage": 1,
    "document": {"version": 1, "before": BEFORE, "gone": [1, 9], "come": [20, 21]},
    "result": {"method": "seat", "tables": [[20, 2, 3, 4], [5, 6, 7, 8], [21, 10, 11, EMPTY]]},
}
TOUCHED = {
    "stage": 1,
    "document": SEAT["document"] | {  # type: ignore[operator]
        "document": {"entries": []},
        "result": {"vector": [], "tables": [[EMPTY, 2, 10, 20], [21, 11, 3, 4]]},
    },
    "result": {"method": "touched", "tables": [[EMPTY, 2, 10, 20], [5, 6, 7, 8], [21, 11, 3, 4]]},
}  # fmt: skip
OTHER = {"stage": 2, "document": {}, "result": {"method": "chart", "tables": [[30, 31, 32, 33]]}}


@pytest.mark.parametrize("part", [SEAT, TOUCHED])
def test_what_concerns_those_who_left_is_accepted(part: dict[str, Any]) -> None:
    assert mending_faults(part, RELEASED) == []


def test_a_table_closes_when_too_few_are_left() -> None:
    document = {"version": 1, "before": BEFORE, "gone": [1, 9, 10, 11, EMPTY], "come": [20]}
    part = {"document": document | {"result": {"tables": [[2, 3, 4, 20]]}},
            "result": {"method": "touched", "tables": [[2, 3, 4, 20], [5, 6, 7, 8]]}}  # fmt: skip
    assert mending_faults(part, RELEASED) == []
    closed = {"document": document | {"gone": [1, 2, 3, 4], "come": []},
              "result": {"method": "touched", "tables": BEFORE[1:]}}  # fmt: skip
    assert mending_faults(closed, RELEASED) == []


@pytest.mark.parametrize("part", [SEAT, TOUCHED])
def test_another_change_is_found(part: dict[str, Any]) -> None:
    changed = deepcopy(part)
    changed["result"]["tables"][1].reverse()
    assert mending_faults(changed, RELEASED) == ["more than the seats or tables of those who left was changed"]
    assert mending_faults(part, RELEASED[:3]) == ["the tables before are not those of the draw before"]


def test_other_players_at_the_tables_drawn_again_are_found() -> None:
    changed = deepcopy(TOUCHED)
    for tables in (changed["document"]["result"]["tables"], changed["result"]["tables"]):  # type: ignore[index]
        tables[0][1] = 22
    assert mending_faults(changed, RELEASED) == ["not the players of the touched tables were drawn again"]


def test_a_record_is_checked_part_by_part() -> None:
    record: dict[str, Any] = {
        "tables": [[30, 31, 32, 33], [0, 2, 10, 20], [5, 6, 7, 8], [21, 11, 3, 4]],
        "parts": [OTHER, TOUCHED], "earlier": [{"version": 1, "tables": RELEASED}],
    }  # fmt: skip
    assert record_faults(record) == []
    assert [part["document"] for part in drawn_parts(record)] == [{"entries": []}]
    assert record_faults(record | {"earlier": []}) == ["the tables before are not those of the draw before"]
    assert record_faults(record | {"tables": RELEASED}) == ["the tables are not those of the parts"]


def test_records_without_the_tables_before_are_compared_with_their_parts_only() -> None:
    old = {"stage": 1, "document": {"gone": [1], "come": [5]}, "result": {"method": "seat", "tables": [[5, 2, 3, 4]]}}
    record = {"tables": [[5, 2, 3, 4]], "parts": [old]}
    assert record_faults(record) == []
    assert list(drawn_parts(record)) == []
