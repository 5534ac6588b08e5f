from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.rules.seats import SEATS
from scoring.game.rules.table_points import agrees, as_text, in_points, parse_stated, rounded, table_points

SCORES = st.tuples(*[st.integers(-3, 3)] * 4).map(lambda scores: dict(zip(SEATS, scores, strict=True)))


def shares(*scores, **options):
    return list(table_points(dict(zip(SEATS, scores, strict=False)), **options).values())


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((166, -30, -107, -29), [48, 12, 0, 24]),
        ((50, 50, -40, -60), [36, 36, 12, 0]),
        ((90, 5, 5, -100), [48, 18, 18, 0]),
        ((90, 10, -50, -50), [48, 24, 6, 6]),
        ((10, 10, 10, -30), [28, 28, 28, 0]),
        ((30, -10, -10, -10), [48, 12, 12, 12]),
        ((20, 20, -20, -20), [36, 36, 6, 6]),
        ((0, 0, 0, 0), [21, 21, 21, 21]),
    ],
)
def test_table_points_with_shared_places(scores, points):
    assert shares(*scores) == points


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((50, 50, -40, -60), [48, 48, 12, 0]),
        ((30, -10, -10, -10), [48, 24, 24, 24]),
        ((0, 0, 0, 0), [48] * 4),
    ],
)
def test_by_setting_tied_players_each_get_the_higher_place(scores, points):
    assert shares(*scores, ties="higher") == points


def test_three_players_share_4_2_1():
    assert shares(40, 10, -90) == [48, 24, 12]
    assert shares(40, -50, -50) == [48, 18, 18]


def test_an_empty_forfeited_seat_takes_no_place():
    points = table_points({"E": 40, "S": 10, "W": -90}, forfeited=frozenset("N"))
    assert points == {"E": 48, "S": 24, "W": 12, "N": 0}


def test_a_filler_keeps_the_place_of_the_forfeited_seat():
    points = table_points({"E": 40, "S": 10, "W": -90, "N": 60}, forfeited=frozenset("N"))
    assert points == {"E": 24, "S": 12, "W": 0, "N": 0}


@given(SCORES)
def test_a_table_shares_seven_points_by_score(scores):
    points = table_points(scores)
    assert sum(points.values()) == 84
    for seat in SEATS:
        for other in SEATS:
            assert (points[seat] > points[other]) == (scores[seat] > scores[other])


@pytest.mark.parametrize(
    ("value", "exact", "paper"),
    [
        (48, "4", "4"),
        (0, "0", "0"),
        (28, "7/3", "2.33"),
        (21, "7/4", "1.75"),
        (18, "3/2", "1.5"),
        (Fraction(25), "25", "25"),
        (Fraction(100), "100", "100"),
        (Fraction(14, 3), "14/3", "4.67"),
        (Fraction(1, 8), "1/8", "0.13"),
        (Fraction(-25, 2), "-25/2", "-12.5"),
        (Fraction(-1, 2), "-1/2", "-0.5"),
        (Fraction(-3), "-3", "-3"),
        (Fraction(-1, 1000), "-1/1000", "0"),
        (Fraction(299, 100) + Fraction(5, 1000), "599/200", "3"),
    ],
)
def test_points_have_an_exact_text_and_a_rounded_one(value, exact, paper):
    assert as_text(value) == exact
    assert rounded(value) == paper


def test_points_can_be_rounded_to_whole_points():
    assert rounded(Fraction(21, 2), places=0) == "11"
    assert rounded(Fraction(100), places=0) == "100"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4", Fraction(4)),
        (" 2.33 ", Fraction(233, 100)),
        ("7/3", Fraction(7, 3)),
        ("0", Fraction(0)),
        ("14/6", Fraction(7, 3)),
    ],
)
def test_stated_table_points_are_read(text, value):
    assert parse_stated(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "-1",
        "+1",
        "1e2",
        "1,5",
        ".5",
        "2.",
        "1/0",
        "7/",
        "1_0",
        "٤",
        "nan",
        "7 / 3",
        "1.5/2",
        "9" * 5000,
    ],
)
def test_a_text_without_table_points_is_refused(text):
    with pytest.raises(ValueError, match="not table points"):
        parse_stated(text)


@pytest.mark.parametrize(
    ("twelfths", "texts"),
    [
        (28, "2.33 2.3 2.3333 7/3 14/6"),
        (21, "1.75 1.8 1.7 7/4"),
        (48, "4 4.00"),
        (18, "1.5 3/2"),
        (6, "0.5"),
        (0, "0"),
    ],
)
def test_stated_points_agree_with_exact_ones(twelfths, texts):
    assert [text for text in texts.split() if not agrees(text, twelfths)] == []


@pytest.mark.parametrize(
    ("stated", "twelfths"),
    [
        ("2", 28),
        ("2.34", 28),
        ("2.0", 28),
        ("3", 28),
        ("233/100", 28),
        ("1.7", 24),
        ("2", 21),
        ("4", 24),
        ("4.01", 48),
    ],
)
def test_wrong_stated_points_do_not_agree(stated, twelfths):
    assert not agrees(stated, twelfths)


@given(st.integers(0, 48), st.integers(1, 6))
def test_an_exact_value_agrees_with_its_own_rounding(twelfths, places):
    assert agrees(as_text(twelfths), twelfths)
    assert agrees(rounded(twelfths, places), twelfths)


def test_twelfths_are_converted_into_points():
    assert in_points(28) == Fraction(7, 3)
    assert in_points(Fraction(3)) == 3
