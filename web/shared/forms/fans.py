"""A field for a rank in fans: half a fan or whole ones."""

import re
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.game.rules.imj.chart import HALVES, fans_of
from web.shared.fans.shown import fans_text

_FANS = re.compile(r"(\d{0,2})(½|h|[.,]5)?")


class FansField(forms.CharField):
    """A rank; its value is in half fans."""

    default_error_messages = {"fans": _("Write fans like 5 or ½.")}

    def to_python(self, value: Any) -> Any:
        """Return the half fans of ``5``, ``½``, ``6½`` or ``0.5``; None for an empty text."""
        text = str(value or "").strip().replace("½", "h")
        text = unicodedata.normalize("NFKC", text).lower()
        match = _FANS.fullmatch(text)
        if not text:
            return None
        if not match:
            raise ValidationError(self.error_messages["fans"], code="fans")
        whole, half = match.groups()
        return HALVES * int(whole or 0) + bool(half)

    def prepare_value(self, value: Any) -> Any:
        return fans_text(fans_of(value)) if isinstance(value, int) else value
