"""The recorded draws, which the browser draws again too (``tests/browser/pocket/test_round_check.py``)."""

import json
from typing import Any

import pytest

from tests.tournament.draws.rules.rounds.recorded import FILE
from tournament.draws.rules.rounds import METHODS, VERSION, Demands, as_document, draw_round, floaters, task_from
from tournament.draws.rules.verify_round import faults

RECORDED: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_method_is_recorded_with_this_version() -> None:
    results = [part["result"] for part in RECORDED.values()]
    assert {result["method"] for result in results} == set(METHODS)
    assert {result["version"] for result in results} == {VERSION}
    assert {result["proved"] for result in results} == {True, False}
    assert {result["numbers"] for result in results} == {"top", "fresh"}
    assert any(certificate["prices"] for result in results for certificate in result["certificates"])


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_draw_is_repeated(name: str) -> None:
    document, result = RECORDED[name]["document"], RECORDED[name]["result"]
    task = task_from(
        document, result["method"], result["seed"], demands=Demands(**result["demands"]),
        bracket=result["bracket"], numbering=result["numbers"],
    )  # fmt: skip
    assert as_document(task, draw_round(task)) == result
    assert faults(document, result) == []
    values = {part["what"]: part["value"] for part in result["vector"]}
    away = floaters(task, result["tables"])
    assert len(set(away)) == values["outside_score_group"]
    earlier = {entry["number"]: entry["floats"] for entry in document["entries"]}
    assert sum(earlier[number] for number in away) == values["repeated_floats"]
