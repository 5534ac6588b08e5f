"""Event files that are valid: the small one, the real one, and unusual data."""

import pytest

from common.files.json_files import check, dump, load
from scoring.event_file.rules import Problem, canonical, problems, schema
from tests.scoring.event_file.rules.event_file.values import (
    AWARD,
    BEFORE,
    CORRECTION,
    HALL,
    HAND,
    LATER,
    MARK,
    OWN_KIND,
    PLACE,
    SCREEN,
)
from tests.support.paths import DATA
from tests.support.small_file import STAGE, T1, T2, small, spoilt

REAL = DATA / "event_open_2018.json"


def test_the_small_file_is_valid():
    assert check(small(), schema()) == []
    assert list(problems(small())) == []


def test_a_consolation_runs_beside_the_stage_that_follows_it() -> None:
    document = small()
    stages = [(1, 1, 2, "all"), (2, 3, 3, "rest"), (3, 3, 3, "all")]
    document["event"]["stages"] = [
        {"number": number, "first_session": first, "last_session": last, "who": who}
        for number, first, last, who in stages
    ]
    assert list(problems(document)) == []


def test_the_real_event_is_valid_and_keeps_its_size():
    document = load(REAL.read_bytes())
    assert check(document, schema()) == []
    assert list(problems(document)) == []
    assert canonical(document) == document
    assert len(dump(canonical(document))) == len(REAL.read_bytes())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        # A player left and came back; a filler has several seats; a later stage without names.
        (f"{T1}.persons", [{"seat": "E", "from_hand": 5, "name": "X"}, {"seat": "E", "from_hand": 9, "number": 1}]),
        (f"{T2}.totals", {"E": 90, "W": -40}),
        (f"{T2}.totals", {"E": 90, "S": 0, "W": -40}),
        (f"{T2}.totals", {}),
        (f"{T2}.table_points", {"E": "4"}),
        (f"{T2}.persons", [{"seat": "S", "from_hand": 1, "name": "路人"}]),
        (
            "event.stages",
            [STAGE | {"last_session": 2, "players": [1, 2, 3, 4]}, STAGE | {"number": 2, "first_session": 3}],
        ),
        ("sessions[2]", {"number": 3, "tables": []}),
        ("sessions[0].official", MARK),
        ("event.closed", MARK),
        ("event.foul_kinds", [OWN_KIND]),
        ("event.hall", HALL | {"tables": [PLACE, {"number": 2, "row": 1, "column": 3}]}),
        ("screens", [SCREEN | {"parts": [{"shows": "picture", "seconds": 9, "picture": "x"}]}]),
        ("awards", [AWARD, {"kind": "teams", "places": 3}]),
        ("seat_wishes", [{"player": 1, "table": 1}, {"player": 1, "apart": 2}]),
        (f"{T1}.corrections", [CORRECTION | {"before": [BEFORE], "after": [BEFORE | {"table_points": "7/3"}]}]),
        # The penalties of a hand add up to its adjustments; those of South cancel out.
        (
            f"{HAND}.penalties",
            [
                {"order": 0, "seat": "E", "points": -6},
                {"order": 1, "seat": "E", "points": -4},
                {"order": 0, "seat": "S", "points": -5},
                {"order": 1, "seat": "S", "points": 5},
            ],
        ),
    ],
)
def test_unusual_data_is_no_problem(path, value):
    document = spoilt(path, value)
    assert check(document, schema()) == []
    assert list(problems(document)) == []


@pytest.mark.parametrize(
    ("second", "third", "early"),
    [
        ("2024-02-29T09:00:01Z", "2024-02-29T11:00:00Z", []),
        ("2024-02-29T09:00:00Z", "2024-02-29T11:00:00Z", [(("sessions", 1, "starts"), {"value": 2, "before": 1})]),
        # Session 2 has no start of its own: session 3 follows session 1.
        (None, "2024-02-29T08:59:59Z", [(("sessions", 2, "starts"), {"value": 3, "before": 1})]),
    ],
)
def test_a_session_starts_after_the_one_before_it(second, third, early):
    document = spoilt("sessions[0].starts", "2024-02-29T09:00:00Z")
    document["sessions"].append(LATER | {"starts": third})
    if second:
        document["sessions"][1]["starts"] = second
    assert list(problems(document)) == [Problem(path, "starts-early", params) for path, params in early]


def test_recorded_fans_follow_the_rule_set_of_the_event():
    """By guobiao, Nine Gates won on 2, 5 or 8 keep one pung of terminals (A14); by wmo-2014 they do not."""
    both = [{"id": "nine-gates", "count": 1}, {"id": "pung-of-terminals-or-honors", "count": 1}]
    document = spoilt(f"{HAND}.recorded", {"fans": both, "calculated": 89})
    assert [problem.code for problem in problems(document)] == ["recorded-wrong"]
    document["event"]["rules"] = "guobiao"
    assert list(problems(document)) == []


def test_a_file_with_contradictions_is_valid():
    document = spoilt(f"{T1}.totals.E", 999)
    document["sessions"][0]["tables"][0]["table_points"]["E"] = "7"
    assert list(problems(document)) == []
