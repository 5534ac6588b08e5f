"""The form with the numbers that federations gave to a person."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.templatetags.pinju import country
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.persons import Person
from tournament.people.rules import NumberKind
from tournament.people.selectors import numbers_of
from tournament.registration.rules.federation import giver_key
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import country_choices, set_choices

_PLAIN = {"autocomplete": "off"}
_MOST = 30


class NumbersForm(BasedForm):
    """A field for each number of a person, and two for one more national number."""

    ema = forms.CharField(
        label=PersonNumber.Kind.EMA.label,
        max_length=_MOST,
        required=False,
        help_text=gettext_lazy("Eight digits."),
        widget=forms.TextInput(attrs=_PLAIN),
    )
    jmsa = forms.CharField(
        label=PersonNumber.Kind.JMSA.label, max_length=_MOST, required=False, widget=forms.TextInput(attrs=_PLAIN)
    )
    more_number = forms.CharField(
        label=gettext_lazy("One more national number"),
        max_length=_MOST,
        required=False,
        widget=forms.TextInput(attrs=_PLAIN),
    )
    more_country = forms.ChoiceField(label=gettext_lazy("Country of its federation"), required=False)

    def __init__(self, person: Person, data: Any) -> None:
        rows = numbers_of([person]).get(person.pk, [])
        shown = {giver_key(row.value): row.number for row in rows}
        super().__init__(data, initial=shown | {"more_country": person.country}, auto_id="numbers_%s")
        self.national = [row for row in rows if row.kind == NumberKind.NATIONAL]
        for row in self.national:
            self.fields[giver_key(row.value)] = forms.CharField(
                label=number_label(row), max_length=_MOST, required=False, widget=forms.TextInput(attrs=_PLAIN)
            )
        set_choices(self, "more_country", country_choices(person.country))
        self.carry({"ema": "", "jmsa": ""} | shown)
        self.order_fields(["ema", "jmsa", *(giver_key(row.value) for row in self.national)])

    def clean(self) -> dict[str, Any]:
        """Refuse a number without its country, and a second one of a country."""
        values = super().clean() or self.cleaned_data
        key = self._more_key(values)
        if values.get("more_number") and not values.get("more_country"):
            self.add_error("more_country", _("Choose the country of the federation that gave the number."))
        elif values.get("more_number") and key in self.fields:
            self.add_error("more_number", _("There is a number of this country above. Change that one."))
        return values

    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service; empty if the form has errors."""
        if not self.is_valid():
            return {}
        values = dict(self.cleaned_data)
        base, more = values.pop("base"), values.pop("more_number")
        key = self._more_key(values)
        values.pop("more_country")
        return {"numbers": values | ({key: more} if more else {}), "base": base}

    def field_at(self, where: str) -> str | None:
        """Return the field of a number that the service refuses and that has no field of its own."""
        return "more_number" if where.startswith(NumberKind.NATIONAL) else None

    @staticmethod
    def _more_key(values: dict[str, Any]) -> str:
        return f"{NumberKind.NATIONAL.value}-{values.get('more_country', '')}"


def number_label(row: PersonNumber) -> str:
    """Return who gave a number: "National number, Netherlands"."""
    if not row.country:
        return str(row.get_kind_display())
    return _("National number, %(country)s") % {"country": country(row.country)}


def numbers_shown(person: Person) -> list[str]:
    """Return the numbers of a kept person with who gave them."""
    return [f"{number_label(row)}: {row.number}" for row in numbers_of([person]).get(person.pk, [])]
