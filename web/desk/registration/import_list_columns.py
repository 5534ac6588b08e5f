"""What the columns of a list mean: the form to choose them, the used and the unused ones."""

from itertools import islice
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from common.templatetags.pinju import DASH
from tournament.registration.models.lists import RegistrationPreview
from web.shared.forms.fields import set_choices
from web.shared.labels.registration import COLUMNS

#: Number of texts that show what a column holds.
SAMPLES = 3


class MappingForm(forms.Form):
    """Worksheet, heading row and meaning of each column; rows and columns count from 1 in texts."""

    sheet = forms.TypedChoiceField(label=gettext_lazy("Worksheet"), coerce=int)
    heading = WholeNumberField(
        label=gettext_lazy("Heading row"),
        min_value=0,
        help_text=gettext_lazy("0 if there are no headings."),
    )
    fill_down = forms.ChoiceField(
        label=gettext_lazy("Empty team or group"),
        choices=[
            ("", gettext_lazy("as the list suggests")),
            ("yes", gettext_lazy("the one above (merged cells)")),
            ("no", gettext_lazy("none")),
        ],
        required=False,
    )

    def __init__(self, preview: RegistrationPreview, sheets: list[dict[str, Any]], data: Any = None) -> None:
        initial = {
            "sheet": preview.sheet,
            "heading": 0 if preview.heading is None else preview.heading + 1,
            "fill_down": {None: "", True: "yes", False: "no"}[preview.fill_down],
        } | {name: str(column) for name, column in preview.mapping.items()}
        super().__init__(data, initial=initial)
        choices = [(index, sheet["name"] or _("Text")) for index, sheet in enumerate(sheets)]
        set_choices(self, "sheet", choices)
        rows = sheets[preview.sheet]["rows"]
        heading = rows[preview.heading] if preview.heading is not None else []
        width = max((len(row) for row in rows), default=0)
        columns = [("", DASH)] + [(str(index), column_name(heading, index)) for index in range(width)]
        for name, label in COLUMNS.items():
            self.fields[name] = forms.ChoiceField(label=label, choices=columns, required=False)

    def payload(self, kept: int) -> dict[str, Any]:
        """Return the arguments of `map_preview`; empty if the form has errors.

        Another worksheet than ``kept`` gets no mapping, so the service guesses it from that sheet's headings.
        """
        if not self.is_valid():
            return {}
        data = self.cleaned_data
        other_sheet = data["sheet"] != kept
        return {
            "sheet": data["sheet"],
            "heading": data["heading"] - 1 if data["heading"] else None,
            "mapping": None if other_sheet else {name: int(data[name]) for name in COLUMNS if data[name]},
            "fill_down": {"": None, "yes": True, "no": False}[data["fill_down"]],
        }


def column_name(heading: list[str], index: int) -> str:
    """Return number and heading of a column."""
    text = heading[index].strip()[:40] if index < len(heading) else ""
    figures = {"number": index + 1, "heading": text}
    return _("%(number)d: %(heading)s") % figures if text else _("Column %(number)d") % figures


def heading_of(kept: RegistrationPreview, rows: list[list[str]]) -> list[str]:
    """Return the heading row; empty if there is none."""
    return rows[kept.heading] if kept.heading is not None else []


def samples(kept: RegistrationPreview, rows: list[list[str]], column: int) -> str:
    """Return the first texts of a column, for recognising it."""
    people = rows[0 if kept.heading is None else kept.heading + 1 :]
    texts = (row[column].strip()[:20] for row in people if column < len(row))
    return ", ".join(list(islice(filter(None, texts), SAMPLES)))


def used(kept: RegistrationPreview, rows: list[list[str]]) -> list[tuple[Any, str]]:
    """Return the fields that the list has, each with its column."""
    heading = heading_of(kept, rows)
    return [
        (label, column_name(heading, kept.mapping[name])) for name, label in COLUMNS.items() if name in kept.mapping
    ]
