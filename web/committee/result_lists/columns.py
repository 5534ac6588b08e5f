"""The page that says what the columns of a list mean."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ranking.record.selectors.result_lists import sheets_of
from ranking.record.services.result_lists import map_list
from web.committee.result_lists.access import confirming_desk, list_or_404
from web.shared.access import signed_in
from web.shared.forms.columns import SHOWN_ROWS
from web.shared.forms.columns import ColumnsForm as AnyColumnsForm
from web.shared.forms.writing import show, write
from web.shared.record.list_labels import ALL_FIELDS


class ColumnsForm(AnyColumnsForm):
    """Sheet, heading row, and the content of each column of a list of results."""

    labels = ALL_FIELDS


@signed_in
def columns(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    desk = confirming_desk(request, slug)
    kept = list_or_404(desk, pk)
    sheets = sheets_of(kept)
    form = ColumnsForm(kept, sheets, request.POST if request.method == "POST" else None)
    if write(request, form, map_list, desk.actor, desk.body, kept=kept.pk, **form.payload()).done:
        return redirect("committee:list", slug, pk)
    start = list(enumerate(sheets[kept.sheet]["rows"][:SHOWN_ROWS], start=1))
    return show(request, "committee/result_lists/columns.html", form, desk=desk, kept=kept, start=start)
