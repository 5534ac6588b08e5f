"""The page that says what the columns of a list mean."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from common.templatetags.pinju import DASH
from ranking.record.models.records import ResultList
from ranking.record.selectors.result_lists import sheets_of
from ranking.record.services.result_lists import map_list
from web.committee.result_lists.access import confirming_desk, list_or_404
from web.shared.access import signed_in
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show, write
from web.shared.record.list_labels import ALL_FIELDS

#: The first rows of the list, shown to choose the columns.
SHOWN_ROWS = 12


class ColumnsForm(forms.Form):
    """Sheet, heading row, and the content of each column; columns and rows count from 1 on the page."""

    sheet = forms.TypedChoiceField(label=gettext_lazy("Worksheet"), coerce=int)
    heading = WholeNumberField(
        label=gettext_lazy("Heading row"), min_value=0, help_text=gettext_lazy("0 if there are no headings.")
    )

    def __init__(self, kept: ResultList, sheets: list[dict[str, Any]], data: Any = None) -> None:
        initial = {"sheet": kept.sheet, "heading": 0 if kept.heading is None else kept.heading + 1}
        super().__init__(data, initial=initial | {name: str(number) for name, number in kept.mapping.items()})
        set_choices(self, "sheet", [(number, sheet["name"] or _("Text")) for number, sheet in enumerate(sheets)])
        rows = sheets[kept.sheet]["rows"]
        heading = rows[kept.heading] if kept.heading is not None else []
        width = max((len(row) for row in rows), default=0)
        choices = [("", DASH), *((str(number), _column_label(heading, number)) for number in range(width))]
        for name, label in ALL_FIELDS.items():
            self.fields[name] = forms.ChoiceField(label=str(label), choices=choices, required=False)

    def payload(self, kept: ResultList) -> dict[str, Any]:
        """Return the arguments of the service; for another sheet the columns are detected."""
        cleaned = self.cleaned_data
        mapping = {name: int(cleaned[name]) for name in ALL_FIELDS if cleaned[name]}
        return {
            "sheet": cleaned["sheet"],
            "heading": cleaned["heading"] - 1 if cleaned["heading"] else None,
            "mapping": mapping if cleaned["sheet"] == kept.sheet else None,
        }


def _column_label(heading: list[str], index: int) -> str:
    text = heading[index].strip()[:40] if index < len(heading) else ""
    figures = {"number": index + 1, "heading": text}
    return _("%(number)d: %(heading)s") % figures if text else _("Column %(number)d") % figures


@signed_in
def columns(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    desk = confirming_desk(request, slug)
    kept = list_or_404(desk, pk)
    sheets = sheets_of(kept)
    form = ColumnsForm(kept, sheets, request.POST if request.method == "POST" else None)
    values = form.payload(kept) if form.is_bound and form.is_valid() else {}
    if write(request, form, map_list, desk.actor, desk.body, kept=kept.pk, **values).done:
        return redirect("committee:list", slug, pk)
    start = list(enumerate(sheets[kept.sheet]["rows"][:SHOWN_ROWS], start=1))
    return show(request, "committee/result_lists/columns.html", form, desk=desk, kept=kept, start=start)
