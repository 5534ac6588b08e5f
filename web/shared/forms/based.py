"""Forms that remember the values they showed, for optimistic locking of each field."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.serializers.json import DjangoJSONEncoder
from django.http import QueryDict
from django.utils.translation import gettext as _

from common.actions.errors import Conflict
from common.forms import DocumentField
from common.i18n.text_fields import labelled_texts


class BasedForm(forms.Form):
    """A form that carries the values it showed (``base``, plain data by name) and shows both values of a conflict.

    ``in_conflict``: another person changed the same field meanwhile.
    """

    in_conflict = False

    def carry(self, values: Mapping[str, Any]) -> None:
        """Remember the current ``values``; call it when the form is made."""
        self.fields["base"] = DocumentField(
            widget=forms.HiddenInput(), initial=dict(values), encoder=DjangoJSONEncoder, required=False
        )

    def clean_base(self) -> dict[str, Any]:
        """Return the values that the page sent back; without them the current ones."""
        base = self.cleaned_data["base"] or json.loads(json.dumps(self.fields["base"].initial, cls=DjangoJSONEncoder))
        if not isinstance(base, dict):
            raise forms.ValidationError(_("Reload the page."))
        return base

    def meet(self, conflict: Conflict) -> None:
        """Show the current and the typed value at each field in conflict.

        If the form is sent again, the typed values are written.
        """
        self.in_conflict = True
        for name, theirs in conflict.theirs.items():
            values = {"theirs": self._value_label(name, theirs), "yours": self._value_label(name, conflict.yours[name])}
            words = _("Somebody else has changed this to “%(theirs)s”; you want “%(yours)s”.") % values
            self.add_error(name if name in self.fields else None, [words, _("Save again to use yours.")])
        data = self.data.copy() if isinstance(self.data, QueryDict) else dict(self.data)
        data[self.add_prefix("base")] = json.dumps({**self.cleaned_data["base"], **conflict.theirs})
        self.data = data

    def _value_label(self, name: str, value: Any) -> str:
        """Return the form's label of a value."""
        if value and isinstance(value, dict):
            return labelled_texts(value)
        choices = getattr(self.fields.get(name), "choices", None)
        labels = {str(key): str(label) for key, label in choices or ()}
        return labels.get(str(value)) or str(value if value not in (None, "", {}) else _("empty"))
