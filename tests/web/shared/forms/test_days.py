"""A field for a day takes what people write, and says at the field what it cannot read."""

from datetime import date

import pytest
from django import forms
from django.utils.translation import override

from web.shared.forms.fields import DayField


class DayForm(forms.Form):
    day = DayField(required=False)


@pytest.mark.parametrize("typed", ["2024-05-31", "31.5.2024", "2024年5月31日", "May 31, 2024"])
def test_common_forms_are_taken(typed: str) -> None:
    form = DayForm({"day": typed})
    assert form.is_valid()
    assert form.cleaned_data["day"] == date(2024, 5, 31)


def test_a_wrong_or_double_day_is_explained_at_the_field_and_stays() -> None:
    with override("en"):
        form = DayForm({"day": "last spring"})
        assert form.errors["day"] == ["Write the day as 2024-05-31, 31.5.2024 or 31 May 2024."]
        assert 'value="last spring"' in str(form["day"])
        form = DayForm({"day": "1/5/2024"})
        assert form.errors["day"] == ["This may mean two days. Write it as 2024-05-01 or 2024-01-05."]


def test_an_empty_day_and_a_stored_day_are_kept() -> None:
    assert DayForm({"day": " "}).is_valid()
    assert DayForm({"day": ""}).is_valid()
    assert 'value="2024-05-31"' in str(DayForm(initial={"day": date(2024, 5, 31)})["day"])
    assert DayField().to_python(date(2024, 5, 31)) == date(2024, 5, 31)
