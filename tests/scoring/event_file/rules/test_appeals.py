"""Appeals and rulings in the event file: errors are named by their path."""

from copy import deepcopy

import pytest

from common.files.json_files import check
from scoring.event_file.rules import problems, schema
from tests.support.small_file import small


def file():
    """Return the small file with a ruling, and an appeal against it that was upheld at the second step."""
    document = small()
    table = document["sessions"][0]["tables"][0]
    table["rulings"] = [{"number": 1, "hand": 3, "decision": "有效", "at": "2024-02-29T09:00:00Z", "by": "赵敏"}]
    first = {"order": 1, "instance": "chief-referee", "since": "2024-02-29T10:00:00Z"}
    first |= {"decided": "2024-02-29T10:10:00Z", "outcome": "rejected"}
    second = {"order": 2, "instance": "arbitration", "since": "2024-02-29T10:20:00Z", "finding": "facts"}
    second |= {"decided": "2024-02-29T10:40:00Z", "outcome": "upheld"}
    appeal = {"number": 1, "session": 1, "against": "ruling", "table": 1, "ruling": 1, "by": "leader", "player": 1}
    appeal |= {"filed": "2024-02-29T10:00:00Z", "state": "upheld", "steps": [first, second]}
    appeal["corrections"] = [{"session": 1, "table": 1}]
    return document | {"appeals": [appeal]}


def test_the_file_is_valid():
    document = file()
    assert list(check(document, schema())) == []
    assert list(problems(document)) == []


@pytest.mark.parametrize(
    ("changed", "path", "code"),
    [
        ({"player": 9}, ("player",), "unknown-player"),
        ({"session": 3}, ("session",), "unknown-session"),
        ({"ruling": 2}, ("ruling",), "unknown-ruling"),
        ({"foul": 2}, ("foul",), "unknown-foul"),
        ({"table": 2}, ("table",), "unknown-table"),
        ({"against": "foul"}, ("against",), "appeal-against"),
        ({"player": 6}, ("by",), "appeal-leader"),
        ({"late": True}, ("late",), "appeal-late"),
        ({"state": "open"}, ("state",), "appeal-state"),
        ({"corrections": [{"session": 1}]}, ("corrections", 0), "correction-of-nothing"),
        ({"corrections": [{"session": 1, "table": 5}]}, ("corrections", 0, "table"), "unknown-table"),
        ({"corrections": [{"foul": 5}]}, ("corrections", 0, "foul"), "unknown-foul"),
    ],
)
def test_each_problem_is_found_at_its_path(changed, path, code):
    document = file()
    document["appeals"][0] |= changed
    errors = [(problem.path, problem.code) for problem in problems(document)]
    assert (("appeals", 0, *path), code) in errors


def test_steps_must_be_consecutive_and_numbers_unique():
    document = file()
    document["appeals"][0]["steps"] = document["appeals"][0]["steps"][1:]
    assert [problem.code for problem in problems(document)] == ["appeal-steps"]
    document = file()
    document["appeals"].append(deepcopy(document["appeals"][0]))
    table = document["sessions"][0]["tables"][0]
    table["rulings"].append(deepcopy(table["rulings"][0]))
    assert {problem.code for problem in problems(document)} == {"twice"}
