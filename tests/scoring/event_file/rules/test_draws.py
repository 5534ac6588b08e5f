"""Draws in the event file: one current draw, which has its figures."""

from typing import Any

from scoring.event_file.rules import Problem, problems
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
