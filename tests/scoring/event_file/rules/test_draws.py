"""Draws in the event file: one current draw, which has its figures."""

from typing import Any

import pytest

from scoring.event_file.rules import Problem, problems
from scoring.event_file.rules.draws import draw_problems
from tests.support.event_draws import with_released_draw
from tests.support.event_generator import make_event


def with_draw() -> dict[str, Any]:
    """Return an event of eight players with a released draw."""
    document = make_event("1", players=8, sessions=2, odd=False)
    document.pop("seat_wishes", None)
    with_released_draw(document)
    return document


def test_an_event_has_one_current_draw() -> None:
    document = with_draw()
    assert list(problems(document)) == []
    document["draws"].append({**document["draws"][0], "version": 3, "state": "approved"})
    assert list(problems(document)) == [Problem(("draws", 1, "state"), "draws-standing", {"first": ("draws", 0)})]
    document["draws"][0]["state"] = "replaced"
    assert list(problems(document)) == []


def test_a_chart_without_figures_is_refused() -> None:
    document = with_draw()
    del document["draws"][0]["quality"]
    assert list(problems(document)) == [Problem(("draws", 0, "chart"), "draw-without-figures", {})]


def session_draw(version: int = 1, **changes: Any) -> dict[str, Any]:
    """Return a released draw of session 2 by standings, with one table of the players 1 to 4."""
    return {"session": 2, "version": version, "state": "released", "parts": "[]", "tables": [[1, 2, 3, 4]]} | changes


@pytest.mark.parametrize(
    ("draws", "found"),
    [
        ([session_draw(), session_draw(2, state="retracted")], []),
        ([session_draw(state="retracted"), session_draw()], [("session_draws", 1, "version")]),
        ([session_draw(), session_draw(2)], [("session_draws", 1, "state")]),
        ([session_draw(tables=[[1, 2, 3, 5]])], [("session_draws", 0, "tables", 0)]),
        ([session_draw(tables=[[1, 2, 3, 0], [4, 1, 0, 0]])], [("session_draws", 0, "tables", 1)]),
        ([session_draw(parts="{}")], [("session_draws", 0, "parts")]),
        ([session_draw(parts="[")], [("session_draws", 0, "parts")]),
    ],
)
def test_draws_of_sessions_are_consistent(draws: list[dict[str, Any]], found: list[Any]) -> None:
    document = {"players": [{"number": number} for number in range(1, 5)], "session_draws": draws}
    assert [problem.path for problem in draw_problems(document)] == found
