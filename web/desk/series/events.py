"""The pages that add an event to a series, and take one out."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from ranking.series.selectors.series import addable
from ranking.series.services.series import add_event, take_out_event
from web.desk.series.access import series_desk
from web.shared.access import account_of, signed_in
from web.shared.forms.fields import ConfirmForm, IdField
from web.shared.forms.writing import show, write


class AddEventForm(forms.Form):
    """An event by its id; known events are proposed."""

    slug = IdField(
        label=gettext_lazy("Id of the event"),
        max_length=64,
        help_text=gettext_lazy("As in its address. Events of the record, and those that you organize."),
        widget=forms.TextInput(attrs={"list": "events", "autocomplete": "off", "autocapitalize": "none"}),
    )
    session = WholeNumberField(
        label=gettext_lazy("Session"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=gettext_lazy("Empty: the whole event. A number: only this session, such as one of a club night."),
    )


@signed_in
def add(request: HttpRequest, slug: str) -> HttpResponse:
    desk = series_desk(request, slug)
    form = AddEventForm(request.POST if request.method == "POST" else None)
    payload: dict[str, Any] = {}
    if form.is_valid():
        payload = {"slug": form.cleaned_data["slug"], "session": form.cleaned_data["session"] or 0}
    if write(request, form, add_event, desk.actor, desk.series, **payload).done:
        messages.success(request, _("The event counts in the series."))
        return redirect("desk:series-one", slug)
    proposed = addable(account_of(request), desk.series.body)
    return show(request, "desk/series/events_add.html", form, desk=desk, proposed=proposed)


@signed_in
def take_out(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    desk = series_desk(request, slug)
    row = desk.series.events.filter(pk=pk).first()
    if row is None:
        raise Http404
    form = ConfirmForm(request)
    payload = {"slug": row.slug, "session": row.session}
    if write(request, form, take_out_event, desk.actor, desk.series, **payload).done:
        messages.success(request, _("The event no longer counts."))
        return redirect("desk:series-one", slug)
    return show(request, "desk/series/events_take_out.html", form, desk=desk, row=row)
