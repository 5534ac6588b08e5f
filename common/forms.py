"""How forms become HTML: components render every ``{{ form }}`` and field."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms.fields import InvalidJSONInput
from django.forms.renderers import TemplatesSetting

from common.files.json_files.errors import FileErrors
from common.files.json_files.reading import load
from common.numbers import MOST


class Renderer(TemplatesSetting):
    """Render forms and fields with templates/components; Django renders the widgets."""

    form_template_name = "components/form.html"
    field_template_name = "components/field.html"


class WholeNumberField(forms.IntegerField):
    """An integer field that refuses values too large for an integer column; use it instead of Django's."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.validators += [MinValueValidator(-MOST), MaxValueValidator(MOST)]


class DocumentField(forms.JSONField):
    """A JSON field that refuses values that cannot be stored: too many digits, NUL, lone surrogates."""

    def to_python(self, value: Any) -> Any:
        """Return the value of the JSON text. Raises ValidationError."""
        if not _is_document(value):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return the value to show again: the parsed value, or the sent text if it is refused."""
        return super().bound_data(data, initial) if _is_document(data) else InvalidJSONInput(data)


def _is_document(value: Any) -> bool:
    """Return whether a sent text can be parsed; Django judges a missing one."""
    if not isinstance(value, str) or not value:
        return True
    try:
        load(value.encode())
    except (FileErrors, UnicodeEncodeError):
        return False
    return True
