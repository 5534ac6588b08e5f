"""Pages of the officials' list of an event (2.3.4)."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from common.numbers import number_in
from tournament.events.models.events import Official
from tournament.events.selectors.events import officials_of
from tournament.events.services.officials import add_official, change_official, move_official, remove_official
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.based import BasedForm
from web.shared.forms.writing import add_error_messages, show, write


class OfficialForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=200)
    function = forms.CharField(
        label=gettext_lazy("Function"),
        max_length=100,
        help_text=gettext_lazy("As it is printed, such as: chief referee."),
    )
    qualification = forms.CharField(label=gettext_lazy("Qualification"), max_length=100, required=False)
    qualification_number = forms.CharField(label=gettext_lazy("Qualification number"), max_length=30, required=False)
    tables = forms.CharField(
        label=gettext_lazy("Tables"), max_length=100, required=False, help_text=gettext_lazy("Such as 1-12.")
    )


class OfficialLineForm(OfficialForm, BasedForm):
    def __init__(self, line: Official, data: Any) -> None:
        initial = {name: getattr(line, name) for name in OfficialForm.base_fields}
        super().__init__(data, initial=initial)
        self.carry(initial)


@signed_in
def officials(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the list and add an official."""
    desk = _desk(request, slug)
    form = OfficialForm(request.POST if request.method == "POST" else None)
    payload = form.cleaned_data if form.is_valid() else {}
    if write(request, form, add_official, desk.actor, desk.event, **payload).done:
        messages.success(request, _("%(name)s is on the list.") % payload)
        return redirect("desk:officials", slug)
    return show(request, "desk/setup/officials.html", form, desk=desk, officials=list(officials_of(desk.event)))


@signed_in
def official(request: HttpRequest, slug: str, official_id: int) -> HttpResponse:
    desk = _desk(request, slug)
    line = _line(desk, official_id)
    form = OfficialLineForm(line, request.POST if request.method == "POST" else None)
    payload = form.cleaned_data if form.is_valid() else {}
    if write(request, form, change_official, desk.actor, line, **payload).done:
        messages.success(request, _("Saved."))
        return redirect("desk:officials", slug)
    return show(request, "desk/setup/officials_detail.html", form, desk=desk, official=line)


@signed_in
def move(request: HttpRequest, slug: str, official_id: int) -> HttpResponse:
    """Move a line to another position in the list."""
    position = number_in(request.POST.get("place", ""))
    if request.method == "POST" and position is None:
        messages.error(request, _("A place is a number from 1."))
        return redirect("desk:officials", slug)
    return _change_line(request, slug, official_id, move_official, place=position or 1)


@signed_in
def remove(request: HttpRequest, slug: str, official_id: int) -> HttpResponse:
    return _change_line(request, slug, official_id, remove_official)


def _change_line(request: HttpRequest, slug: str, official_id: int, service: Service, **payload: Any) -> HttpResponse:
    desk = _desk(request, slug)
    if request.method == "POST":
        form = forms.Form(request.POST)
        write(request, form, service, desk.actor, _line(desk, official_id), **payload)
        add_error_messages(request, form)
    return redirect("desk:officials", slug)


def _desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    return desk


def _line(desk: EventAccess, official_id: int) -> Any:
    line = Official.objects.filter(event=desk.event, pk=official_id).select_related("event__ledger").first()
    if line is None:
        raise Http404
    return line
