"""Numbers from outside: bounds, digits, and the fields and URLs that accept them."""

from fractions import Fraction

import pytest
from django import forms
from django.test import Client
from django.urls import get_resolver

from common.converters import NumberConverter
from common.forms import DocumentField, WholeNumberField
from common.numbers import MOST, MOST_KEY, fraction_in, number_in
from tests.support.every_address import routes


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("１２", 12), (str(MOST), MOST), (str(MOST + 1), None), ("9" * 5000, None), ("9" * 19, None)],
)
def test_decimal_digits_within_the_bounds_are_read(text: str, number: int | None) -> None:
    assert number_in(text) == number


@pytest.mark.parametrize("text", ["", " 1", "-1", "+1", "1.0", "²", "①", "1\0", "x", "1_0", "Ⅷ"])
def test_other_texts_are_no_number(text: str) -> None:
    assert number_in(text) is None


def test_caller_can_set_bounds() -> None:
    assert [number_in(text, least=1, most=9) for text in ("0", "1", "9", "10")] == [None, 1, 9, None]
    assert number_in(str(MOST_KEY), most=MOST_KEY) == MOST_KEY


@pytest.mark.parametrize("text", ["9" * 20, "9" * 5000, str(MOST + 1), str(-MOST - 1), "²", "1\0"])
def test_field_refuses_numbers_too_large_for_a_column(text: str) -> None:
    with pytest.raises(forms.ValidationError):
        WholeNumberField().clean(text)
    assert WholeNumberField().clean(str(-MOST)) == -MOST
    assert "max" not in WholeNumberField().widget.attrs


@pytest.mark.parametrize("text", ['{"a": ' + "9" * 5000 + "}", '"\\ud800"', '"\\u0000"', "[" * 5000, "{", '"\ud800"'])
def test_json_field_refuses_values_that_cannot_be_stored(text: str) -> None:
    with pytest.raises(forms.ValidationError):
        DocumentField().clean(text)
    assert DocumentField().bound_data(text, None) == text


def test_url_with_a_larger_number_is_not_found() -> None:
    assert NumberConverter().to_python(str(MOST_KEY)) == MOST_KEY
    with pytest.raises(ValueError, match="9223372036854775808"):
        NumberConverter().to_python(str(MOST_KEY + 1))
    for digits in ("9" * 19, "9" * 20, "9" * 5000, "²"):
        assert Client().get(f"/jobs/{digits}/").status_code == 404


def test_no_url_uses_an_unbounded_number() -> None:
    assert [route for route, _view in routes(get_resolver()) if "<int:" in route] == []


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (4, 4),
        (0.5, Fraction(1, 2)),
        (1e-7, Fraction(1, 10**7)),
        ("7/3", Fraction(7, 3)),
        ("-2.33", Fraction(-233, 100)),
    ],
)
def test_exact_numbers_are_read_from_numbers_and_texts(value: object, number: Fraction) -> None:
    assert fraction_in(value) == number


@pytest.mark.parametrize("value", [True, None, [], {}, "", "x", "1/0", "nan", "inf", "1e3", "1E999999999"])
def test_other_values_and_exponents_in_texts_are_no_exact_number(value: object) -> None:
    assert fraction_in(value) is None
