"""How forms become HTML: every ``{{ form }}`` and field goes through the components."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms.renderers import TemplatesSetting

from common.json_files.errors import FileErrors
from common.json_files.reading import load
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
        if isinstance(value, str) and value:
            try:
                load(value.encode())
            except (FileErrors, UnicodeEncodeError):
                raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None
        return super().to_python(value)
