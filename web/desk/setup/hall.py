"""The page of the hall plan: its size, the side of East, and the table at each position."""

from math import ceil, sqrt
from typing import Any

from django import forms
from django.contrib import messages
from django.forms.boundfield import BoundField
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from common.numbers import number_in
from tournament.events.models.halls import HallPlan
from tournament.events.selectors.events import hall_of, tables_needed
from tournament.events.services.halls import plan_hall
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.writing import show, write

#: Positions of the grid while no player is registered.
SIZE_OF_NONE = 20


class HallForm(forms.Form):
    """The size, the side of East, and a field for each position; typed tables stay when the size changes."""

    rows = WholeNumberField(label=gettext_lazy("Rows"), min_value=1, max_value=HallPlan.MOST)
    columns = WholeNumberField(label=gettext_lazy("Columns"), min_value=1, max_value=HallPlan.MOST)
    east = forms.ChoiceField(
        label=gettext_lazy("East is at"),
        choices=HallPlan.Side.choices,
        help_text=gettext_lazy("The side of this plan, seen from above."),
    )

    def __init__(self, data: Any, size: tuple[int, int], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.size = size
        for row, column in self._positions():
            self.fields[f"at-{row}-{column}"] = WholeNumberField(
                label=_("Row %(row)d, column %(column)d") % {"row": row, "column": column},
                required=False,
                min_value=1,
                max_value=1_000_000,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            )

    def _positions(self) -> list[tuple[int, int]]:
        rows, columns = self.size
        return [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]

    def grid(self) -> list[list[BoundField]]:
        """Return the fields of the positions, row by row."""
        rows, columns = self.size
        return [[self[f"at-{row}-{column}"] for column in range(1, columns + 1)] for row in range(1, rows + 1)]

    def clean(self) -> dict[str, Any]:
        """Refuse a table at two positions, with the error at the second field."""
        self.table_positions: dict[int, tuple[int, int]] = {}
        for row, column in self._positions():
            number = self.cleaned_data.get(f"at-{row}-{column}")
            if number in self.table_positions:
                self.add_error(f"at-{row}-{column}", _("Table %(number)d is on the plan twice.") % {"number": number})
            elif number:
                self.table_positions[number] = (row, column)
        return self.cleaned_data


@signed_in
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the plan as a grid of fields; save it, change its size, or number the tables row by row."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    tables = tables_needed(desk.event)
    if request.method == "POST":
        return _handle_post(request, desk, tables)
    plan = hall_of(desk.event)
    return show(request, "desk/setup/hall.html", _form_of(plan, tables), desk=desk, tables=tables)


def _form_of(plan: HallPlan | None, tables: int) -> HallForm:
    """Return the form of the stored plan, or of a new plan large enough for the tables."""
    if plan is None:
        tables = tables or SIZE_OF_NONE
        columns = max(1, min(HallPlan.MOST, ceil(sqrt(tables))))
        rows = max(1, min(HallPlan.MOST, ceil(tables / columns)))
        return HallForm(None, (rows, columns), initial={"rows": rows, "columns": columns})
    initial: dict[str, Any] = {"rows": plan.rows, "columns": plan.columns, "east": plan.east}
    initial |= {f"at-{table.row}-{table.column}": table.number for table in plan.tables.all()}
    return HallForm(None, (plan.rows, plan.columns), initial=initial)


def _handle_post(request: HttpRequest, desk: EventAccess, tables: int) -> HttpResponse:
    size_form = HallForm(request.POST, (0, 0))
    sized = size_form.is_valid()
    size = (size_form.cleaned_data["rows"], size_form.cleaned_data["columns"]) if sized else _submitted_size(request)
    data: QueryDict = request.POST
    if "fill" in data and sized:
        data = data.copy()
        for number in range(1, size[0] * size[1] + 1):
            row, column = divmod(number - 1, size[1])
            data[f"at-{row + 1}-{column + 1}"] = str(number) if number <= tables or not tables else ""
    form = HallForm(data, size)
    if "save" in data and form.is_valid():
        payload = {name: form.cleaned_data[name] for name in ("rows", "columns", "east")}
        if write(request, form, plan_hall, desk.actor, desk.event, **payload, places=form.table_positions).done:
            messages.success(request, _("The plan of the hall is saved."))
            return redirect("desk:hall", desk.event.slug)
    return show(request, "desk/setup/hall.html", form, desk=desk, tables=tables, unsaved="save" not in data)


def _submitted_size(request: HttpRequest) -> tuple[int, int]:
    """Return the size of the submitted grid, for use where the typed size is not valid."""
    positions = [name.split("-")[1:] for name in request.POST if name.startswith("at-") and name.count("-") == 2]
    rows = [number_in(row, least=1, most=HallPlan.MOST) or 1 for row, _column in positions]
    columns = [number_in(column, least=1, most=HallPlan.MOST) or 1 for _row, column in positions]
    return max(rows, default=1), max(columns, default=1)
