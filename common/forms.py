"""How forms become HTML: every ``{{ form }}`` and field goes through the components."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms.fields import InvalidJSONInput
from django.forms.renderers import TemplatesSetting

from common.files.json_files.errors import FileErrors
from common.files.json_files.reading import load
from common.numbers import MOST


class Renderer(TemplatesSetting):
    """Forms and fields by templates/components; the controls themselves stay Django's."""

    form_template_name = "components/form.html"
    field_template_name = "components/field.html"


class WholeNumberField(forms.IntegerField):
    """An integer field that refuses what no integer column can hold; to be used instead of Django's."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.validators += [MinValueValidator(-MOST), MaxValueValidator(MOST)]


class DocumentField(forms.JSONField):
    """A JSON field that refuses what cannot be stored: numbers of too many digits, NUL, halves of surrogate pairs."""

    def to_python(self, value: Any) -> Any:
        """Return the value of the JSON text. Raises ValidationError."""
        if not _is_document(value):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return what is shown again: the value, or the text as it was sent where it is refused."""
        return super().bound_data(data, initial) if _is_document(data) else InvalidJSONInput(data)


def _is_document(value: Any) -> bool:
    """Return whether a text that was sent can be read; nothing sent is for Django to judge."""
    if not isinstance(value, str) or not value:
        return True
    try:
        load(value.encode())
    except (FileErrors, UnicodeEncodeError):
        return False
    return True
