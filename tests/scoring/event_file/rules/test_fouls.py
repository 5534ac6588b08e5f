"""Fouls in the event file: errors are named by their path."""

from typing import Any

import pytest

from common.files.json_files import FileErrors, dump
from scoring.event_file.rules import canonical, problems
from scoring.event_file.selectors.reading import read_event
from tests.support.event_generator import make_event

TABLE = ("sessions", 0, "tables", 0)
ENTERED = {"entered": "2024-02-29T10:00:00Z"}


def with_foul(**foul: Any) -> dict[str, Any]:
    """Return a quiet event with a foul of the player who starts West at the first table."""
    document = make_event("1", players=8, sessions=1, odd=False)
    table = document["sessions"][0]["tables"][0]
    described = {"number": 1, "scope": "hand", "seat": "W", "hand": 3, "player": table["seats"]["W"], "kind": "talk"}
    wanted = {**described, **ENTERED, **foul}
    table["fouls"] = [{name: value for name, value in wanted.items() if value is not None}]
    return document


def codes(document: dict[str, Any]) -> set[tuple[str, str]]:
    return {(str(problem.path[-1]), problem.code) for problem in problems(canonical(document))}


def test_a_foul_without_points_is_valid() -> None:
    assert codes(with_foul(effects=["warning"])) == set()
    assert read_event(dump(with_foul(effects=["warning"])))


@pytest.mark.parametrize(
    ("foul", "expected"),
    [
        ({"kind": "nothing"}, ("kind", "unknown-foul-kind")),
        ({"player": 99}, ("player", "unknown-player")),
        ({"player": None}, ("0", "foul-of-nobody")),
        ({"name": "路人甲"}, ("0", "foul-of-nobody")),
        ({"seat": None}, ("scope", "foul-without-place")),
        ({"effects": ["points"], "points": 5}, ("0", "foul-points")),
        ({"effects": ["dead-hand"], "order": 7}, ("order", "foul-points")),
        ({"effects": ["warning"], "order": 0}, ("0", "foul-points")),
    ],
)
def test_each_error_of_a_foul_is_found_at_its_path(foul: dict[str, Any], expected: tuple[str, str]) -> None:
    assert expected in codes(with_foul(**foul))


def test_a_foul_number_is_unique_in_the_event() -> None:
    document = with_foul()
    document["fouls"] = [{"number": 1, "scope": "event", "player": 1, "kind": "cheating", **ENTERED}]
    assert ("number", "twice") in codes(document)


def test_a_penalty_of_a_recorded_hand_belongs_to_that_hand() -> None:
    facts: dict[str, Any] = {"effects": ["dead-hand"], "order": 0, "hand": 3}
    document = with_foul(**facts)
    table = document["sessions"][0]["tables"][0]
    table["penalties"] = [{"seat": "W", "points": 0, "hand": 3, "order": 0, "dead": True}]
    assert ("hand", "penalty-of-hand") in codes(document)
    table["hands"] = [hand for hand in table["hands"] if hand["no"] != 3]
    assert codes(document) == set()


def test_two_fouls_with_the_same_points_are_refused() -> None:
    document = with_foul(effects=["points"], points=5, order=2, hand=None)
    table = document["sessions"][0]["tables"][0]
    table["penalties"] = [{"seat": "W", "points": -5, "order": 2}]
    assert codes(document) == set()
    table["fouls"].append({**table["fouls"][0], "number": 2})
    assert codes(document) == {("order", "foul-points")}


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ({"player": 99}, ("player", "unknown-player")),
        ({"foul": 9}, ("foul", "unknown-foul")),
        ({"kind": "disqualification", "status": "in-force"}, ("status", "measure-against-status")),
    ],
)
def test_each_error_of_a_measure_is_found_at_its_path(measure: dict[str, Any], expected: tuple[str, str]) -> None:
    document = with_foul()
    whole = {"number": 1, "player": 1, "kind": "suspension", "status": "proposed", "reason": "作弊"}
    document["measures"] = [{**whole, "proposed": "2024-02-29T12:00:00Z", **measure}]
    assert expected in codes(document)


def test_evidence_is_not_accepted_in_the_file() -> None:
    with pytest.raises(FileErrors):
        read_event(dump(with_foul(notes="袖中藏牌")))
