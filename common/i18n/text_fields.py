"""A model field for texts that people type in several languages, and its form fields, one for each language.

A language that is added to ``settings.LANGUAGES`` needs no migration and no other form.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext_lazy as _

from common.i18n.texts import Texts, text_key

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

_NAMES = {"zh": _("Chinese"), "en": _("English"), "ja": _("Japanese")}


def text_languages() -> dict[str, str]:
    """Return the key of each language in texts -> its code on pages, in the order of ``settings.LANGUAGES``."""
    return {text_key(code): code for code, _name in settings.LANGUAGES}


def ordered_texts(texts: Texts) -> dict[str, str]:
    """Return the texts in the order of ``settings.LANGUAGES``, unknown languages last; PostgreSQL keeps no order."""
    keys = [*text_languages(), *texts]
    return {key: texts[key] for key in keys if key in texts}


def cleaned_texts(texts: Texts) -> dict[str, str]:
    """Return the typed texts on one line each, without the empty ones, in the order of ``ordered_texts``."""
    lines = {key: " ".join(text.split()) for key, text in texts.items()}
    return ordered_texts({key: line for key, line in lines.items() if line})


def page_texts(texts: Texts) -> list[tuple[str, str]]:
    """Return each text with its language as pages name it ("zh-hans")."""
    codes = text_languages()
    return [(codes.get(key, key), text) for key, text in texts.items()]


def text_labels(label: "_StrOrPromise", prefix: str = "") -> dict[str, "_StrOrPromise"]:
    """Return ``prefix`` + key of each language -> label; ``label`` has "{language}", such as "name in {language}"."""
    natives = {text_key(code): name for code, name in settings.LANGUAGES}
    return {prefix + key: format_lazy(label, language=_NAMES.get(key, name)) for key, name in natives.items()}


def labelled_texts(texts: Texts) -> str:
    """Return all texts as one, each after the name of its language."""
    labels = text_labels("{language}")
    return " / ".join(f"{capfirst(labels.get(key, key))}: {text}" for key, text in texts.items())


def text_form_fields(
    label: "_StrOrPromise", prefix: str = "", *, field: type[forms.CharField] = forms.CharField, **options: Any
) -> dict[str, forms.CharField]:
    """Return one optional form field for each language, by ``prefix`` + key; ``options`` are those of ``field``."""
    return {
        name: field(label=capfirst(text), required=False, **options)
        for name, text in text_labels(label, prefix).items()
    }


def joined_texts(values: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Return the texts in the values of a form with ``text_form_fields``."""
    return {key: values[prefix + key] for key in text_languages()}


def spread_texts(texts: Texts, prefix: str) -> dict[str, str]:
    """Return ``prefix`` + key of each language -> its text, or an empty one: the inverse of ``joined_texts``."""
    return {prefix + key: texts.get(key, "") for key in text_languages()}


class TextsField(models.JSONField):
    """Texts in several languages: only known languages, none empty, each of at most ``max_length`` characters.

    At least one, unless ``blank``.
    """

    def validate(self, value: Any, model_instance: models.Model | None) -> None:
        """Raise ValidationError with Django's own messages."""
        super().validate(value, model_instance)
        if not isinstance(value, dict):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        for key, text in value.items():
            self._validate_text(key, text)

    def _validate_text(self, key: str, text: Any) -> None:
        if key not in text_languages():
            raise ValidationError(self.error_messages["invalid_choice"], code="invalid_choice", params={"value": key})
        if not isinstance(text, str) or not text.strip():
            raise ValidationError(self.error_messages["blank"], code="blank")
        if self.max_length is not None:
            MaxLengthValidator(self.max_length)(text)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        texts = super().from_db_value(value, expression, connection)
        return ordered_texts(texts) if isinstance(texts, dict) else texts
