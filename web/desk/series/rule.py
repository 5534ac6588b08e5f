"""The page that changes name and rule of a series, with a preview on its events."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.series.selectors.table import series_table
from ranking.series.selectors.values import series_values
from ranking.series.services.series import change_series
from web.desk.series.access import SeriesDesk, series_desk
from web.desk.series.forms import SeriesForm
from web.desk.series.preview import Preview, asks_preview, preview_of
from web.shared.access import signed_in
from web.shared.forms.writing import show, write


class RuleForm(SeriesForm):
    """Name and rule, and why they change."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Needed once the series has events: the ranking changes."),
    )


@signed_in
def rule(request: HttpRequest, slug: str) -> HttpResponse:
    desk = series_desk(request, slug)
    values = series_values(desk.series)
    form = RuleForm(request.POST if request.method == "POST" else None, values=values)
    form.carry(values)
    if asks_preview(request):
        preview = _preview(desk, form) if form.is_valid() else None
        return show(request, "desk/series/rule.html", form, desk=desk, preview=preview)
    payload: dict[str, Any] = {}
    if form.is_valid():
        payload = {"base": form.cleaned_data["base"], "name": form.cleaned_data["name"], **form.rule.plain()}
    if write(request, form, change_series, desk.actor, desk.series, **payload).done:
        messages.success(request, _("The series is changed."))
        return redirect("desk:series-one", slug)
    return show(request, "desk/series/rule.html", form, desk=desk)


def _preview(desk: SeriesDesk, form: RuleForm) -> Preview:
    saved = {line.key: line.rank for line in series_table(desk.series).lines}
    return preview_of(form.rule, desk.series.events.all(), saved)
