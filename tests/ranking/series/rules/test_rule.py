"""A rule of a series as plain data: read, written, and refused."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.series.rules.plain import RuleError, decimal_text, read_points
from ranking.series.rules.rule import Counting, Points, Rule, Shared, Tie, Unit, read_rule

WHOLE = Rule(
    unit=Unit.TEAMS,
    points=Points.PLACING,
    placing=(Fraction(25), Fraction(37, 2)),
    shared=Shared.BEST,
    counting=Counting.BEST_WORST,
    best=3,
    worst=1,
    size_bonus=((8, Fraction(5)), (16, Fraction(-1, 8))),
    place_bonus=(Fraction(3),),
    least=4,
    ties=(Tie.PLACES, Tie.LATEST),
    finalists=8,
)


def test_a_rule_is_written_and_read() -> None:
    assert WHOLE.plain() == {
        "unit": "teams",
        "points": "placing",
        "placing": ["25", "18.5"],
        "shared": "best",
        "counting": "best-worst",
        "best": 3,
        "worst": 1,
        "size_bonus": [[8, "5"], [16, "-0.125"]],
        "place_bonus": ["3"],
        "least": 4,
        "ties": ["places", "latest"],
        "finalists": 8,
    }
    assert read_rule(WHOLE.plain()) == WHOLE
    assert read_rule({}) == Rule()


def test_steps_are_sorted_by_players() -> None:
    assert read_rule({"size_bonus": [[16, "2"], [8, "1"]]}).size_bonus == ((8, 1), (16, 2))


@pytest.mark.parametrize(
    ("values", "where", "code"),
    [
        ({"goals": 3}, "goals", "unknown"),
        ({"unit": "clubs"}, "unit", "unknown"),
        ({"points": "placing"}, "placing", "missing"),
        ({"counting": "best"}, "best", "missing"),
        ({"counting": "best-worst", "best": 3}, "worst", "missing"),
        ({"least": 0}, "least", "missing"),
        ({"best": 201}, "best", "number"),
        ({"best": -1}, "best", "number"),
        ({"finalists": True}, "finalists", "number"),
        ({"finalists": "4"}, "finalists", "number"),
        ({"placing": ["1"] * 201}, "placing", "long"),
        ({"placing": ["many"]}, "placing", "points"),
        ({"placing": ["0.0001"]}, "placing", "points"),
        ({"placing": ["1000001"]}, "placing", "points"),
        ({"placing": ["NaN"]}, "placing", "points"),
        ({"size_bonus": [[0, "1"]]}, "size_bonus", "number"),
        ({"size_bonus": [["8", "1"]]}, "size_bonus", "number"),
        ({"size_bonus": [[8, "1"], [8, "2"]]}, "size_bonus", "twice"),
        ({"size_bonus": [[at, "1"] for at in range(1, 22)]}, "size_bonus", "long"),
        ({"ties": ["visits", "visits"]}, "ties", "twice"),
        ({"ties": ["luck"]}, "ties", "unknown"),
    ],
)
def test_a_wrong_rule_names_its_field(values: dict[str, Any], where: str, code: str) -> None:
    with pytest.raises(RuleError) as raised:
        read_rule(values)
    assert (raised.value.where, raised.value.code) == (where, code)


@given(st.integers(-1_000_000_000, 1_000_000_000))
def test_points_keep_three_decimals(thousandths: int) -> None:
    value = Fraction(thousandths, 1000)
    assert read_points(decimal_text(value)) == value
