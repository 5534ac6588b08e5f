"""The list of the recorded fouls."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.fouls.selectors.fouls import catalogue_of, fouls_of
from scoring.fouls.selectors.labels import translated
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.sheets import Sheet
from web.floor.access import event_floor
from web.floor.fouls.forms import FilterForm, PlayerForm
from web.shared.access import signed_in
from web.shared.labels.fouls import foul_lines, other_lines
from web.shared.requests.methods import get_only

PER_PAGE = 50


@get_only
@signed_in
def fouls(request: HttpRequest, slug: str) -> HttpResponse:
    """List the recorded fouls with a filter, and the ways to record one."""
    floor = event_floor(request, slug)
    kinds = catalogue_of(floor.event)
    form = FilterForm([(code, translated(kind.name)) for code, kind in kinds.items()], request.GET or None)
    rows = _filtered(fouls_of(floor.event), form)
    page = Paginator(rows.order_by("-number"), PER_PAGE).get_page(request.GET.get("page"))
    now = floor.session_now
    tables = Sheet.objects.filter(table__session__event=floor.event, table__session__number=now)
    earlier = floor.event.sessions.filter(number__lt=now, tables__sheet__isnull=False).distinct().order_by("number")
    context = {
        "floor": floor,
        "form": form,
        "page": page,
        "lines": foul_lines(page.object_list, kinds),
        "session": now,
        "tables": list(tables.order_by("table__number").values_list("table__number", flat=True)),
        "earlier": list(earlier.values_list("number", flat=True)),
        "judges": bool(floor.reader.roles & record_foul.spec.roles),
        "player": PlayerForm(auto_id="player_%s"),
        "chosen": bool(request.GET),
        "others": [] if request.GET else other_lines(floor.event, kinds),
    }
    return render(request, "floor/fouls/fouls.html", context)


def _filtered(rows: Any, form: FilterForm) -> Any:
    if not form.is_bound or not form.is_valid():
        return rows
    names = {"session": "session__number", "table": "sheet__table__number", "number": "entry__number", "kind": "kind"}
    chosen = {names[name]: value for name, value in form.cleaned_data.items() if value}
    return rows.filter(**chosen)
