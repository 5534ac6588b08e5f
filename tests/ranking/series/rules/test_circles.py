"""Circles of series and their finals."""

import pytest

from ranking.series.rules.circles import makes_circle


@pytest.mark.parametrize(
    ("finals", "events", "circle"),
    [
        ({}, {"a": {"one"}}, False),
        ({"a": "final"}, {"a": {"one"}}, False),
        ({"a": "one"}, {"a": {"one"}}, True),
        ({"a": "cup"}, {"a": {"one"}, "b": {"cup", "two"}}, False),
        ({"a": "cup", "b": "one"}, {"a": {"one"}, "b": {"cup"}}, True),
        ({"a": "x", "b": "y", "c": "one"}, {"a": {"one"}, "b": {"x"}, "c": {"y"}}, True),
        ({"a": "x", "b": "y", "c": "x"}, {"b": {"x"}, "c": {"y"}}, False),
    ],
)
def test_a_final_that_leads_back_makes_a_circle(
    finals: dict[str, str], events: dict[str, set[str]], circle: bool
) -> None:
    assert makes_circle(finals, events, "a") is circle
