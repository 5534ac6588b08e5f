"""The form that says what the columns of a list of registrations mean."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournament.registration.models.lists import RegistrationPreview
from web.shared.forms.columns import ColumnsForm
from web.shared.labels.registration import COLUMNS


class MappingForm(ColumnsForm):
    """Worksheet, heading row, meaning of each column, and what empty cells of team and group mean."""

    labels = COLUMNS

    fill_down = forms.ChoiceField(
        label=gettext_lazy("Empty team or group"),
        choices=[
            ("", gettext_lazy("as the list suggests")),
            ("yes", gettext_lazy("the one above (merged cells)")),
            ("no", gettext_lazy("none")),
        ],
        required=False,
    )
    name_order = forms.ChoiceField(
        label=gettext_lazy("Order of names"),
        choices=[
            ("", gettext_lazy("as the list suggests")),
            ("family", gettext_lazy("family name first")),
            ("given", gettext_lazy("given name first")),
        ],
        required=False,
    )

    def __init__(self, preview: RegistrationPreview, sheets: list[dict[str, Any]], data: Any = None) -> None:
        fill_down = {None: "", True: "yes", False: "no"}[preview.fill_down]
        super().__init__(preview, sheets, data, fill_down=fill_down, name_order=preview.name_order)

    def payload(self) -> dict[str, Any]:
        """Return the arguments of `map_preview`; empty if the form has errors."""
        values = super().payload()
        if not values:
            return {}
        fill_down = {"": None, "yes": True, "no": False}[self.cleaned_data["fill_down"]]
        return values | {"fill_down": fill_down, "name_order": self.cleaned_data["name_order"]}
