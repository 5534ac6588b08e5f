"""What the columns of a list mean: the form to choose them, and how its columns are named."""

from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar, Protocol

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from common.templatetags.pinju import DASH
from web.shared.forms.fields import set_choices

#: The first rows of a list, shown to choose its columns.
SHOWN_ROWS = 12
#: Number of texts that show what a column holds.
SAMPLES = 3


class ReadList(Protocol):
    """A list that was read: its sheet, its heading row (None: it has none), and field -> column."""

    sheet: int
    heading: int | None
    mapping: Any


class ColumnsForm(forms.Form):
    """Worksheet, heading row and meaning of each column; ``labels`` has the fields; rows and columns count from 1."""

    labels: ClassVar[Mapping[str, str | Promise]] = {}

    sheet = forms.TypedChoiceField(label=gettext_lazy("Worksheet"), coerce=int)
    heading = WholeNumberField(
        label=gettext_lazy("Heading row"), min_value=0, help_text=gettext_lazy("0 if there are no headings.")
    )

    def __init__(self, kept: ReadList, sheets: list[dict[str, Any]], data: Any = None, **initial: Any) -> None:
        self.kept = kept
        initial |= {"sheet": kept.sheet, "heading": 0 if kept.heading is None else kept.heading + 1}
        super().__init__(data, initial=initial | {name: str(column) for name, column in kept.mapping.items()})
        set_choices(self, "sheet", [(index, sheet["name"] or _("Text")) for index, sheet in enumerate(sheets)])
        rows = sheets[kept.sheet]["rows"]
        heading = heading_of(kept, rows)
        width = max((len(row) for row in rows), default=0)
        columns = [("", DASH), *((str(index), column_name(heading, index)) for index in range(width))]
        for name, label in self.labels.items():
            widget = forms.Select(attrs={"aria-required": "false"})
            self.fields[name] = forms.ChoiceField(label=str(label), choices=columns, required=False, widget=widget)

    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service; empty if the form has errors.

        Another worksheet gets no mapping, so that the service detects it from that sheet's headings.
        """
        if not self.is_bound or not self.is_valid():
            return {}
        data = self.cleaned_data
        mapping = {name: int(data[name]) for name in self.labels if data[name]}
        return {
            "sheet": data["sheet"],
            "heading": data["heading"] - 1 if data["heading"] else None,
            "mapping": mapping if data["sheet"] == self.kept.sheet else None,
        }


def column_name(heading: list[str], index: int) -> str:
    """Return number and heading of a column."""
    text = heading[index].strip()[:40] if index < len(heading) else ""
    figures = {"number": index + 1, "heading": text}
    return _("%(number)d: %(heading)s") % figures if text else _("Column %(number)d") % figures


def heading_of(kept: ReadList, rows: list[list[str]]) -> list[str]:
    """Return the heading row; empty if there is none."""
    return rows[kept.heading] if kept.heading is not None else []


def samples(kept: ReadList, rows: list[list[str]], column: int) -> str:
    """Return the first texts of a column, for recognising it."""
    people = rows[0 if kept.heading is None else kept.heading + 1 :]
    texts = (row[column].strip()[:20] for row in people if column < len(row))
    return ", ".join(list(islice(filter(None, texts), SAMPLES)))


def used_columns(
    kept: ReadList, rows: list[list[str]], labels: Mapping[str, str | Promise]
) -> list[tuple[str | Promise, str]]:
    """Return the fields that the list has, each with its column."""
    heading = heading_of(kept, rows)
    return [(label, column_name(heading, kept.mapping[name])) for name, label in labels.items() if name in kept.mapping]
