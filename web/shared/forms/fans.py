"""A field for a rank in fans: half a fan or whole ones."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.game.rules.imj.chart import fans_of, halves_of
from web.shared.fans.shown import fans_text


class FansField(forms.CharField):
    """A rank; its value is in half fans."""

    default_error_messages = {"fans": _("Write fans like 5 or ½.")}

    def to_python(self, value: Any) -> Any:
        """Return the half fans of ``5``, ``½``, ``6½`` or ``0.5``; None for an empty text."""
        text = str(value or "").strip()
        halves = halves_of(text)
        if text and halves is None:
            raise ValidationError(self.error_messages["fans"], code="fans")
        return halves

    def prepare_value(self, value: Any) -> Any:
        return fans_text(fans_of(value)) if isinstance(value, int) else value
