"""Forms that remember which values they showed, so that two people who change one thing do not undo each other."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.serializers.json import DjangoJSONEncoder
from django.http import QueryDict
from django.utils.translation import gettext as _

from common.actions.errors import Conflict
from common.forms import DocumentField


class BasedForm(forms.Form):
    """A form that carries what it showed (``base``, plain data by name) and shows both values of a conflict.

    ``in_conflict``: somebody else changed the same meanwhile.
    """

    in_conflict = False

    def carry(self, values: Mapping[str, Any]) -> None:
        """Remember ``values``; whoever makes the form calls it with those that stand there now."""
        self.fields["base"] = DocumentField(
            widget=forms.HiddenInput(), initial=dict(values), encoder=DjangoJSONEncoder, required=False
        )

    def clean_base(self) -> dict[str, Any]:
        """Take it as the page sent it back; who sends none has seen what stands there now."""
        base = self.cleaned_data["base"] or json.loads(json.dumps(self.fields["base"].initial, cls=DjangoJSONEncoder))
        if not isinstance(base, dict):
            raise forms.ValidationError(_("Load the page again."))
        return base

    def meet(self, conflict: Conflict) -> None:
        """Say beside each field what stands there now and what was typed; sent again, what was typed is written."""
        self.in_conflict = True
        for name, theirs in conflict.theirs.items():
            values = {"theirs": self._said(name, theirs), "yours": self._said(name, conflict.yours[name])}
            words = _("Meanwhile somebody else changed this to “%(theirs)s”; you want “%(yours)s”.") % values
            self.add_error(name if name in self.fields else None, [words, _("Save again to have yours.")])
        data = self.data.copy() if isinstance(self.data, QueryDict) else dict(self.data)
        data[self.add_prefix("base")] = json.dumps({**self.cleaned_data["base"], **conflict.theirs})
        self.data = data

    def _said(self, name: str, value: Any) -> str:
        """A value as the form's field calls it."""
        choices = getattr(self.fields.get(name), "choices", None)
        said = {str(key): str(label) for key, label in choices}.get(str(value)) if choices else None
        return said or str(value if value not in (None, "") else _("empty"))
