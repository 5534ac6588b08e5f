"""Texts by language as a model field and as form fields, for as many languages as the settings have."""

from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError

from common.i18n.text_fields import (
    TextsField,
    cleaned_texts,
    joined_texts,
    ordered_texts,
    page_texts,
    spread_texts,
    text_form_fields,
    text_labels,
    text_languages,
)

FRENCH = ("fr", "Français")


def form(values: dict[str, str]) -> forms.Form:
    """A bound form with a field "name_…" for each language."""
    bound = forms.Form(values)
    bound.fields = text_form_fields("name in {language}", "name_", max_length=5)  # type: ignore[assignment]
    assert bound.is_valid(), bound.errors
    return bound


def fault(value: Any, **options: Any) -> str:
    """The code of the error of this value; empty if it is sound."""
    try:
        TextsField(max_length=5, **options).clean(value, None)
    except ValidationError as error:
        return error.code or ""
    return ""


def test_the_languages_are_those_of_the_settings(settings: Any) -> None:
    assert text_languages() == {"zh": "zh-hans", "en": "en", "ja": "ja"}
    settings.LANGUAGES = [*settings.LANGUAGES, FRENCH]
    assert text_languages()["fr"] == "fr"


@pytest.mark.parametrize(
    ("languages", "fields"),
    [
        ([("en", "English")], {"name_en": "Name in English"}),
        ([("en", "English"), ("ja", "日本語")], {"name_en": "Name in English", "name_ja": "Name in Japanese"}),
        (
            [("zh-hans", "中文"), ("en", "English"), ("ja", "日本語")],
            {"name_zh": "Name in Chinese", "name_en": "Name in English", "name_ja": "Name in Japanese"},
        ),
        ([("en", "English"), FRENCH], {"name_en": "Name in English", "name_fr": "Name in Français"}),
    ],
)
def test_a_form_has_a_field_for_each_language(
    settings: Any, languages: list[tuple[str, str]], fields: dict[str, str]
) -> None:
    settings.LANGUAGES = languages
    shown = form({}).fields
    assert {name: str(field.label) for name, field in shown.items()} == fields
    assert {field.max_length for field in shown.values()} == {5}  # type: ignore[attr-defined]
    assert {name: str(label) for name, label in text_labels("{language}", "name_").items()} == {
        name: label.removeprefix("Name in ") for name, label in fields.items()
    }


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ({}, {}),
        ({"name_ja": "遅刻"}, {"ja": "遅刻"}),
        ({"name_ja": "遅刻", "name_zh": "迟到", "name_en": "  "}, {"zh": "迟到", "ja": "遅刻"}),
        ({"name_ja": "遅刻", "name_zh": "迟到", "name_en": "Late"}, {"zh": "迟到", "en": "Late", "ja": "遅刻"}),
    ],
)
def test_what_was_typed_becomes_texts_and_comes_back(typed: dict[str, str], texts: dict[str, str]) -> None:
    texts_read = cleaned_texts(joined_texts(form(typed).cleaned_data, "name_"))
    assert list(texts_read.items()) == list(texts.items())
    filled = {name: text for name, text in spread_texts(texts_read, "name_").items() if text}
    assert filled == {name: text for name, text in typed.items() if text.strip()}


def test_texts_are_cleaned_and_keep_languages_that_the_settings_lost() -> None:
    assert cleaned_texts({"en": " two\n lines ", "zh": " "}) == {"en": "two lines"}
    assert list(ordered_texts({"fr": "a", "ja": "b", "zh": "c"})) == ["zh", "ja", "fr"]
    assert page_texts({"zh": "c", "fr": "a"}) == [("zh-hans", "c"), ("fr", "a")]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"en": "Late"}, ""),
        ({"zh": "迟到", "en": "Late", "ja": "遅刻"}, ""),
        ({}, "blank"),
        (None, "null"),
        ({"en": " "}, "blank"),
        ({"en": 3}, "blank"),
        ({"fr": "Tard"}, "invalid_choice"),
        (["Late"], "invalid"),
    ],
)
def test_the_field_refuses_what_are_no_texts(value: Any, code: str) -> None:
    assert fault(value) == code


def test_the_field_may_be_empty_where_it_is_blank_and_limits_each_text() -> None:
    assert fault({}, blank=True) == ""
    with pytest.raises(ValidationError, match="at most 5"):
        TextsField(max_length=5).clean({"zh": "迟到", "en": "Later."}, None)


def test_a_language_of_the_settings_is_known(settings: Any) -> None:
    settings.LANGUAGES = [*settings.LANGUAGES, FRENCH]
    assert fault({"fr": "Tard"}) == ""
