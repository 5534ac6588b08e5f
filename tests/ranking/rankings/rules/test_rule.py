"""The rule of a ranking as plain data, and what is refused in it."""

from fractions import Fraction

import pytest

from ranking.rankings.rules.rule import Kind, Rule, Total, Value, read_rule
from ranking.record.rules.mers import Years
from ranking.series.rules.plain import RuleError

OWN = Rule(
    kind=Kind.OWN,
    years=Years.WEEKS,
    value=Value.PLACING,
    placing=(Fraction(25), Fraction("12.5")),
    weighted=False,
    factors=(Fraction(1), Fraction(0), Fraction(1, 4)),
    total=Total.SUM,
    best=3,
    least=1,
    letters=("A", "B"),
    scopes=("world",),
    rule_sets=("wmo-2014",),
    countries=("NL",),
    players_of=("NL", "DK"),
    first_year=2020,
    last_year=2026,
)


def test_a_rule_is_read_from_its_plain_data():
    assert read_rule(OWN.plain()) == OWN
    assert OWN.plain()["placing"] == ["25", "12.5"]
    assert read_rule({}) == Rule()


def test_mers_keeps_its_published_parameters_whatever_is_given():
    rule = read_rule({"kind": "mers", "least": 7, "weighted": False, "factors": ["1"], "letters": ["A"]})
    assert rule == Rule(letters=("A",))


@pytest.mark.parametrize(
    ("plain", "where", "code"),
    [
        ({"other": 1}, "other", "unknown"),
        ({"kind": "elo"}, "kind", "unknown"),
        ({"kind": "own", "value": "placing"}, "placing", "missing"),
        ({"kind": "own", "placing": ["x"]}, "placing", "points"),
        ({"kind": "own", "placing": ["1"] * 201}, "placing", "long"),
        ({"kind": "own", "factors": []}, "factors", "missing"),
        ({"kind": "own", "factors": ["1", "-1"]}, "factors", "factor"),
        ({"kind": "own", "factors": ["0", "1"]}, "factors", "factor"),
        ({"kind": "own", "best": -1}, "best", "number"),
        ({"kind": "own", "least": 0}, "least", "number"),
        ({"kind": "own", "least": True}, "least", "number"),
        ({"first_year": 1200}, "first_year", "number"),
        ({"first_year": 2020, "last_year": 2019}, "last_year", "years"),
        ({"countries": [1]}, "countries", "unknown"),
        ({"countries": ["NL"] * 301}, "countries", "unknown"),
    ],
)
def test_what_is_wrong_is_named_by_its_part(plain, where, code):
    with pytest.raises(RuleError) as error:
        read_rule(plain)
    assert (error.value.where, error.value.code) == (where, code)
