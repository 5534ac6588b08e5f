"""Forms in which a choice decides whether other fields are used: values in unused fields are refused, not dropped."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _


@dataclass(frozen=True)
class OnlyWith:
    """``fields`` are used only if the field ``choice`` has one of ``values``.

    ``blank``: values of these fields that count as empty. ``chosen_by_typing``: static/js/choices.js chooses the value
    as soon as one of the fields is changed (only if there is one value).
    """

    choice: str
    values: Collection[str]
    fields: Sequence[str]
    blank: Collection[str] = ()
    chosen_by_typing: bool = True


class AlternativesForm(forms.Form):
    """A form that refuses a changed field if the choice leaves it unused, so that no typed value is dropped.

    A field with its initial value counts as not typed. Load static/js/choices.js on the page; without script the
    refusal is shown at the field.

    ``shown_with``: field -> the choices of which one uses it, as "kind=own kind=mers"; "tie1=*" is any value. The
    script hides the field while none is met and nothing is typed in it; without script every field is shown.
    """

    alternatives: Sequence[OnlyWith] = ()
    shown_with: Mapping[str, str] = {}

    def get_context(self) -> dict[str, Any]:
        """Tell the script which value a changed field chooses, and which choices show a field."""
        self.mark_choices()
        return super().get_context()

    def mark_choices(self) -> None:
        """Put the attributes for the script on the fields; for pages that lay out the fields themselves."""
        for name, choices in self.shown_with.items():
            self.fields[name].widget.attrs["data-shown-with"] = choices
        for alternative in self.alternatives:
            if alternative.chosen_by_typing and len(alternative.values) == 1 and alternative.choice in self.fields:
                chooses = f"{self.add_prefix(alternative.choice)}={next(iter(alternative.values))}"
                for name in set(alternative.fields) & set(self.fields):
                    self.fields[name].widget.attrs["data-chooses"] = chooses

    def clean(self) -> dict[str, Any]:
        """Refuse typed values in fields that the choices leave unused."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for alternative in self.alternatives:
            chosen = cleaned.get(alternative.choice)
            if chosen and chosen not in alternative.values:
                self.refuse_typed(alternative.fields, self._unused(alternative.choice, chosen), alternative.blank)
        return cleaned

    def refuse_typed(self, names: Sequence[str], sentence: str, blank: Collection[str] = ()) -> None:
        """Add the sentence as an error to each field in which something was typed."""
        typed = set(self.changed_data)
        for name in names:
            value = self[name].value() if name in self.fields else None
            if name in typed and value not in (None, "", []) and value not in blank and name not in self.errors:
                self.add_error(name, sentence)

    def _unused(self, choice: str, chosen: str) -> str:
        field: Any = self.fields[choice]
        words = {"choice": dict(field.choices).get(chosen, chosen)}
        return (
            _("You changed this, but the choice “%(choice)s” does not use it. Choose again, or undo this change.")
            % words
        )
